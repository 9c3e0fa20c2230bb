import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { CapturedRows, LiveRows } from "../../../ui/admin/rows.ts";
import { EventBody, pageGlobals } from "../page_globals.ts";

/** Rows the page may hold at most. */
const MOST = 2_000;
const OPTIONS = { key: "shop", tab: "console", pages: 2 } as const;

/** Answers a console of `seqs`, newest first, so many at once; `navs` are its documents. */
function consoleOf(
  seqs: () => number[],
  most: number,
  asked: string[] = [],
  navs: () => number[] = () => [1],
) {
  return (path: string): Response => {
    asked.push(path);
    const before = Number(new URL(path, "http://x").searchParams.get("before") ?? Infinity);
    const matched = seqs().filter((seq) => seq < before).sort((a, b) => b - a);
    return Response.json({
      capture: true,
      pages: navs().map((nav) => ({ nav })),
      entries: matched.slice(0, most).map((seq) => ({ seq, text: `line ${seq}` })),
      more: matched.length > most,
      tail_url: "/tail",
    });
  };
}

/** Answers requests of `seqs`, oldest first, newest first and ten at once; those of `pending` are not at their end. */
function networkOf(seqs: () => number[], pending: () => number[]) {
  return (path: string): Response => {
    const { searchParams } = new URL(path, "http://x");
    const before = Number(searchParams.get("before") ?? Infinity);
    const most = Math.min(10, Number(searchParams.get("limit")));
    const matched = seqs().toReversed().filter((seq) => seq < before);
    const requests = matched.slice(0, most)
      .map((seq) => ({ seq, state: pending().includes(seq) ? "pending" : "complete" }));
    return Response.json({
      capture: true,
      pages: [{ nav: 1 }],
      requests,
      more: matched.length > most,
    });
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

Deno.test("CapturedRows.refresh() takes every page of the list, newest first", async () => {
  const asked: string[] = [];
  using _page = pageGlobals(consoleOf(() => range(1, 25), 10, asked));
  const rows = new CapturedRows(OPTIONS);
  assertEquals(rows.state.value.head, null);
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), range(1, 25).reverse());
  assertEquals(asked, [
    "/admin/workspaces/shop/console?pages=2&limit=1000",
    "/admin/workspaces/shop/console?pages=2&limit=1000&before=16",
    "/admin/workspaces/shop/console?pages=2&limit=1000&before=6",
  ]);
  rows.close();
});

Deno.test("CapturedRows.refresh() asks again only for what is not here yet", async () => {
  const asked: string[] = [];
  let last = 25;
  using _page = pageGlobals(consoleOf(() => range(1, last), 10, asked));
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  asked.length = 0;
  last = 28;
  await rows.refresh();
  assertEquals(asked.length, 1);
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), range(1, 28).reverse());
  last = 60;
  asked.length = 0;
  await rows.refresh();
  assertEquals(asked.length, 4);
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), range(1, 60).reverse());
  rows.close();
});

Deno.test("CapturedRows.refresh() lets go of what the server no longer has", async () => {
  let seqs = range(1, 8);
  using _page = pageGlobals(consoleOf(() => seqs, 10));
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  // Another document came: its list begins anew.
  seqs = [9, 10];
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), [10, 9]);
  rows.close();
});

Deno.test("CapturedRows.refresh() lets go of what the server no longer has, in several answers too", async () => {
  let seqs = range(1, 8);
  using _page = pageGlobals(consoleOf(() => seqs, 10));
  const rows = new CapturedRows({ ...OPTIONS, pages: 1 });
  await rows.refresh();
  seqs = range(9, 40);
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), range(9, 40).reverse());
  rows.close();
});

Deno.test("CapturedRows.refresh() lets go of the rows of a document that fell out of those shown", async () => {
  let [seqs, navs] = [range(1, 30), [2, 1]];
  using _page = pageGlobals(consoleOf(() => seqs, 10, [], () => navs));
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  // The third document said 31 to 33; the second had said 9 to 30.
  [seqs, navs] = [range(9, 33), [3, 2, 1]];
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), range(9, 33).reverse());
  rows.close();
});

Deno.test("CapturedRows.refresh() takes all of a document that is shown again", async () => {
  let [seqs, navs] = [[...range(1, 25)], [1]];
  using _page = pageGlobals(consoleOf(() => seqs, 10, [], () => navs));
  const rows = new CapturedRows({ ...OPTIONS, pages: 1 });
  await rows.refresh();
  [seqs, navs] = [range(26, 30), [2, 1]];
  await rows.refresh();
  [seqs, navs] = [[...range(1, 25), 31], [1, 2]];
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), [31, ...range(1, 25).reverse()]);
  rows.close();
});

Deno.test("CapturedRows.refresh() looks again at a request that was pending, however far back", async () => {
  let ended = false;
  let last = 30;
  using _page = pageGlobals(networkOf(() => range(1, last), () => ended ? [] : [3]));
  const rows = new CapturedRows({ ...OPTIONS, tab: "network" });
  const third = () => {
    const row = rows.state.value.rows.find(({ seq }) => seq === 3);
    return row && "state" in row ? row.state : "gone";
  };
  await rows.refresh();
  assertEquals(third(), "pending");
  ended = true;
  last = 31;
  await rows.refresh();
  assertEquals(third(), "complete");
  assertEquals(rows.state.value.rows.length, 31);
  rows.close();
});

Deno.test("CapturedRows.refresh() lets go of a request that ended as one that is not kept", async () => {
  let seqs = range(1, 30);
  using _page = pageGlobals(networkOf(() => seqs, () => [3]));
  const rows = new CapturedRows({ ...OPTIONS, tab: "network" });
  await rows.refresh();
  seqs = seqs.filter((seq) => seq !== 3);
  await rows.refresh();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), seqs.toReversed());
  rows.close();
});

Deno.test("CapturedRows holds no more than the page can", async () => {
  using _page = pageGlobals(consoleOf(() => range(1, 3_000), 1_000));
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  const { length, 0: newest } = rows.state.value.rows;
  assertEquals([length, newest?.seq], [MOST, 3_000]);
  rows.close();
});

Deno.test("CapturedRows says that capture is off, and how to turn it on", async () => {
  using _page = pageGlobals(() => Response.json({ capture: false, how: "open_session" }));
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  assertEquals(rows.state.value.head, { capture: false, how: "open_session" });
  rows.close();
});

Deno.test("CapturedRows.refresh() keeps its rows when it is refused, says why, and goes on", async () => {
  let refuse = false;
  const answer = consoleOf(() => [1, 2], 10);
  using _page = pageGlobals((path) =>
    refuse ? Response.json({ error: "too busy", status: 503 }, { status: 503 }) : answer(path)
  );
  const rows = new CapturedRows(OPTIONS);
  await rows.refresh();
  refuse = true;
  await rows.refresh();
  assertEquals([rows.state.value.rows.length, rows.state.value.trouble], [2, "too busy"]);
  refuse = false;
  await rows.refresh();
  assertEquals(rows.state.value.trouble, null);
  rows.close();
});

Deno.test("CapturedRows.refresh() that is asked for meanwhile follows, once", async () => {
  const asked: string[] = [];
  using _page = pageGlobals(consoleOf(() => [1], 10, asked));
  const rows = new CapturedRows(OPTIONS);
  await Promise.all([rows.refresh(), rows.refresh(), rows.refresh()]);
  assertEquals(asked.length, 2);
  rows.close();
});

Deno.test("CapturedRows says nothing of what it was asking for when it is closed", async () => {
  const held = Promise.withResolvers<Response>();
  using _page = pageGlobals(() => held.promise);
  const rows = new CapturedRows(OPTIONS);
  const refreshed = rows.refresh();
  rows.close();
  held.reject(new DOMException("aborted", "AbortError"));
  await refreshed;
  assertEquals(rows.state.value.trouble, null);
});

/** A live tab, and the streams it has opened. */
function live(tab: "console" | "network") {
  const bodies: EventBody[] = [];
  const page = pageGlobals((path) => {
    if (!path.startsWith("/tail")) return Response.json({ capture: true, tail_url: "/tail" });
    const body = new EventBody();
    bodies.push(body);
    return body.response;
  });
  const time = new FakeTime();
  const rows = new LiveRows({ key: "shop", tab, pages: 1 });
  const settle = () => time.tickAsync(0);
  return {
    rows,
    bodies,
    settle,
    time,
    [Symbol.dispose]() {
      rows.close();
      time[Symbol.dispose]();
      page[Symbol.dispose]();
    },
  };
}

Deno.test("LiveRows shows lines newest first, equal ones too, and counts what was dropped", async () => {
  using tail = live("console");
  const { rows, bodies, settle } = tail;
  await settle();
  assertEquals(rows.state.value.open, true);
  bodies[0]?.tell({ seq: 1, text: "a", kept: true }, { seq: 0, text: "b", kept: false });
  await settle();
  bodies[0]?.tell({ dropped: 7 }, { seq: 1, text: "a", kept: true }, { dropped: 2 });
  await settle();
  const { seen, dropped } = rows.state.value;
  const texts = rows.state.value.rows.map((row) => "text" in row && row.text);
  assertEquals([texts, seen, dropped], [["a", "b", "a"], 3, 9]);
});

Deno.test("LiveRows shows a request once, as it is now, where it was", async () => {
  using tail = live("network");
  const { rows, bodies, settle } = tail;
  await settle();
  const told = (id: string, state: string) => ({ id, state, kept: true });
  bodies[0]?.tell(told("1.1", "pending"), told("1.2", "pending"), told("1.2", "complete"));
  await settle();
  bodies[0]?.tell(told("1.1", "failed"), told("1.3", "pending"));
  await settle();
  assertEquals(
    rows.state.value.rows.map((row) => "id" in row && [row.id, row.state]),
    [["1.3", "pending"], ["1.2", "complete"], ["1.1", "failed"]],
  );
  assertEquals(rows.state.value.seen, 3);
});

Deno.test("LiveRows holds no more than the page can, and counts on", async () => {
  using tail = live("console");
  const { rows, bodies, settle } = tail;
  await settle();
  bodies[0]?.tell(...range(1, MOST + 5).map((seq) => ({ seq, text: "x", kept: true })));
  await settle();
  const { seen, rows: held } = rows.state.value;
  assertEquals([held.length, held[0]?.seq, seen], [MOST, MOST + 5, MOST + 5]);
  rows.clear();
  assertEquals([rows.state.value.rows, rows.state.value.seen], [[], MOST + 5]);
});

Deno.test("LiveRows opens its tail again when it ended, and says how often", async () => {
  using tail = live("console");
  const { rows, bodies, settle, time } = tail;
  await settle();
  bodies[0]?.tell({ seq: 1, text: "a", kept: true });
  await settle();
  bodies[0]?.end();
  await settle();
  assertEquals([rows.state.value.open, rows.state.value.breaks], [false, 0]);
  await time.tickAsync(500);
  assertEquals([rows.state.value.open, rows.state.value.breaks, bodies.length], [true, 1, 2]);
  bodies[1]?.tell({ seq: 2, text: "b", kept: true });
  await settle();
  assertEquals(rows.state.value.rows.map(({ seq }) => seq), [2, 1]);
});

Deno.test("LiveRows says that the server does not answer, and asks again", async () => {
  let asked = 0;
  using _page = pageGlobals(() => {
    asked++;
    return new Promise(() => {});
  });
  using time = new FakeTime();
  const rows = new LiveRows({ key: "shop", tab: "console", pages: 1 });
  await time.tickAsync(41_000);
  assertEquals([rows.state.value.trouble, asked], ["pagetap does not answer", 2]);
  rows.close();
  await time.tickAsync(0);
});

Deno.test("LiveRows says why its tail is refused, until it is open", async () => {
  const answers = [
    Response.json({ error: "too many tails" }, { status: 429 }),
    new EventBody().response,
  ];
  using _page = pageGlobals((path) =>
    path.startsWith("/tail")
      ? answers.shift() ?? new Response()
      : Response.json({ capture: true, tail_url: "/tail" })
  );
  using time = new FakeTime();
  const rows = new LiveRows({ key: "shop", tab: "console", pages: 1 });
  await time.tickAsync(0);
  const { open, trouble } = rows.state.value;
  assertEquals([open, trouble], [false, "too many tails"]);
  await time.tickAsync(1_000);
  assertEquals([rows.state.value.open, rows.state.value.trouble], [true, null]);
  rows.close();
  await time.tickAsync(0);
});
