/**
 * The `Clock` of a running server.
 *
 * @module
 */
import type { Clock, Timer } from "./clock.ts";

/** Longest wait of one `setTimeout`; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Wall time and the runtime's timers. Waits of any length are kept. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after,
};

function after(ms: number, task: () => void): Timer {
  let id: ReturnType<typeof setTimeout>;
  const arm = (left: number): void => {
    id = setTimeout(
      () => left > MAX_TIMER_MS ? arm(left - MAX_TIMER_MS) : task(),
      Math.min(left, MAX_TIMER_MS),
    );
  };
  arm(ms);
  return { cancel: () => clearTimeout(id) };
}
