/**
 * One Chrome of a chromedriver: how its end is noticed, how a stuck session of it is drained, and how it is
 * given back.
 *
 * @module
 */
import type { Chromedriver, NewSession } from "./chromedriver.ts";
import { LocalSession } from "./local_session.ts";
import { isAlive, isGone, kill } from "./pid.ts";

/** Milliseconds between two looks whether a browser still runs; chromedriver does not say. */
const WATCH_MS = 250;

/** Milliseconds an end in order may take before the browser is killed. */
const END_MS = 4000;

/** Most tries to drain a wedged session: 17 were needed for 20 entries it could not send. */
const UNWEDGE_TRIES = 200;

/** Milliseconds one of those tries may take. */
const UNWEDGE_TRY_MS = 5000;

/** What a session asks of the chromedriver it is one of. */
export type SessionDriver = Pick<Chromedriver, "running" | "deleteSession" | "answers" | "watch">;

/** The session of a Chrome that is running; `removeFolder` removes its profile. */
export function chromeSession(
  chromedriver: SessionDriver,
  { id, socketUrl, pid, debuggerPort }: NewSession,
  removeFolder: () => Promise<unknown>,
): LocalSession {
  const session = new LocalSession({
    browser: "chrome",
    socketUrl,
    newSession: null,
    reconnects: true,
    ports: debuggerPort === null ? [] : [debuggerPort],
    unwedge: (signal) => unwedge(chromedriver, id, signal),
    giveBack: async () => {
      clearInterval(looking);
      forget();
      if (chromedriver.running) await chromedriver.deleteSession(id, END_MS);
      if (!await isGone(pid, 1000)) {
        kill(pid);
        await isGone(pid, 2000);
      }
      await removeFolder();
    },
  });
  const looking = setInterval(() => {
    // Where it may not be looked at, the socket tells: chromedriver closes it with its browser.
    if (isAlive(pid) !== false) return;
    clearInterval(looking);
    session.lost("Chrome ended unexpectedly");
  }, WATCH_MS);
  const forget = chromedriver.watch(
    (how) => session.lost(`chromedriver ended unexpectedly (${how})`),
  );
  return session;
}

async function unwedge(
  chromedriver: SessionDriver,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (let tries = 0; tries < UNWEDGE_TRIES && !signal.aborted; tries++) {
    if (await chromedriver.answers(id, UNWEDGE_TRY_MS, signal)) return true;
    if (!chromedriver.running) return false;
  }
  return false;
}
