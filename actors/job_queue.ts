/**
 * The calls that wait for one session, in the order they came. A call leaves the line when its caller does,
 * and when it has waited too long.
 *
 * @module
 */
import { ActionError } from "./action_error.ts";
import type { Clock, Timer } from "./core/clock.ts";
import type { Reply } from "./core/types.ts";
import { CallerLeft } from "./interruption.ts";
import type { Live } from "./live.ts";
import type { CallResult } from "./service.ts";

/** One call that waits for the lock. */
export interface Job {
  /** The action's name; opens the message of an error. */
  readonly name: string;
  /** Milliseconds it may run, counted from when it holds the lock. */
  readonly limitMs: number;
  /** Runs while a native dialog is open. */
  readonly duringDialog: boolean;
  /** Aborts when the caller left. */
  readonly signal: AbortSignal;
  /**
   * Runs it; `signal` aborts when the caller left, its time is up, a dialog opened or the browser ended, and by
   * `until`, epoch milliseconds, it has answered.
   */
  run(live: Live, signal: AbortSignal, until: number): Promise<CallResult>;
}

/** One call in the line. */
export interface QueuedJob {
  /** What is to be run. */
  readonly job: Job;
  /** Takes its result, or why it never ran. */
  readonly reply: Reply<CallResult>;
  /** Listens on the job's signal: takes it out of the line when the caller left. */
  readonly left: () => void;
  /** Goes off when it has waited too long for the lock. */
  readonly timer: Timer;
}

/** Calls that wait for one session at most. */
const MAX_QUEUE = 32;
/** Milliseconds a call waits for the lock at most, beyond what the session takes to open. */
const QUEUE_MS = 120_000;

/** The line of one session. */
export class JobQueue {
  readonly #waitMs: number;
  #jobs: QueuedJob[] = [];

  /** Nobody waits; `openMs` is how many milliseconds the session may take to open, which its first calls wait for. */
  constructor(openMs: number) {
    this.#waitMs = QUEUE_MS + openMs;
  }

  /** Takes a job in, or refuses it; `late` is told when it has waited too long. */
  add(job: Job, reply: Reply<CallResult>, clock: Clock, late: (queued: QueuedJob) => void): void {
    if (this.#jobs.length >= MAX_QUEUE) {
      const message = `${job.name} was not taken: ${MAX_QUEUE} calls already wait for this session`;
      return reply.fail(new ActionError(429, `${message}; call again when they are answered`));
    }
    const left = () => this.#drop(queued, new CallerLeft());
    const timer = clock.after(this.#waitMs, () => late(queued));
    const queued: QueuedJob = { job, reply, left, timer };
    job.signal.addEventListener("abort", left, { once: true });
    this.#jobs.push(queued);
    if (job.signal.aborted) left();
  }

  /** Takes the first one out; undefined when nobody waits. */
  next(): QueuedJob | undefined {
    const queued = this.#jobs.shift();
    if (queued !== undefined) release(queued);
    return queued;
  }

  /** Takes one out that has waited too long; `why` says for what. */
  giveUp(queued: QueuedJob, why: string): void {
    const seconds = Math.round(this.#waitMs / 1000);
    const message = `${queued.job.name} waited ${seconds} s for the session, which is ${why}`;
    this.#drop(queued, new ActionError(504, `${message}; call again later`));
  }

  /** Refuses everyone. */
  refuse(error: Error): void {
    for (const queued of this.#jobs.splice(0)) {
      release(queued);
      queued.reply.fail(error);
    }
  }

  #drop(queued: QueuedJob, error: Error): void {
    const at = this.#jobs.indexOf(queued);
    if (at < 0) return;
    this.#jobs.splice(at, 1);
    release(queued);
    queued.reply.fail(error);
  }
}

function release(queued: QueuedJob): void {
  queued.timer.cancel();
  queued.job.signal.removeEventListener("abort", queued.left);
}
