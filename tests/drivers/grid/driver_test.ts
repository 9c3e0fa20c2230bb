import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type BrowserName, DriverError, type Session } from "../../../drivers/driver.ts";
import { GridDriver } from "../../../drivers/grid/driver.ts";
import { Grid } from "../../../drivers/grid/grid.ts";
import { FakeGrid } from "./fake_grid.ts";
import { FakeTime } from "./fake_time.ts";

const NEVER = new AbortController().signal;
const ASK = { signal: NEVER, timeoutMs: 60_000 };

/** A driver on a fake Grid, in time of the test's own. */
function fixture(fake: FakeGrid, browser: BrowserName = "chrome", url = fake.url) {
  const time = new FakeTime();
  const grid = new Grid({ url, ca: null }, time);
  const driver = new GridDriver(browser, grid);
  return {
    time,
    grid,
    driver,
    /** Lets time pass, in small steps that leave requests their turns, until `is`. */
    async pass(is: () => boolean): Promise<void> {
      for (let i = 0; i < 2_000 && !is(); i++) {
        await new Promise((resolve) => setTimeout(resolve));
        await time.advance(50);
      }
      assert(is(), "it does not come to that");
    },
    async [Symbol.asyncDispose]() {
      let closed = false;
      const closing = driver.close().then(() => closed = true);
      await this.pass(() => closed);
      await closing;
    },
  };
}

Deno.test("start() gives a session held as long as its node says", async () => {
  await using fake = await FakeGrid.start({ sessionTimeoutMs: 30_000 });
  await using made = fixture(fake, "firefox");
  const session: Session = await made.driver.start(ASK);
  const [id] = fake.sessions.keys();
  assertEquals(session.socketUrl, `ws://${fake.host}/session/${id}/se/bidi`);
  assertEquals(session.lease?.timeoutMs, 30_000);
  assertEquals(fake.wanted[0]?.capabilities.alwaysMatch.browserName, "firefox");
  assertEquals(made.driver.ownAddresses(), [fake.host, "node.test:5555", "localhost:18946"]);
});

for (const downloads of [true, false]) {
  Deno.test(`start() asks for downloads where a node hands them out: ${downloads}`, async () => {
    await using fake = await FakeGrid.start({ downloads });
    await using made = fixture(fake);
    await made.driver.start(ASK);
    const asked = fake.wanted[0]?.capabilities.alwaysMatch["se:downloadsEnabled"];
    assertEquals(asked, downloads || undefined);
  });
}

Deno.test("start() takes 300 s for the time of a Grid that does not say", async () => {
  await using fake = await FakeGrid.start();
  await using made = fixture(fake);
  fake.nodes = [];
  assertEquals((await made.driver.start(ASK)).lease?.timeoutMs, 300_000);
});

Deno.test("start() sends user and password, and goes through a prefix", async () => {
  await using fake = await FakeGrid.start();
  fake.fault = (_, path) => path.startsWith("/grid/") ? new Response("", { status: 404 }) : null;
  const url = `http://annabel:hunter22@${fake.host}/grid/`;
  await using made = fixture(fake, "chrome", url);
  const error = await assertRejects(() => made.driver.start(ASK), DriverError);
  assertEquals(fake.requests.slice(0, 2), ["GET /grid/status", "POST /grid/session"]);
  assertEquals(fake.authorizations[1], `Basic ${btoa("annabel:hunter22")}`);
  assertEquals(/annabel|hunter22/.test(error.message), false);
});

Deno.test("start() is served in the order of the calls, one at a time while the Grid is full", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 1 } });
  await using made = fixture(fake);
  const order: number[] = [];
  const queued: number[] = [];
  const all = [0, 1, 2, 3, 4].map(async (name) => {
    const session = await made.driver.start(ASK);
    order.push(name);
    queued.push(fake.queue.length);
    await session.end();
  });
  let done = false;
  const finished = Promise.all(all).then(() => done = true);
  await made.pass(() => done);
  await finished;
  assertEquals(order, [0, 1, 2, 3, 4]);
  assert(Math.max(...queued) <= 1, `${queued} stood in the Grid's queue`);
});

Deno.test("start() sends as many at once as there are slots", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 3 } });
  await using made = fixture(fake);
  const gate = Promise.withResolvers<void>();
  fake.made = () => gate.promise;
  const starts = [0, 1, 2].map(() => made.driver.start(ASK));
  await made.pass(() => fake.sessions.size > 1);
  gate.resolve();
  await made.pass(() => fake.sessions.size === 3);
  assertEquals((await Promise.all(starts)).length, 3);
});

Deno.test("start() tells what it waits for, when that has changed", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 1 } });
  fake.occupy("chrome");
  await using made = fixture(fake);
  const told: string[][] = [[], []];
  const starts = told.map((words) =>
    made.driver.start({ ...ASK, progress: (message) => void words.push(message) })
  );
  await made.pass(() => told.every((words) => words.length > 0));
  const full = "the Grid is full: 1 of 1 chrome slot is taken; ";
  await made.pass(() => made.time.now() > 10_000);
  assertEquals(told, [[`${full}this request is next`], [`${full}1 request is ahead`]]);
  fake.drop([...fake.sessions.keys()][0] ?? "");
  const first = await starts[0];
  await made.pass(() => told[1]?.length === 2);
  assertEquals(told[1]?.[1], `${full}this request is next`);
  await first?.end();
  await starts[1];
});

Deno.test("start() fails with the state of the Grid when its time is up, and holds nothing", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 1 } });
  fake.occupy("chrome");
  await using made = fixture(fake);
  let failed: unknown = null;
  made.driver.start({ ...ASK, timeoutMs: 3_000 }).catch((error) => failed = error);
  await fake.until(() => fake.queue.length === 1);
  await made.pass(() => failed !== null);
  assert(failed instanceof DriverError);
  assertEquals(
    failed.message,
    "no chrome became free on the Grid within 3 s: 1 of 1 chrome slot is taken; " +
      "end a session there, or raise OPEN_TIMEOUT",
  );
  await made.pass(() => fake.queue.length === 0);
  assertEquals(fake.sessions.size, 1);
});

Deno.test("start() ends at once when aborted, in line and in the Grid's queue", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 1 } });
  fake.occupy("chrome");
  await using made = fixture(fake);
  const abort = new AbortController();
  const ask = { ...ASK, signal: abort.signal };
  const starts = [0, 1].map(() => assertRejects(() => made.driver.start(ask), Error, "enough"));
  await fake.until(() => fake.queue.length === 1);
  abort.abort(new Error("enough"));
  await Promise.all(starts);
  await fake.until(() => fake.queue.length === 0);
  await assertRejects(() => made.driver.start(ask), Error, "enough");
  assertEquals(fake.wanted.length, 1);
});

Deno.test("start() that is given up leaves no slot held by a session made all the same", async () => {
  await using fake = await FakeGrid.start();
  await using made = fixture(fake);
  const gate = Promise.withResolvers<void>();
  fake.made = () => gate.promise;
  const abort = new AbortController();
  const start = made.driver.start({ ...ASK, signal: abort.signal });
  await fake.until(() => fake.sessions.size === 1);
  abort.abort(new Error("enough"));
  await assertRejects(() => start, Error, "enough");
  gate.resolve();
  assertEquals(fake.sessions.size, 1);
  await made.pass(() => fake.sessions.size === 0);
  assertEquals(made.time.now() >= 500, true);
});

Deno.test("start() asks again, with another tag, when a proxy gave up a request in the queue", async () => {
  await using fake = await FakeGrid.start();
  await using made = fixture(fake);
  const answer = Promise.withResolvers<Response>();
  fake.fault = (method) => method === "POST" ? answer.promise : null;
  const start = made.driver.start(ASK);
  await fake.until(() => fake.requests.includes("POST /session"));
  await made.time.advance(5_000);
  fake.fault = () => null;
  answer.resolve(new Response("<html>", { status: 504 }));
  await start;
  assertEquals(fake.requests.filter((request) => request === "POST /session").length, 2);
});

const refused: [string, () => Response, string][] = [
  [
    "a driver's refusal",
    () =>
      Response.json({
        value: {
          error: "session not created",
          message: "Could not start. Message: no memory\nBuild info: x",
        },
      }, { status: 500 }),
    "said: no memory",
  ],
  [
    "a proxy's 401",
    () => new Response("", { status: 401 }),
    "(HTTP 401); put them into it",
  ],
  ["a proxy's 504 at once", () => new Response("", { status: 504 }), "HTTP 504 and nothing of"],
  [
    "a browser without BiDi",
    () => Response.json({ value: { sessionId: "x1", capabilities: {} } }),
    "gave a chrome without WebDriver BiDi; update the node",
  ],
];
for (const [what, answer, words] of refused) {
  Deno.test(`start() says ${what} in a sentence that names the Grid`, async () => {
    await using fake = await FakeGrid.start();
    await using made = fixture(fake);
    fake.fault = (method) => method === "POST" ? answer() : null;
    const error = await assertRejects(() => made.driver.start(ASK), DriverError);
    assertStringIncludes(error.message, `Cannot start chrome: the Grid at ${fake.url} `);
    assertStringIncludes(error.message, words);
    assertEquals(error.message.includes("Build info"), false);
    const ended = () => fake.requests.includes("DELETE /session/ID");
    await made.pass(() => what !== "a browser without BiDi" || ended());
  });
}

Deno.test("start() says that nobody listens", async () => {
  const fake = await FakeGrid.start();
  await using made = fixture(fake);
  await fake[Symbol.asyncDispose]();
  await assertRejects(
    () => made.driver.start(ASK),
    DriverError,
    "refused the connection; start it, or correct GRID_URL",
  );
});

Deno.test("resume() gives the session of a ticket, and null for one of another Grid", async () => {
  await using fake = await FakeGrid.start();
  await using made = fixture(fake);
  const session = await made.driver.start(ASK);
  const { ticket } = session.lease;
  const user = fixture(fake, "chrome", fake.url.replace("//", "//ann:hunter22@"));
  assertEquals(ticket.includes("hunter22"), false);
  const resumed: Session | null = user.driver.resume(ticket, 7_000);
  assertEquals(resumed?.socketUrl, session.socketUrl);
  assertEquals(resumed?.lease?.timeoutMs, 7_000);
  assertEquals(await resumed?.lease?.probe(NEVER), { kind: "live" });
  assertEquals(user.driver.resume(ticket.replace("127.0.0.1", "127.0.0.2"), 1), null);
  assertEquals(user.driver.resume("{}", 1), null);
  await user[Symbol.asyncDispose]();
});

Deno.test("close() gives up what is being started, keeps sessions, and is safe twice", async () => {
  await using fake = await FakeGrid.start({ slots: { chrome: 1 } });
  await using made = fixture(fake);
  await made.driver.start(ASK);
  const start = made.driver.start(ASK);
  await fake.until(() => fake.queue.length === 1);
  const failed = assertRejects(() => start, DriverError, "the service is stopping");
  let closed = false;
  Promise.all([made.driver.close(), made.driver.close()]).then(() => closed = true);
  await made.pass(() => closed);
  await failed;
  await assertRejects(() => made.driver.start(ASK), DriverError, "the service is stopping");
  assertEquals(fake.sessions.size, 1);
});
