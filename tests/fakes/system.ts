/**
 * A `System` that runs only when told: no timers, no sleeps, the same order every time.
 *
 * @module
 */
import type { Clock, Timer } from "../../actors/core/clock.ts";
import type { ActorEvent, System } from "../../actors/core/types.ts";

/** Tasks in one `runAll`, beyond which it is taken for a loop. */
const MAX_TASKS = 100_000;

/** Rounds of one `settle`, beyond which it is taken for a loop. */
const MAX_ROUNDS = 1_000;

/** Where a fake clock starts, so that no time is 0 or small by accident. */
const START = 1_700_000_000_000;

interface PendingTimer {
  readonly at: number;
  readonly task: () => void;
}

/** A clock that stands still until `advance`. */
export class FakeClock implements Clock {
  readonly #timers = new Set<PendingTimer>();
  #now: number;

  constructor(now = START) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, task: () => void): Timer {
    const timer = { at: this.#now + Math.max(0, ms), task };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  /** Timers that have neither fired nor been cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves time by `ms` and runs, in order, the timers that come due, each at its own time. */
  advance(ms: number): void {
    this.advanceTo(this.#now + ms);
  }

  /** As {@linkcode advance}, to a time; a difference added again need not be that time. */
  advanceTo(end: number): void {
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.task();
    }
    this.#now = end;
  }

  /** When the next timer is due, or undefined when there is none. */
  get due(): number | undefined {
    return this.#next()?.at;
  }

  /** The earliest timer; of equals, the first made. */
  #next(): PendingTimer | undefined {
    let next: PendingTimer | undefined;
    for (const timer of this.#timers) {
      if (next === undefined || timer.at < next.at) next = timer;
    }
    return next;
  }
}

/** What a test drives actors with. */
export interface FakeSystem {
  readonly system: System;
  readonly clock: FakeClock;
  /** Everything reported, oldest first. */
  readonly events: ActorEvent[];
  /** Runs scheduled tasks until there are none; answers how many ran. Promises are not awaited. */
  runAll(): number;
  /** Runs scheduled tasks and promise continuations until neither is left. Time stands still. */
  settle(): Promise<void>;
  /** Moves time by `ms`, settling before, after, and at each timer that comes due between. */
  elapse(ms: number): Promise<void>;
}

/** A system of its own for one test. */
export function fakeSystem(options: { now?: number } = {}): FakeSystem {
  const clock = new FakeClock(options.now);
  const events: ActorEvent[] = [];
  let tasks: (() => void)[] = [];

  const system: System = {
    clock,
    schedule: (task) => void tasks.push(task),
    report: (event) => void events.push(event),
  };

  const runAll = (): number => {
    let ran = 0;
    while (tasks.length > 0) {
      const batch = tasks;
      tasks = [];
      for (const task of batch) task();
      ran += batch.length;
      if (ran > MAX_TASKS) throw new Error(`Cannot come to rest: ${ran} tasks ran`);
    }
    return ran;
  };

  const settle = async (): Promise<void> => {
    let rounds = 0;
    do {
      if (++rounds > MAX_ROUNDS) throw new Error(`Cannot come to rest: ${rounds} rounds`);
      runAll();
      await microtasks();
    } while (tasks.length > 0);
  };

  const elapse = async (ms: number): Promise<void> => {
    const end = clock.now() + ms;
    await settle();
    while (clock.due !== undefined && clock.due <= end) {
      clock.advanceTo(Math.max(clock.now(), clock.due));
      await settle();
    }
    clock.advanceTo(end);
  };

  return { system, clock, events, runAll, settle, elapse };
}

/** Resolves when no promise continuation is left: an immediate runs only after all of them. */
function microtasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
