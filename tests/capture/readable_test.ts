import { assertEquals } from "@std/assert";
import { decode } from "../../bidi/codec.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { isReadable } from "../../capture/readable.ts";
import { completed, failed, logged, navigation, sent, started, tabOpened } from "./events.ts";

const WHOLE = [
  sent(),
  started(),
  completed(),
  failed(""),
  logged("x"),
  tabOpened("t"),
  navigation("navigationCommitted", "n"),
];

/** The members an event cannot do without, by a path from its parameters. */
const NEEDED: readonly (readonly [BidiEvent, readonly string[]])[] = [
  [sent(), ["request"]],
  [sent(), ["request", "url"]],
  [sent(), ["request", "method"]],
  [sent(), ["redirectCount"]],
  [completed(), ["response"]],
  [completed(), ["response", "status"]],
  [failed(""), ["errorText"]],
  [logged("x"), ["source"]],
  [logged("x"), ["level"]],
  [logged("x"), ["timestamp"]],
  [tabOpened("t"), ["context"]],
  [navigation("navigationStarted", "n"), ["context"]],
  [navigation("navigationCommitted", "n"), ["url"]],
  [navigation("navigationCommitted", "n"), ["timestamp"]],
  [navigation("load", "n"), ["navigation"]],
];

Deno.test("isReadable() lets whole events through", () => {
  for (const event of WHOLE) assertEquals(isReadable(event), true, event.method);
});

Deno.test("isReadable() lets through a navigation that does not say where it leads", () => {
  const event = structuredClone(navigation("navigationStarted", "n"));
  delete (event.params as { url?: string }).url;
  assertEquals(isReadable(event), true);
});

Deno.test("isReadable() lets every recorded event through", async () => {
  for (const folder of ["chromium", "firefox"]) {
    const frames = new URL(`../frames/${folder}/`, import.meta.url);
    for await (const { name } of Deno.readDir(frames)) {
      if (!name.endsWith(".jsonl")) continue;
      for (const frame of (await Deno.readTextFile(new URL(name, frames))).split("\n")) {
        const message = decode(frame);
        if (message.kind !== "event") continue;
        assertEquals(isReadable(message.event), true, `${folder}/${name}: ${frame.slice(0, 500)}`);
      }
    }
  }
});

Deno.test("isReadable() refuses an event without a member that decides", () => {
  for (const [event, path] of NEEDED) {
    const broken = structuredClone(event);
    let at: unknown = broken.params;
    for (const key of path.slice(0, -1)) at = (at as Record<string, unknown>)[key];
    delete (at as Record<string, unknown>)[path.at(-1) ?? ""];
    assertEquals(isReadable(broken), false, `${event.method} without ${path.join(".")}`);
  }
});

Deno.test("isReadable() refuses parameters that are no object", () => {
  for (const params of [null, 5, "x"]) {
    assertEquals(isReadable({ method: "log.entryAdded", params } as unknown as BidiEvent), false);
  }
});
