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
  // Both in this turn of the event loop.
  let spentMs = 0;
  let tasks = 0;
  let turnWatched = false;

  const arm = (): void => {
    armed = true;
    if (!turnWatched) {
      turnWatched = true;
      setImmediate(() => {
        spentMs = 0;
        tasks = 0;
        turnWatched = false;
      });
    }
    // The millisecond of a timer is the price: an immediate or a message channel turns the loop too, but
    // the runtime looks at its sockets only once in some 60 such turns (Deno 2.9.6).
    if (spentMs < SLICE_MS && tasks < SLICE_TASKS) queueMicrotask(flush);
    else setTimeout(flush, 0);
  };

  const flush = (): void => {
    const start = performance.now();
    const batch = waiting;
    waiting = [];
    for (const task of batch) {
      try {
        task();
      } catch (error) {
        report({ actor: "system", what: "failed", error });
      }
    }
    spentMs += performance.now() - start;
    tasks += batch.length;
    armed = false;
    if (waiting.length > 0) arm();
  };

  return (task) => {
    waiting.push(task);
    if (!armed) arm();
  };
}
