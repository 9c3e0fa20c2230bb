import { assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { Grid, gridTest } from "../grid/parts.ts";
import { type BrowserName, BROWSERS, Pagetap, startSite } from "./harness.ts";
import { type Leaver, LEAVERS } from "./leavers.ts";
import { sideBySide, until } from "./until.ts";

/** Milliseconds within which the session must be free for the next call. */
const FREE_MS = 2_000;
/** Milliseconds that anything is waited for; a browser takes long to start on a busy machine. */
const WAIT_MS = 60_000;
/** Makes a request longer than those of which `Deno.serve` sees that its caller has left. */
const PAD = "x".repeat(1_000);
/** What the page is given to keep. */
const KEPT = "kept";

/** Calls that take as long as they may. */
const LONG_CALLS = {
  execute_script: { script: `await new Promise(() => {}) // ${PAD}` },
  wait_for: { text: PAD, timeout: 60 },
} as const;

/** When an open is cancelled, in milliseconds after it was taken: there is no telling where it is by then. */
const MOMENTS_MS = [0, 300, 1_000];

interface Current {
  readonly live: boolean;
  readonly opening?: true;
  readonly ended?: string;
  readonly calls: number;
  readonly tabs: readonly unknown[];
}

let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  site = await startSite();
});
Deno.test.afterAll(async () => {
  await site.stop();
});

function current(pagetap: Pagetap, workspace: string): Promise<Current> {
  return pagetap.read(workspace, "workspace://current");
}

/**
 * How many processes have the folder, or one in it, for their temporary one; without chromedriver, of
 * which one serves all browsers and stays.
 */
async function processesIn(folder: string): Promise<number> {
  let count = 0;
  for await (const { name: pid } of Deno.readDir("/proc")) {
    const look = (file: string) => Deno.readTextFile(`/proc/${pid}/${file}`).catch(() => "");
    if (!/^\d+$/.test(pid) || !(await look("environ")).includes(`TMPDIR=${folder}`)) continue;
    if ((await look("comm")).trim() !== "chromedriver") count++;
  }
  return count;
}

/** How many calls the server knows to be cancelled. */
async function cancelled(pagetap: Pagetap): Promise<number> {
  const text = await (await fetch(`${pagetap.address}/metrics`)).text();
  const counts = text.matchAll(/^pagetap_calls_total\{.*outcome="cancelled".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Begins a call and waits until it holds the session. */
async function begin(
  pagetap: Pagetap,
  workspace: string,
  leaver: Leaver,
  tool: keyof typeof LONG_CALLS = "execute_script",
): Promise<() => Promise<void>> {
  const { address } = pagetap;
  const { calls } = await current(pagetap, workspace);
  const leave = await leaver({ address, workspace, tool, args: LONG_CALLS[tool] });
  const now = () => current(pagetap, workspace);
  await until(async () => (await now()).calls > calls, WAIT_MS, now);
  return leave;
}

/** The next call is answered soon, by the page as it was. */
async function isFree(pagetap: Pagetap, workspace: string): Promise<void> {
  const began = performance.now();
  const { value, notices, page } = await pagetap.call(workspace, "execute_script", {
    script: "return globalThis.kept",
  });
  assertLess(performance.now() - began, FREE_MS);
  assertEquals({ value, notices, page }, { value: KEPT, notices: undefined, page: undefined });
}

/** Leaves running calls in every way there is. */
async function leaveRunning(pagetap: Pagetap, workspace: string): Promise<void> {
  const { tabs } = await current(pagetap, workspace);
  for (const [name, leaver] of Object.entries(LEAVERS)) {
    for (const tool of ["execute_script", "wait_for"] as const) {
      try {
        const leave = await begin(pagetap, workspace, leaver, tool);
        await leave();
        await isFree(pagetap, workspace);
        assertEquals((await current(pagetap, workspace)).tabs, tabs);
      } catch (error) {
        throw new Error(`${tool}: ${name}`, { cause: error });
      }
    }
  }
}

/** Leaves a call that waits for its turn: it never runs, and whoever came after it does. */
async function leaveQueue(pagetap: Pagetap, workspace: string): Promise<void> {
  const { calls } = await current(pagetap, workspace);
  const release = await begin(pagetap, workspace, LEAVERS["a JSON client aborts its fetch"]);
  const before = await cancelled(pagetap);
  const leave = await LEAVERS["a client closes the socket of its event stream"]({
    address: pagetap.address,
    workspace,
    tool: "execute_script",
    args: { script: `globalThis.kept = "changed" // ${PAD}` },
  });
  const last = pagetap.call(workspace, "execute_script", { script: "return globalThis.kept" });
  await leave();
  await until(async () => await cancelled(pagetap) > before, WAIT_MS, () => cancelled(pagetap));
  assertEquals((await current(pagetap, workspace)).calls, calls + 1, "it waited for its turn");
  await release();
  const { value, call } = await last;
  assertEquals([value, call], [KEPT, calls + 2]);
}

/** Leaves a call that waits for what it began: the session is free, and what comes of it is told late. */
async function leaveSettling(pagetap: Pagetap, workspace: string): Promise<void> {
  const call = (await current(pagetap, workspace)).calls + 1;
  const states = async () => {
    const { requests } = await pagetap.network(workspace, `?call=${call}`);
    return requests.map(({ state }) => state).join();
  };
  const leave = await LEAVERS["a modern MCP client cancels"]({
    address: pagetap.address,
    workspace,
    tool: "execute_script",
    // The second fetch is over when the script is, so the browser has told of the first one.
    args: { script: `void fetch("/e/fail?ms=4000"); await fetch("/e/json") // ${PAD}` },
  });
  await until(async () => await states() === "complete,pending", WAIT_MS, states);
  await leave();
  await isFree(pagetap, workspace);
  await until(async () => await states() === "complete,complete", WAIT_MS, states);
  const { page } = await pagetap.call(workspace, "extract");
  assertEquals(page?.late?.map((late) => [late.call, late.failed_requests]), [[call, 1]]);
}

/** Leaves calls that wait for a page which does not come: the one that is there stays. */
async function leaveNavigating(pagetap: Pagetap, browser: BrowserName): Promise<void> {
  const workspace = browser;
  const url = `${site.origin}/e/hang?${PAD}`;
  const script = `location.href = arguments[0]; await new Promise(() => {})`;
  const { tabs } = await current(pagetap, workspace);
  const calls = [["navigate", { url }], ["execute_script", { script, args: [url] }]] as const;
  // Firefox does not tell that a page goes of itself; it is only asked to.
  for (const [tool, args] of browser === "chrome" ? calls : calls.slice(0, 1)) {
    const leave = await LEAVERS["a modern MCP client cancels"]({
      address: pagetap.address,
      workspace,
      tool,
      args,
    });
    const state = async () => (await pagetap.network(workspace, "?url=hang")).requests[0]?.state;
    await until(async () => await state() === "pending", WAIT_MS, state);
    await leave();
    await isFree(pagetap, workspace);
    await until(async () => await state() !== "pending", WAIT_MS, state);
    assertEquals((await current(pagetap, workspace)).tabs, tabs);
  }
}

/** Leaves calls of both browsers, side by side. */
async function leaveCalls(pagetap: Pagetap): Promise<void> {
  const leave = async (browser: BrowserName) => {
    const args = { browser, url: `${site.origin}/p/blank`, settle_ms: 5_000 };
    await pagetap.session(browser, args, async () => {
      const script = `globalThis.kept = "${KEPT}"`;
      await pagetap.call(browser, "execute_script", { script });
      await leaveRunning(pagetap, browser);
      await leaveQueue(pagetap, browser);
      await leaveSettling(pagetap, browser);
      await leaveNavigating(pagetap, browser);
    });
  };
  await sideBySide(Object.fromEntries(BROWSERS.map((browser) => [browser, () => leave(browser)])));
}

/** Begins an open whose first page does not come. */
function beginOpen(
  pagetap: Pagetap,
  browser: BrowserName,
  workspace: string = browser,
  leaver: Leaver = LEAVERS["a modern MCP client cancels"],
): Promise<() => Promise<void>> {
  const args = { browser, url: `${site.origin}/e/hang?${PAD}` };
  return leaver({ address: pagetap.address, workspace, tool: "open_session", args });
}

/** Nothing is open any more, and the next call says why. */
async function isClosed(pagetap: Pagetap, workspace: string): Promise<void> {
  const now = () => current(pagetap, workspace);
  await until(
    async () => {
      const { live, opening } = await now();
      return !live && !opening;
    },
    WAIT_MS,
    now,
  );
  const { status, message } = await pagetap.refused(workspace, "extract");
  assertEquals(status, 404);
  assertStringIncludes(message, "the open_session that had begun it was cancelled");
}

Deno.test("a call whose caller leaves frees the session and keeps the page", async () => {
  await using pagetap = await Pagetap.start();
  await leaveCalls(pagetap);
});

gridTest("a call whose caller leaves frees a session of a Grid and keeps the page", async () => {
  await using grid = await Grid.standalone();
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  await leaveCalls(pagetap);
  await grid.taken(0, WAIT_MS);
});

for (const browser of BROWSERS) {
  Deno.test(`an open that is cancelled leaves no browser: ${browser}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "pagetap-cancel-" });
    try {
      await using pagetap = await Pagetap.start({ TMPDIR: folder });
      // The server is one of them.
      const processes = async () => await processesIn(folder) - 1;
      const stages: [leaver: Leaver, stage: () => Promise<boolean>][] = [
        [
          LEAVERS["a JSON client aborts its fetch"],
          async () => (await current(pagetap, browser)).opening === true,
        ],
        [LEAVERS["a 2025 MCP client says it has cancelled"], async () => await processes() > 0],
        [
          LEAVERS["a modern MCP client cancels"],
          async () => (await current(pagetap, browser)).calls > 0,
        ],
      ];
      for (const [leaver, stage] of stages) {
        const leave = await beginOpen(pagetap, browser, browser, leaver);
        await until(stage, WAIT_MS, () => current(pagetap, browser));
        await leave();
        const left = async () => [
          await processes(),
          ...[...Deno.readDirSync(folder)].map(({ name }) => name),
        ];
        await until(async () => (await left()).join() === "0", WAIT_MS, left);
        await isClosed(pagetap, browser);
      }
      await pagetap.session(browser, { browser }, async () => {});
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

gridTest(
  "an open that is cancelled leaves no slot of a Grid taken, and no request in its queue",
  async () => {
    await using grid = await Grid.standalone();
    await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
    await sideBySide(Object.fromEntries(
      BROWSERS.map((browser) => [browser, async () => {
        for (const ms of MOMENTS_MS) {
          const leave = await beginOpen(pagetap, browser);
          await until(async () => (await current(pagetap, browser)).opening === true, WAIT_MS);
          await new Promise((resolve) => setTimeout(resolve, ms));
          await leave();
          await isClosed(pagetap, browser);
        }
        const leave = await beginOpen(pagetap, browser);
        await until(async () => (await current(pagetap, browser)).live, WAIT_MS);
        await leave();
        await isClosed(pagetap, browser);
      }]),
    ));
    await grid.taken(0, WAIT_MS);

    await Promise.all(
      BROWSERS.map((browser) => pagetap.call(browser, "open_session", { browser })),
    );
    const waiting = await Promise.all(
      BROWSERS.flatMap((browser) =>
        ["next", "after"].map((place) => beginOpen(pagetap, browser, `${browser}-${place}`))
      ),
    );
    // Of each browser one stands in the Grid's queue, the other in pagetap's line.
    await until(async () => await grid.queued() === BROWSERS.length, WAIT_MS);
    await Promise.all(waiting.map((leave) => leave()));
    await until(async () => await grid.queued() === 0, WAIT_MS);
    for (const browser of BROWSERS) await pagetap.call(browser, "end_browser");
    await grid.taken(0, WAIT_MS);
    // What was left behind would take the slots that these need.
    await Promise.all(
      BROWSERS.map((browser) => pagetap.session(browser, { browser }, async () => {})),
    );
    await grid.taken(0, WAIT_MS);
  },
);
