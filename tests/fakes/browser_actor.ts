/**
 * The actor of one session over a live browser of {@linkcode fakeLive}, with jobs that end when the test says.
 *
 * @module
 */
import { Browser } from "../../actors/browser.ts";
import type { BrowserNews } from "../../actors/browser_messages.ts";
import { spawn } from "../../actors/core/actor.ts";
import type { Job } from "../../actors/job_queue.ts";
import type { Live } from "../../actors/live.ts";
import type { CallResult } from "../../actors/service.ts";
import { fakeLive, type FakeLiveOptions } from "./live.ts";
import { fakeSystem } from "./system.ts";

const quiet = { debug() {}, info() {}, warn() {} };

/** Makes one, open or, with `opening`, open as soon as that lets it. */
export async function browserActor(
  idleMs: number | null = null,
  options: FakeLiveOptions = {},
  opening: (live: Live) => Promise<Live> = (live) => Promise.resolve(live),
) {
  const fake = fakeSystem();
  const browser = fakeLive(fake.system, options);
  const news: BrowserNews[] = [];
  const behaviour = new Browser({
    log: quiet,
    idleMs,
    openMs: 0,
    calledAt: null,
    open: () => opening(browser.live),
    reattach: () => Promise.reject(new Error("not in this test")),
    tell: (each) => void news.push(each),
  });
  const ref = spawn(fake.system, "browser", behaviour, {
    capacity: 100,
    overflow: "refuse",
    onDrop: (message) => behaviour.drop(message),
  });
  ref.tell({ kind: "open" });
  await fake.settle();
  /** Sends a job whose end is in the test's hands. */
  const job = (name: string, options: Partial<Job> = {}) => {
    const gate = Promise.withResolvers<CallResult>();
    const started: AbortSignal[] = [];
    const abort = new AbortController();
    const answered = Promise.withResolvers<unknown>();
    ref.tell({
      kind: "job",
      reply: { ok: answered.resolve, fail: answered.resolve },
      job: {
        name,
        limitMs: 30_000,
        duringDialog: false,
        signal: abort.signal,
        run: (_live, signal) => {
          started.push(signal);
          return Promise.race([
            gate.promise,
            new Promise<never>((_, reject) =>
              signal.addEventListener("abort", () => reject(signal.reason), { once: true })
            ),
          ]);
        },
        ...options,
      },
    });
    return { answer: answered.promise, started, abort, finish: () => gate.resolve({ name }) };
  };
  const { connection, tabs } = browser.live;
  const silent = () => void ref.tell({ kind: "news", news: { kind: "silent", connection } });
  /** A dialog opens in a tab. */
  const prompt = (context = "T", message = "sure?") => {
    const params = { context, type: "confirm" as const, message, handler: "ignore" };
    const opened = { method: "browsingContext.userPromptOpened" as const, params };
    tabs.apply(opened);
    ref.tell({ kind: "event", event: opened });
  };
  return { ...fake, ...browser, ref, news, job, silent, prompt };
}
