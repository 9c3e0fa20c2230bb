import { assert, assertEquals, assertRejects } from "@std/assert";
import type { Lease, Session } from "../../../drivers/driver.ts";
import { Grid } from "../../../drivers/grid/grid.ts";
import { GridSession } from "../../../drivers/grid/session.ts";
import { FakeGrid, goneBody } from "./fake_grid.ts";

const NEVER = new AbortController().signal;
const ID = "265c1f2c-171b-4063-bba0-be7378ea8b7f";

/** A session that a fake Grid is asked about, whether or not it holds it. */
function fixture(fake: FakeGrid, browser: "chrome" | "firefox" = "chrome", id = ID) {
  const grid = new Grid({ url: fake.url, ca: null });
  const session: Session = new GridSession(grid, { browser, id, timeoutMs: 40_000, node: null });
  assert(session.lease);
  const lease: Lease = session.lease;
  return { grid, session, lease, [Symbol.dispose]: () => grid.client.close() };
}

/** Answers every request for a session's URL so. */
function urlAnswers(fake: FakeGrid, status: number, body: unknown): void {
  fake.fault = (_, path) => path.endsWith("/url") ? Response.json(body, { status }) : null;
}

function error(error: string, message = "") {
  return { value: { error, message } };
}

Deno.test("GridSession has the address of its socket from the Grid's", () => {
  const grid = new Grid({ url: "https://u:p@host/grid", ca: null });
  const session: Session = new GridSession(grid, {
    browser: "firefox",
    id: ID,
    timeoutMs: 1,
    node: null,
  });
  assertEquals(session.socketUrl, `wss://host/grid/session/${ID}/se/bidi`);
  assertEquals(session.socketHeaders, { Authorization: `Basic ${btoa("u:p")}` });
  assertEquals([session.newSession, session.reconnects, session.unwedge], [null, true, undefined]);
  assertEquals(session.socketCa, undefined);
  assertEquals(session.lease?.timeoutMs, 1);
  grid.client.close();
});

const alive: [string, number, unknown][] = [
  ["a page", 200, { value: "about:blank" }],
  [
    "an open dialog",
    500,
    error("unexpected alert open", "unexpected alert open: {Alert text : 1}"),
  ],
  ["a page that is closed", 404, error("no such window", "no such window")],
];
for (const [what, status, body] of alive) {
  Deno.test(`probe() finds a session with ${what} live`, async () => {
    await using fake = await FakeGrid.start();
    using made = fixture(fake);
    urlAnswers(fake, status, body);
    assertEquals(await made.lease.probe(NEVER), { kind: "live" });
  });
}

const gone: [string, unknown][] = [
  [
    "the Grid ended it: session timed out due to inactivity",
    goneBody(ID, "session timed out due to inactivity"),
  ],
  [
    "the Grid ended it: session closed normally (QUIT command)",
    goneBody(ID, "session closed normally (QUIT command)"),
  ],
  ["the Grid no longer knows it", goneBody(ID)],
  ["the browser on the Grid has ended", error("invalid session id", "invalid session id")],
];
for (const [why, body] of gone) {
  Deno.test(`probe() finds a session gone: ${why}`, async () => {
    await using fake = await FakeGrid.start();
    using made = fixture(fake);
    urlAnswers(fake, 404, body);
    assertEquals(await made.lease.probe(NEVER), { kind: "gone", why });
  });
}

Deno.test("probe() cannot tell from what is not the session's answer", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  fake.fault = () => new Response("<html>", { status: 502 });
  assertEquals(await made.lease.probe(NEVER), {
    kind: "unknown",
    why: `the Grid at ${fake.url} answered with HTTP 502 and nothing of WebDriver`,
  });
  urlAnswers(fake, 500, error("unknown error", `Unable to reach session ${ID}\nBuild info: x`));
  assertEquals(await made.lease.probe(NEVER), {
    kind: "unknown",
    why: `the Grid at ${fake.url} said: Unable to reach session •••`,
  });
});

Deno.test("probe() looks again when a driver cannot read its browser", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake, "firefox");
  const answers = [
    Response.json(error("unknown error", "Failed to decode response from marionette"), {
      status: 500,
    }),
    Response.json(error("invalid session id"), { status: 404 }),
  ];
  fake.fault = () => answers.shift() ?? null;
  assertEquals(await made.lease.probe(NEVER), {
    kind: "gone",
    why: "the browser on the Grid has ended",
  });
});

Deno.test("probe() tells a driver that died from a node that is not reached", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  const refused = (host: string) =>
    urlAnswers(
      fake,
      500,
      error(
        "unknown error",
        "Unable to execute request for an existing session: " +
          `Connection error (GET http://${host}/session/${ID}/url)\nBuild info: x`,
      ),
    );
  refused("localhost:9695");
  assertEquals(await made.lease.probe(NEVER), {
    kind: "gone",
    why:
      "its driver on the Grid has ended, and its slot may stay taken until the session's time is up",
  });
  refused("node.test:5555");
  assertEquals(await made.lease.probe(NEVER), {
    kind: "unknown",
    why: `the Grid at ${fake.url} does not reach its node node.test:5555`,
  });
  // One that has died is soon listed no more.
  fake.nodes = [];
  assertEquals((await made.lease.probe(NEVER)).kind, "unknown");
});

Deno.test("probe() and listing() cannot tell when nobody listens", async () => {
  const fake = await FakeGrid.start();
  using made = fixture(fake);
  const { url } = fake;
  await fake[Symbol.asyncDispose]();
  const why = `the Grid at ${url} refused the connection`;
  assertEquals(await made.lease.probe(NEVER), { kind: "unknown", why });
  assertEquals(await made.lease.listing(0, NEVER), { number: 1, kind: "unknown", why });
});

Deno.test("probe() and listing() throw the signal's reason", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  const aborted = AbortSignal.abort(new Error("enough"));
  await assertRejects(() => made.lease.probe(aborted), Error, "enough");
  await assertRejects(() => made.lease.listing(0, aborted), Error, "enough");
  await made.grid.listings.get(60_000);
});

Deno.test("listing() is one for all sessions, and says of each whether it is listed", async () => {
  await using fake = await FakeGrid.start();
  fake.occupy("chrome");
  const [held = ""] = fake.sessions.keys();
  using absent = fixture(fake);
  const listed = new GridSession(absent.grid, {
    browser: "chrome",
    id: held,
    timeoutMs: 1,
    node: null,
  });
  assertEquals(
    await Promise.all([absent.lease.listing(60_000, NEVER), listed.lease.listing(60_000, NEVER)]),
    [{ number: 1, kind: "absent" }, { number: 1, kind: "listed" }],
  );
  assertEquals(fake.requests, ["GET /status"]);
});

Deno.test("listing() knows nothing of a Grid without nodes, and takes a node that is down", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  fake.nodes = [];
  const why = `the Grid at ${fake.url} shows no node`;
  assertEquals(await made.lease.listing(0, NEVER), { number: 1, kind: "unknown", why });
  const slots = [{ stereotype: {}, session: { sessionId: ID } }];
  fake.nodes = [{ availability: "DOWN", slots }];
  await new Promise((resolve) => setTimeout(resolve, 2));
  assertEquals(await made.lease.listing(0, NEVER), { number: 2, kind: "listed" });
});

Deno.test("unwedge() asks until it is answered", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  let left = 17;
  fake.fault = () =>
    left-- > 0
      ? Response.json(error("unknown error"), { status: 500 })
      : Response.json({ value: "about:blank" });
  assertEquals(await made.session.unwedge?.(NEVER), true);
  assertEquals(fake.requests.length, 18);
});

Deno.test("unwedge() gives up after 200 tries, and at once for a session that is gone", async () => {
  await using fake = await FakeGrid.start();
  using made = fixture(fake);
  urlAnswers(fake, 500, error("unknown error"));
  assertEquals(await made.session.unwedge?.(NEVER), false);
  assertEquals(fake.requests.length, 200);
  urlAnswers(fake, 404, goneBody(ID));
  assertEquals(await made.session.unwedge?.(NEVER), false);
  assertEquals(fake.requests.length, 201);
});

Deno.test("unwedge() gives up at once when there is no way to the Grid", async () => {
  const fake = await FakeGrid.start();
  using made = fixture(fake);
  await fake[Symbol.asyncDispose]();
  assertEquals(await made.session.unwedge?.(NEVER), false);
  assertEquals(await made.session.unwedge?.(AbortSignal.abort()), false);
});

Deno.test("end() deletes the session once, however often it is called", async () => {
  await using fake = await FakeGrid.start();
  fake.occupy("chrome");
  const [id = ""] = fake.sessions.keys();
  using made = fixture(fake, "chrome", id);
  await Promise.all([made.session.end(), made.session.end()]);
  assertEquals(fake.sessions.size, 0);
  assertEquals(fake.requests, ["DELETE /session/ID"]);
});

Deno.test("end() asks the node a session was last listed with, when the Grid lists neither yet", async () => {
  await using fake = await FakeGrid.start();
  await using node = await FakeGrid.start();
  const { origin } = new URL(node.url);
  for (const listed of [false, true]) {
    const grid = new Grid({ url: fake.url, ca: null });
    const identity = { browser: "chrome", id: ID, timeoutMs: 1, node: origin } as const;
    fake.fault = (method) =>
      method === "DELETE" ? Response.json(goneBody(ID), { status: 404 }) : null;
    fake.nodes = listed ? [{ uri: origin, availability: "UP", slots: [] }] : [];
    await new GridSession(grid, identity).end();
    assertEquals(node.requests, ["DELETE /session/ID"]);
    grid.client.close();
  }
});
