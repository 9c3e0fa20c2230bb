import { assertEquals } from "@std/assert";
import type { TailEntry, TailRequest, TailRow } from "../../capture/tap.ts";
import { answered, Bench, completed, logged, sent, START } from "./events.ts";
import { HOME, interrupt, replay, resume, shows } from "./heard_again.ts";

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

Deno.test("Tap tells of what ends after its page was left without its query, and of that page whole before", () => {
  const { bench, requests } = watched();
  const of = (url: string) => requests().filter((row) => row.url.startsWith(url));
  bench.load("n1", "https://site.test/one?a=1");
  bench.feed(sent({ id: "open", url: "https://site.test/api?b=2#c" }));
  bench.feed(sent({ id: "late", url: "https://site.test/late?d=3", navigation: null }));
  bench.load("n2", "https://site.test/two?e=4");
  bench.feed(completed({ id: "late", url: "https://site.test/late?d=3", status: 500 }));
  assertEquals(of("https://site.test/api").map(({ url, state }) => [url, state]), [
    ["https://site.test/api?b=2#c", "pending"],
    ["https://site.test/api", "cancelled"],
  ]);
  assertEquals(of("https://site.test/late").map(({ url, state }) => [url, state]), [
    ["https://site.test/late?d=3", "pending"],
    ["https://site.test/late", "cancelled"],
    ["https://site.test/late", "complete"],
  ]);
  const documents = new Set(of("https://site.test/two").map(({ url }) => url));
  assertEquals(
    [...documents],
    ["https://site.test/two?e=4"],
    "a document that comes is of no older page",
  );
});

Deno.test("Tap tells of a line of an older page without the query of where it was logged", () => {
  const { bench, entries } = watched();
  const url = "https://site.test/app.js?v=1";
  const frame = { url, functionName: "f", lineNumber: 0, columnNumber: 0 };
  const at = (ms: number) => ({ timestamp: START + ms, stackTrace: { callFrames: [frame] } });
  const line = logged("a", at(1));
  bench.load("n1", HOME);
  bench.capture.sync([shows(HOME)]);
  bench.wait(10).feed(line);
  resume(interrupt(bench), [shows("https://site.test/next")]);
  replay(bench, line, logged("b", at(500)));
  assertEquals(entries().map(({ text, source }) => [text, source?.url]), [
    ["a", "https://site.test/app.js?v=1"],
    ["b", "https://site.test/app.js"],
  ]);
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
