/**
 * What a call costs: over MCP against the bare BiDi commands it needs, and while the page floods the
 * console against the same call when it does not.
 *
 * @module
 */
import { decode, encode } from "../../bidi/codec.ts";
import { openSocket } from "../../bidi/socket.ts";
import { localDrivers } from "../../drivers/local.ts";
import { executeScript } from "../../page/execute_script.ts";
import type { BrowserName } from "../e2e/harness.ts";
import { FakePage } from "../fakes/page.ts";
import { type Figure, median } from "./ratios.ts";
import type { Server, Workspace } from "./server.ts";

const CALLS = 300;
const WARM_UP = 30;
/** Calls made in a flood, and as many before it. */
const FLOOD_CALLS = 100;
/** Most that a call may cost beyond its bare commands, in milliseconds. */
const MOST_MS = 3;
/** Some 2 000 lines a second, as long as the page is there. */
const FLOOD = `let n = 0; setInterval(() => { for (let i = 0; i < 20; i++) {
  console.log("flood", n++); } }, 10); return null;`;

const SCRIPT = "return 1";

/** A browser without pagetap in between. */
interface Bare extends AsyncDisposable {
  /** A `script.callFunction`, then the `browsingContext.getTree` of a flush. */
  call(functionDeclaration: string): Promise<void>;
}

/** The function that an `execute_script` sends: the script, and what makes its value plain and bounded. */
async function sentFunction(): Promise<string> {
  const page = new FakePage(() => new Error("not answered"));
  await executeScript(page, { script: SCRIPT }).catch(() => {});
  return String(page.sent[0]?.params.functionDeclaration);
}

async function bare(browser: BrowserName, url: string): Promise<Bare> {
  const driver = localDrivers({
    chrome: Deno.env.get("CHROME") ?? null,
    chromedriver: Deno.env.get("CHROMEDRIVER") ?? null,
    firefox: Deno.env.get("FIREFOX") ?? null,
    headed: false,
  })[browser];
  const session = await driver.start({
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  const transport = await openSocket(session.socketUrl, {
    timeoutMs: 10_000,
    acknowledge: browser === "firefox",
  });
  const replies = new Map<number, (result: unknown) => void>();
  transport.listen({
    frame(text) {
      const message = decode(text);
      if (message.kind === "result") replies.get(message.id)?.(message.result);
    },
    closed: () => {},
  });
  let next = 1;
  const send = (method: string, params: unknown) =>
    new Promise<unknown>((resolve) => {
      const id = next++;
      replies.set(id, (result) => {
        replies.delete(id);
        resolve(result);
      });
      transport.send(encode(id, method, params));
    });
  if (session.newSession) {
    await send("session.new", { capabilities: { alwaysMatch: session.newSession } });
  }
  const tree = await send("browsingContext.getTree", { maxDepth: 0 });
  const context = (tree as { contexts: { context: string }[] }).contexts[0]?.context;
  await send("browsingContext.navigate", { context, url, wait: "complete" });
  return {
    async call(functionDeclaration) {
      await send("script.callFunction", {
        functionDeclaration,
        awaitPromise: true,
        target: { context },
      });
      await send("browsingContext.getTree", { maxDepth: 0 });
    },
    async [Symbol.asyncDispose]() {
      transport.close();
      await session.end();
      await driver.close();
    },
  };
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await task();
  return performance.now() - began;
}

function script(workspace: Workspace): Promise<unknown> {
  return workspace.call("execute_script", { script: SCRIPT });
}

/** A call over MCP against the bare commands it sends, and against the least that runs a script, in turn. */
async function overBare(server: Server, browser: BrowserName, url: string): Promise<Figure[]> {
  await using direct = await bare(browser, url);
  await using workspace = await server.open(browser, url);
  const declaration = await sentFunction();
  const tasks = {
    sent: () => direct.call(declaration),
    least: () => direct.call("() => 1"),
    call: () => script(workspace),
  };
  const times: Record<keyof typeof tasks, number[]> = { sent: [], least: [], call: [] };
  for (let i = -WARM_UP; i < CALLS; i++) {
    for (const name of Object.keys(tasks) as (keyof typeof tasks)[]) {
      const took = await timed(tasks[name]);
      if (i >= 0) times[name].push(took);
    }
  }
  const [sent, least, call] = [median(times.sent), median(times.least), median(times.call)];
  const how = (commands: number) =>
    `medians of ${CALLS}, in turn: call ${call.toFixed(2)} ms, script.callFunction and ` +
    `browsingContext.getTree ${commands.toFixed(2)} ms`;
  return [
    {
      what: `execute_script over MCP beyond the bare BiDi commands it sends, ${browser}`,
      value: call - sent,
      unit: "ms",
      bound: { at: "most", value: MOST_MS },
      how: how(sent),
    },
    {
      what: `execute_script over MCP beyond the same with a function of one word, ${browser}`,
      value: call - least,
      unit: "ms",
      how: how(least),
    },
  ];
}

/** The same call before and in a flood. */
async function inFlood(server: Server, browser: BrowserName, url: string): Promise<Figure> {
  await using workspace = await server.open(browser, url);
  const measure = async () => {
    const all: number[] = [];
    for (let i = 0; i < FLOOD_CALLS; i++) all.push(await timed(() => script(workspace)));
    return all;
  };
  await measure();
  const idle = median(await measure());
  await workspace.call("execute_script", { script: FLOOD });
  const all = await measure();
  const flooded = median(all);
  return {
    what: `a call in a console flood against the same call when idle, ${browser}`,
    value: flooded / idle,
    unit: "x",
    how: `2 000 lines a second, medians of ${FLOOD_CALLS}: idle ${idle.toFixed(2)} ms, flood ${
      flooded.toFixed(2)
    } ms, longest ${Math.max(...all).toFixed(0)} ms`,
  };
}

/** What calls cost on one browser. */
export async function callFigures(
  server: Server,
  browser: BrowserName,
  url: string,
): Promise<Figure[]> {
  return [...await overBare(server, browser, url), await inFlood(server, browser, url)];
}
