import { assertEquals } from "@std/assert";
import type { TailEntry, TailRequest, TailRow } from "../../capture/tap.ts";
import { answered, Bench, completed, logged, sent, START } from "./events.ts";

const IMAGE = { destination: "image", initiatorType: "img", resourceType: "Image" };

function watched() {
  const bench = new Bench();
  const rows: TailRow[] = [];
  bench.capture.watcher = (row) => void rows.push(row);
  const entries = () =>
    rows.flatMap(({ kind, row }) => kind === "console" ? [row as TailEntry] : []);
  const requests = () =>
    rows.flatMap(({ kind, row }) => kind === "network" ? [row as TailRequest] : []);
  return { bench, rows, entries, requests };
}

Deno.test("Tap tells of every line as it comes, debug ones and equal ones too", () => {
  const { bench, entries } = watched();
  bench.feed(logged("a"), logged("a"), logged("b", { level: "debug", method: "debug" }));
  assertEquals(entries().map(({ text, level, kept, repeat }) => [text, level, kept, repeat]), [
    ["a", "error", true, undefined],
    ["a", "error", true, undefined],
    ["b", "debug", false, undefined],
  ]);
  assertEquals(bench.console().total, 2);
});

Deno.test("Tap tells of a request when it begins and when it has ended, a static one as not kept", () => {
  const { bench, requests } = watched();
  bench.feed(sent(), completed({ status: 200 }));
  bench.feed(sent({ id: "r2", ...IMAGE }), completed({ id: "r2", status: 200, ...IMAGE }));
  assertEquals(
    requests().map(({ state, status, kept }) => [state, status, kept]),
    [["pending", null, true], ["complete", 200, true], ["pending", null, true], [
      "complete",
      200,
      false,
    ]],
  );
});

Deno.test("Tap tells of what a navigation has cancelled", () => {
  const { bench, requests } = watched();
  bench.feed(sent());
  bench.capture.attach("chrome", START + 5);
  assertEquals(requests().map(({ state }) => state), ["pending", "cancelled"]);
});

Deno.test("Tap masks what it tells of, and shortens it as a list does", () => {
  const { bench, entries, requests } = watched();
  bench.feed(sent({ url: `https://a.test/?token=s3cr3t-value-1&x=${"y".repeat(600)}` }));
  bench.feed(logged("s3cr3t-value-1"));
  assertEquals(entries()[0]?.text, "•••");
  const url = requests()[0]?.url ?? "";
  assertEquals([url.includes("s3cr3t"), url.length <= 501], [false, true]);
});

Deno.test("Tap tells nobody once nobody watches", () => {
  const { bench, rows } = watched();
  bench.capture.watcher = null;
  bench.feed(logged("a"), ...answered("r1", 200));
  assertEquals(rows, []);
});
