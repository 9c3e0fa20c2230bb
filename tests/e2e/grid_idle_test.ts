import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { delay } from "@std/async";
import { FaultProxy, type FaultProxyOptions, Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { logged, loggedUntil } from "./logged.ts";
import { sideBySide, until } from "./until.ts";

/** Seconds after which the Grid ends a session that is left alone. */
const TIMEOUT_S = 15;
/**
 * Milliseconds after its last call in which it has to be known to have ended: the Grid looks for such
 * sessions every 30 s, and two listings have to miss it.
 */
const REAPED_MS = (2 * TIMEOUT_S + 90) * 1_000;
/** Milliseconds in which the Grid would be asked again for what a listing says. */
const LISTING_MS = 32_000;
/** Lines of a page that says little, and milliseconds between them. */
const TICKS = 5;
const TICK_MS = 8_000;

const PAGES = {
  chatty: `let n = 0; setInterval(() => console.log("chat " + ++n), 100);`,
  quiet: `console.log("quiet")`,
  ticks: `let n = 0; const begin = () => { const timer = setInterval(() => {
    console.log("tick " + ++n);
    if (n === ${TICKS}) { clearInterval(timer); say("over"); }
  }, ${TICK_MS}); };
  cue("begin").then(begin);`,
};

interface Current {
  readonly live: boolean;
  readonly capturing: boolean;
  readonly paused?: string;
  readonly ended?: string;
}

/** A server behind a proxy, with a captured session of each browser on a page. */
class Behind implements AsyncDisposable {
  readonly proxy: FaultProxy;
  readonly pagetap: Pagetap;
  readonly site = new CueSite(PAGES);

  private constructor(proxy: FaultProxy, pagetap: Pagetap) {
    this.proxy = proxy;
    this.pagetap = pagetap;
  }

  /** One browser after another: they take the whole machine while they start. */
  static async open(
    grid: Grid,
    page: keyof typeof PAGES,
    options?: FaultProxyOptions,
  ): Promise<Behind> {
    const proxy = FaultProxy.start(grid.url, options);
    const behind = new Behind(proxy, await Pagetap.start({ GRID_URL: proxy.url }));
    const url = `${behind.site.origin}/${page}`;
    for (const browser of BROWSERS) {
      await behind.pagetap.call(browser, "open_session", { browser, url, capture: true });
    }
    return behind;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await each((browser) => this.pagetap.post(browser, "end_browser"));
    await this.pagetap.stop();
    await this.proxy.close();
    await this.site[Symbol.asyncDispose]();
  }
}

async function each(task: (browser: string) => Promise<unknown>): Promise<void> {
  await Promise.all(BROWSERS.map(task));
}

async function leftAlone(grid: Grid, { pagetap, site }: Behind, listings: () => number) {
  await each(async (browser) => {
    const current = () => pagetap.read<Current>(browser, "workspace://current");
    await pagetap.call(browser, "extract");
    const calledAt = performance.now();
    const idle = await until(
      async () => (await current()).capturing ? null : await current(),
      (TIMEOUT_S + 5) * 1_000,
      current,
    );
    assertGreater(performance.now() - calledAt, (TIMEOUT_S - 1) * 1_000);
    assertEquals([idle.live, idle.paused], [true, "idle"]);
    const left = () => REAPED_MS - (performance.now() - calledAt);
    const held = async () => (await grid.sessions()).some((each) => each.browser === browser);
    await until(async () => !await held(), left());
    const ended = await until(
      async () => (await current()).paused === "idle" ? null : await current(),
      left(),
      current,
    );
    assertEquals([ended.live, ended.capturing], [false, false]);
    assertEquals([ended.paused, ended.ended], ["the Grid ended it", "the Grid ended it"]);
    const { paused, entries, gaps } = await pagetap.console(browser);
    assertEquals(paused, "the Grid ended it");
    assert(entries.length > 0 && gaps.length > 0);
  });
  // Nothing is owed any more but that the slot is looked for once, and then nothing is asked.
  await delay(1_000);
  const asked = listings();
  assertGreater(asked, 0);
  await delay(LISTING_MS);
  assertEquals(listings(), asked);
  await each(async (browser) => {
    const { url, reopened } = await pagetap.call(browser, "extract");
    assertEquals(url, `${site.origin}/chatty`);
    assertEquals(reopened, { why: "the Grid ended it" });
    assert((await pagetap.console(browser)).capturing);
  });
}

/** Its own beat comes more often than every 20 s. */
async function idleFor20s({ pagetap }: Behind): Promise<void> {
  await delay(45_000);
  await each(async (browser) => {
    const { capturing, gaps } = await pagetap.console(browser);
    assertEquals([capturing, gaps], [true, []]);
  });
  assertEquals(pagetap.log.match(/connection lost.*/), null);
}

async function idleFor5s({ proxy, pagetap, site }: Behind): Promise<void> {
  proxy.idle(5_000);
  site.give("begin");
  await site.said("over", BROWSERS.length, 2 * TICKS * TICK_MS);
  const ticks = Array.from({ length: TICKS }, (_, n) => `tick ${n + 1}`);
  assertEquals(await loggedUntil(pagetap, "chrome", TICKS), ticks);
  const heard = await logged(pagetap, "firefox");
  assertEquals(heard, ticks.filter((tick) => heard.includes(tick)));
  await each(async (browser) => {
    const { gaps } = await pagetap.console(browser);
    assertLess(1, gaps.length);
    await until(async () => (await pagetap.console(browser)).capturing);
    assertEquals((await pagetap.call(browser, "extract")).reopened, undefined);
  });
}

gridTest(
  "what is left alone is dropped, heard again, or ended by the Grid, and says so",
  async () => {
    await using patient = await Grid.standalone({ chrome: 2, firefox: 2 });
    await using grid = await Grid.standalone({ sessionTimeoutS: TIMEOUT_S });
    let listings = 0;
    const sent = (chunk: Uint8Array) => {
      if (new TextDecoder().decode(chunk).startsWith("GET /status ")) listings++;
    };
    {
      await using quiet = await Behind.open(patient, "quiet", { idleMs: 20_000 });
      await using ticks = await Behind.open(patient, "ticks");
      await using alone = await Behind.open(grid, "chatty", { sent });
      await sideBySide({
        leftAlone: () => leftAlone(grid, alone, () => listings),
        idleFor20s: () => idleFor20s(quiet),
        idleFor5s: () => idleFor5s(ticks),
      });
    }
    await patient.taken(0, 10_000);
    await grid.taken(0, 10_000);
  },
);
