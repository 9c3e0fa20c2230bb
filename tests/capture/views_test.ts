import { assert, assertEquals, assertLess } from "@std/assert";
import type { Entry, NavigationMark, Row } from "../../capture/shapes.ts";
import { parseUri } from "../../capture/uri.ts";
import {
  type ConsoleHead,
  consoleList,
  MAX_SHOWN,
  type NetworkHead,
  networkList,
} from "../../capture/views.ts";

const HEAD = {
  capture: true as const,
  capturing: true,
  since: Date.UTC(2026, 0, 2, 3, 4, 5),
  paused: null as string | null,
  pages: [3, 2, 1].map((nav): NavigationMark => ({ nav, url: `http://x/${nav}`, at: nav })),
  dropped: 0,
  gaps: [],
  evicted: 0,
  pageOf: (nav: number) => 3 - nav,
};
const CONSOLE_HEAD: ConsoleHead = { ...HEAD, not_kept: { debug: 0 } };
const NETWORK_HEAD: NetworkHead = { ...HEAD, not_kept: { static: 0 } };

function entry(seq: number, more: Partial<Entry> = {}): Entry {
  return {
    seq,
    nav: 3,
    call: null,
    at: seq,
    level: "info",
    type: "console",
    text: `line ${seq}`,
    source: { url: "http://x/app.js", line: 1, column: 1 },
    context: "c",
    ...more,
  };
}

function row(seq: number, more: Partial<Row> = {}): Row {
  return {
    id: `3.${seq}`,
    seq,
    nav: 3,
    call: null,
    at: seq,
    method: "GET",
    url: `http://x/api/${seq}`,
    status: 200,
    status_text: "OK",
    type: "fetch",
    mime: "text/html",
    size: 1,
    took_ms: 1,
    state: "complete",
    failed: false,
    error: null,
    class: null,
    from_cache: false,
    context: "c",
    navigation: false,
    ...more,
  };
}

function consoleOf(entries: Entry[], query = "", head: Partial<ConsoleHead> = {}) {
  const parsed = parseUri(`workspace://console?${query}`);
  if (parsed.kind !== "console") throw new Error("not a console URI");
  return consoleList(entries, parsed.query, { ...CONSOLE_HEAD, ...head });
}

function networkOf(rows: Row[], query = "", head: Partial<NetworkHead> = {}) {
  const parsed = parseUri(`workspace://network?${query}`);
  if (parsed.kind !== "network") throw new Error("not a network URI");
  return networkList(rows, parsed.query, { ...NETWORK_HEAD, ...head });
}

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
const many = (count: number) => Array.from({ length: count }, (_, index) => entry(index + 1));

Deno.test("consoleList() lists the newest first and counts", () => {
  const list = consoleOf(many(60));
  assertEquals(list.entries.map(({ seq }) => seq).slice(0, 2), [60, 59]);
  assertEquals([list.count, list.matched, list.total, list.more], [50, 60, 60, true]);
  assertEquals(list.note, undefined);
  assertEquals("evicted" in list, false);
});

Deno.test("consoleList() shows the newest pages only", () => {
  const entries = [entry(1, { nav: 1 }), entry(2, { nav: 2 }), entry(3)];
  assertEquals(consoleOf(entries).total, 1);
  assertEquals(consoleOf(entries, "pages=2").entries.map(({ seq }) => seq), [3, 2]);
  assertEquals(consoleOf(entries, "pages=5").total, 3);
  assertEquals(consoleOf([entry(1, { nav: 0 })], "", { pages: [], pageOf: () => 0 }).total, 1);
});

Deno.test("consoleList() filters by level, call and text", () => {
  const entries = [
    entry(1, { level: "error", call: 4, text: "Bad (thing)" }),
    entry(2, { level: "warn" }),
    entry(3),
    entry(4, { level: "error", nav: 1, call: 4 }),
  ];
  const seqs = (query: string) => consoleOf(entries, query).entries.map(({ seq }) => seq);
  assertEquals(seqs("level=error"), [1]);
  assertEquals(seqs("level=warn"), [2, 1]);
  assertEquals(seqs("text=bad%20(THING"), [1]);
  assertEquals(seqs("call=4"), [4, 1]);
  assertEquals(consoleOf(entries, "call=4").total, 4);
});

Deno.test("consoleList() pages with cursors that stay put while entries arrive", () => {
  const first = consoleOf(many(10), "limit=4");
  const last = first.entries.at(-1)?.seq;
  const second = consoleOf(many(12), `limit=4&before=${last}`);
  assertEquals(second.entries.map(({ seq }) => seq), [6, 5, 4, 3]);
  assertEquals([second.matched, second.more], [12, true]);
  assertEquals(consoleOf(many(12), "after=10").entries.map(({ seq }) => seq), [12, 11]);
  assertEquals(consoleOf(many(12), "after=10").more, false);
  assertEquals(consoleOf(many(12), "after=4&before=7").count, 2);
});

Deno.test("consoleList() makes equal neighbours one entry with repeat", () => {
  const same = { text: "again" };
  const list = consoleOf([entry(1, same), entry(2, same), entry(3), entry(4, same)]);
  assertEquals(list.entries.map(({ seq, repeat }) => [seq, repeat]), [
    [4, undefined],
    [3, undefined],
    [2, 2],
  ]);
  assertEquals([list.count, list.matched, list.total], [3, 4, 4]);
});

Deno.test("consoleList() keeps apart lines of another level, call, source or context", () => {
  const same = { text: "again" };
  const others: Partial<Entry>[] = [
    { level: "warn" },
    { type: "javascript" },
    { call: 2 },
    { source: null },
    { context: "d" },
    { background: true },
    { cut: 3 },
  ];
  for (const other of others) {
    assertEquals(consoleOf([entry(1, same), entry(2, { ...same, ...other })]).count, 2);
  }
  const apart = consoleOf([entry(1, same), entry(2), entry(3, same)], "text=again");
  assertEquals(apart.count, 2);
});

Deno.test("consoleList() never shows the rest of a run again, and only what is new of it", () => {
  const run = Array.from({ length: 5 }, (_, index) => entry(index + 2, { text: "again" }));
  const entries = [entry(1), ...run];
  assertEquals(consoleOf(entries, "before=6").entries.map(({ seq }) => seq), [1]);
  const after = consoleOf(entries, "after=4").entries;
  assertEquals(after.map(({ seq, repeat }) => [seq, repeat]), [[6, 2]]);
});

Deno.test("consoleList() counts a repeat that was kept", () => {
  const list = consoleOf([entry(1, { text: "a", repeat: 3 }), entry(2, { text: "a" })]);
  assertEquals(list.entries.map(({ repeat }) => repeat), [4]);
  assertEquals(list.total, 4);
});

Deno.test("consoleList() shows 500 characters of a text and says how many more there are", () => {
  const text = `${"x".repeat(MAX_SHOWN - 1)}😀${"y".repeat(98)}`;
  const [shown] = consoleOf([entry(1, { text, cut: 10 })]).entries;
  assertEquals(shown?.text.length, MAX_SHOWN - 1);
  assertEquals(shown?.cut, 2 + 98 + 10);
});

Deno.test("consoleList() shows nothing that belongs to an entry's detail", () => {
  const detail = { ...entry(1), stack: [], args: ["x"] };
  assertEquals(Object.keys(consoleOf([detail]).entries[0] ?? {}).includes("args"), false);
});

Deno.test("consoleList() stays under 64 kB and goes on where it stopped", () => {
  const text = '\u2028é😀"'.repeat(1_000);
  const entries = Array.from(
    { length: 1_000 },
    (_, index) => entry(index + 1, { text: index + text }),
  );
  const url = "http://x/" + "u".repeat(70_000);
  const head = {
    pages: [1, 2, 3, 4, 5].map((nav) => ({ nav, url, at: 1 })),
    gaps: Array.from({ length: 500 }, (_, seq) => ({ seq, from: 1, to: 2, why: "w".repeat(900) })),
  };
  const seen: number[] = [];
  let query = "limit=1000&pages=5";
  for (;;) {
    const list = consoleOf(entries, query, head);
    assertLess(bytes(list), 65_536);
    assert(list.count > 0);
    seen.push(...list.entries.map(({ seq }) => seq));
    if (!list.more) break;
    query = `limit=1000&pages=5&before=${seen.at(-1)}`;
  }
  assertEquals(seen, entries.map(({ seq }) => seq).reverse());
});

Deno.test("consoleList() says what an empty answer means", () => {
  const note = (entries: Entry[], query = "", head: Partial<ConsoleHead> = {}) =>
    consoleOf(entries, query, head).note;
  assertEquals(note([]), "Capturing since 2026-01-02T03:04:05.000Z: no console entries so far.");
  assertEquals(
    note([], "", { not_kept: { debug: 3 } }),
    "Capturing since 2026-01-02T03:04:05.000Z: no console entries so far. " +
      "3 debug entries were counted and not kept.",
  );
  assertEquals(
    note([], "", { capturing: false, paused: "the browser ended" }),
    "Capturing since 2026-01-02T03:04:05.000Z: no console entries so far. " +
      "Capture is paused: the browser ended.",
  );
  assertEquals(
    note(many(3), "level=error", { evicted: 2 }),
    "None of the 3 kept console entries matches: leave a parameter out; " +
      "2 older ones were evicted by newer ones.",
  );
  assertEquals(
    note([entry(1, { nav: 1 })]),
    "The newest page has no console entries; 1 are kept of earlier ones: add pages=5.",
  );
  assertEquals(
    note([entry(1, { nav: 1 }), entry(2, { nav: 1, level: "error" })], "level=error"),
    "The newest page has no console entries; 1 of the 2 kept of earlier ones match: add pages=5.",
  );
  assertEquals(
    note([entry(1, { nav: 2, level: "error" }), entry(2, { nav: 1 }), ...many(2)], "level=error"),
    "None of the 2 kept console entries of the newest page matches; " +
      "1 of the 2 kept of earlier ones match: add pages=5.",
  );
  assertEquals(
    note([entry(1, { nav: 1 }), entry(2)], "level=error"),
    "None of the 2 kept console entries matches: leave a parameter out.",
  );
  assertEquals(note(many(3), "before=1"), "3 console entries match, but none before seq 1.");
  assertEquals(
    note([], "", { evicted: 9 }),
    "No console entries are kept: all 9 were evicted to make room.",
  );
  assertEquals(note([], "", { since: NaN })?.includes("since the session was opened"), true);
});

Deno.test("consoleList() reaches what is kept of any page, and says how", () => {
  const entries = [entry(1, { nav: -9, call: 7, level: "error" }), entry(2)];
  const seqs = (query: string) => consoleOf(entries, query).entries.map(({ seq }) => seq);
  assertEquals(seqs("pages=5"), [2]);
  assertEquals(seqs("pages=all"), [2, 1]);
  assertEquals(seqs("call=7"), [1]);
  for (const [query, pages] of [["", "page has"], ["&pages=5", "5 pages have"]]) {
    assertEquals(
      consoleOf(entries.slice(0, 1), `level=error${query}`).note,
      `The newest ${pages} no console entries; 1 are kept of earlier ones: add pages=all.`,
    );
  }
  assertEquals(
    consoleOf(entries, "call=7&pages=5").note,
    "None of the 1 kept console entries of the newest 5 pages matches; " +
      "1 of the 1 kept of earlier ones match: add pages=all.",
  );
});

Deno.test("networkList() filters by failure, type, URL, method and status", () => {
  const rows = [
    row(1, { failed: true, state: "failed", status: null, error: "x", class: "refused" }),
    row(2, { status: 500, failed: true, class: "http" }),
    row(3, { method: "POST", type: "xhr", status: 404, failed: true, class: "http" }),
    row(4, { type: "image" }),
  ];
  const seqs = (query: string) => networkOf(rows, query).requests.map(({ seq }) => seq);
  assertEquals(seqs("filter=failed"), [3, 2, 1]);
  assertEquals(seqs("filter=xhr"), [3, 2, 1]);
  assertEquals(seqs("url=API/4"), [4]);
  assertEquals(seqs("method=post"), [3]);
  assertEquals(seqs("status=404"), [3]);
  assertEquals(seqs("status=5xx"), [2]);
  assertEquals(seqs("status=2xx&filter=failed"), []);
});

Deno.test("networkList() finds a request by the URL of a redirect of it", () => {
  const redirects = [{ url: "http://x/form/save", status: 303 }, {
    url: "http://x/b",
    status: 302,
  }];
  const rows = [row(1, { url: "http://x/done", redirects }), row(2, { url: "http://x/other" })];
  const seqs = (query: string) => networkOf(rows, query).requests.map(({ seq }) => seq);
  assertEquals(seqs("url=/form/save"), [1]);
  assertEquals(seqs("url=/B"), [1]);
  assertEquals(seqs("url=/done"), [1]);
  assertEquals(seqs("url=/never"), []);
});

Deno.test("networkList() finds a request by the method and the status of a redirect of it", () => {
  const redirects = [
    { method: "POST", url: "http://x/login", status: 303 },
    { url: "http://x/in", status: 302 },
  ];
  const rows = [row(1, { redirects }), row(2, { method: "POST" }), row(3)];
  const list = (query: string) => networkOf(rows, query);
  const seqs = (query: string) => list(query).requests.map(({ seq }) => seq);
  assertEquals(seqs("method=POST"), [2, 1]);
  assertEquals(seqs("method=GET"), [3, 1]);
  assertEquals(seqs("status=303"), [1]);
  assertEquals(seqs("status=3xx"), [1]);
  assertEquals(seqs("status=200"), [3, 2, 1]);
  assertEquals(seqs("method=POST&url=/login&status=3xx"), [1]);
  assertEquals(list("status=303").requests[0]?.redirects, redirects);
});

Deno.test("networkList() shortens URLs and whatever a server makes long, and keeps equal rows apart", () => {
  const url = "http://x/" + "a".repeat(600);
  const [shown, ...others] = networkOf([
    row(1),
    row(1),
    row(2, {
      url,
      cut: 5,
      method: "M".repeat(5_000),
      status_text: "s".repeat(5_000),
      mime: "m".repeat(5_000),
      error: "e".repeat(5_000),
      redirects: Array.from({ length: 40 }, () => ({ method: "M".repeat(900), url, status: 302 })),
    }),
  ]).requests;
  assertEquals(others.length, 2);
  assertEquals([shown?.url.length, shown?.cut], [500, 114]);
  assertEquals(shown?.redirects?.length, 20);
  assertLess(bytes(shown), 15_000);
});

Deno.test("networkList() shows nothing that belongs to a request's detail", () => {
  const detail = { ...row(1), request_headers: [{ name: "cookie", value: "•••" }], secret: 1 };
  assertEquals(
    Object.keys(networkOf([detail]).requests[0] ?? {}).sort(),
    Object.keys(row(1)).sort(),
  );
});

Deno.test("networkList() tells of what it did not keep when it is empty", () => {
  assertEquals(
    networkOf([], "", { not_kept: { static: 6 } }).note,
    "Capturing since 2026-01-02T03:04:05.000Z: no requests so far. " +
      "6 successful static requests were counted and not kept.",
  );
});
