/**
 * What runs the actors of a server.
 *
 * @module
 */
import type { Clock } from "./clock.ts";
import { systemClock } from "./system_clock.ts";
import type { ActorEvent, System } from "./types.ts";

/** Milliseconds of work in one turn of the event loop, after which sockets and timers get theirs. */
const SLICE_MS = 8;

/** Tasks in one turn, after which they get theirs even when no task took measurable time. */
const SLICE_TASKS = 1_000;

/** What a system is made of. */
export interface SystemOptions {
  /** Default: the wall clock. */
  readonly clock?: Clock;
  /** Takes what no caller hears. */
  readonly report: (event: ActorEvent) => void;
}

/**
 * Makes a system whose tasks run as microtasks, in the order they were scheduled: a message is handled
 * before the event loop turns. After a long run of them it does turn, so that a flood of messages starves
 * nobody. A task that throws is reported, and the next one runs.
 */
export function createSystem(options: SystemOptions): System {
  const { clock = systemClock, report } = options;
  return { clock, report, schedule: scheduler(report) };
}

function scheduler(report: (event: ActorEvent) => void): (task: () => void) => void {
  let waiting: (() => void)[] = [];
  let armed = false;
  // Both of this turn of the event loop.
  let beganAt = 0;
  let tasks = 0;
  let turnWatched = false;

  const arm = (): void => {
    armed = true;
    if (!turnWatched) watchTurn();
    // The millisecond of a timer is the price: an immediate or a message channel turns the loop too, but
    // the runtime looks at its sockets only once in some 60 such turns (Deno 2.9.6).
    if (tasks < SLICE_TASKS && Date.now() - beganAt < SLICE_MS) queueMicrotask(flush);
    else setTimeout(flush, 0);
  };

  const watchTurn = (): void => {
    turnWatched = true;
    // Looked at for every message: the wall clock costs a third of `performance.now()`, and a jump of it
    // only ends a slice early or leaves it to the count of tasks.
    beganAt = Date.now();
    tasks = 0;
    setImmediate(() => turnWatched = false);
  };

  const flush = (): void => {
    const batch = waiting;
    waiting = [];
    for (const task of batch) {
      try {
        task();
      } catch (error) {
        report({ actor: "system", what: "failed", error });
      }
    }
    tasks += batch.length;
    armed = false;
    if (waiting.length > 0) arm();
  };

  return (task) => {
    waiting.push(task);
    if (!armed) arm();
  };
}
