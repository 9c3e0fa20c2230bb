/**
 * A call of a fake page, with all that it does and is told.
 *
 * @module
 */
import { assertRejects } from "@std/assert";
import { type CallSpec, runCall, type Window } from "../../actors/call.ts";
import type { Hint } from "../../capture/shapes.ts";
import type { BrowserName } from "../../drivers/driver.ts";
import { tab } from "../capture/events.ts";
import { AnsweringTransport, type Answers, ONE_TAB } from "./browser.ts";
import { fakeLive } from "./live.ts";
import { fakePageWorkspace } from "./page_workspace.ts";
import { fakeSystem } from "./system.ts";

/** Milliseconds that the page's frames take. */
export const FRAMES_MS = 32;

/** A call on a browser that answers; `settles` is what the window answers, in turn. */
export function fakeCall(
  said: Partial<CallSpec> = {},
  options: {
    settles?: boolean[];
    settling?: (signal: AbortSignal) => Promise<boolean>;
    hint?: Hint;
    answers?: Answers;
    browser?: BrowserName;
  } = {},
) {
  const fake = fakeSystem();
  const steps: string[] = [];
  const script = ({ functionDeclaration }: Record<string, unknown>) =>
    String(functionDeclaration).includes("requestAnimationFrame") ? "frames" : "title";
  const transport = new AnsweringTransport(
    {
      ...ONE_TAB,
      "browsingContext.getTree": () => ({ contexts: [tab("T")] }),
      ...options.answers,
    },
    ({ method, params }) => {
      const step = method === "script.callFunction" ? script(params) : method;
      steps.push(step);
      if (step === "frames") fake.clock.advance(FRAMES_MS);
    },
  );
  const { live } = fakeLive(fake.system, {
    transport,
    ...options.browser && { browser: options.browser },
  });
  const settles = [...options.settles ?? []];
  const told = { incomplete: false, settleMs: [] as number[] };
  const window: Window = {
    open: (effect) => {
      steps.push(`open ${effect}`);
      return Promise.resolve(12);
    },
    settle: (_call, { ms }, signal) => {
      steps.push("settle");
      told.settleMs.push(ms);
      if (options.settling) return options.settling(signal);
      return Promise.resolve(settles.shift() ?? false);
    },
    close: (_call, incomplete) => {
      steps.push("close");
      told.incomplete = incomplete;
      return Promise.resolve(options.hint);
    },
    abandon: () => {
      steps.push("abandon");
      return Promise.resolve();
    },
  };
  const abort = new AbortController();
  const call = runCall(live, window, {
    name: "interact",
    effect: "input",
    waitTimeoutMs: 1_000,
    settleMs: 500,
    whole: false,
    underway: false,
    left: new AbortController().signal,
    until: fake.clock.now() + 60_000,
    workspace: fakePageWorkspace(),
    run: () => {
      steps.push("action");
      return Promise.resolve({});
    },
    ...said,
  }, abort.signal);
  call.catch(() => {});
  const result = async () => {
    await fake.elapse(5_000);
    return await call;
  };
  const failure = async () => {
    await fake.elapse(5_000);
    return await assertRejects(() => call);
  };
  return { ...fake, live, transport, steps, told, abort, call, result, failure };
}

/** What a flush sends. */
export const FLUSH = "browsingContext.getTree";
