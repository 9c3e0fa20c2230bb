import { assertEquals } from "@std/assert";
import { Tail } from "../../../actors/tail.ts";
import type { TailEntry } from "../../../capture/tap.ts";
import { tailEvents } from "../../../http/admin/tail.ts";

Deno.test("tailEvents() is ready at once when it is closed, whoever else has heard of it", async () => {
  const left = new AbortController();
  const tail = new Tail("console");
  const source = tailEvents(tail, left);
  const { ready } = source;
  source.close();
  await ready;
  assertEquals([left.signal.aborted, source.take()], [true, null]);
});

Deno.test("tailEvents() gives the rows that came before its end", async () => {
  const tail = new Tail("console");
  const source = tailEvents(tail, new AbortController());
  const row = { seq: 1, text: "last words" } as TailEntry;
  tail.push({ kind: "console", row });
  tail.end();
  await source.ready;
  assertEquals([source.take(), source.take()], [[row], null]);
});
