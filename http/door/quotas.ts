/**
 * How much one token may ask for, or all callers together where none is asked for: calls in a minute, and
 * requests at once.
 *
 * @module
 */
import type { Access } from "./access.ts";
import { RateLimit } from "./rate_limit.ts";
import { tooMany } from "./tokens.ts";

/** What {@linkcode Quotas} are made from. */
export interface QuotasOptions {
  /** Calls a minute; 0: any number. A sixth of them may come at once. */
  readonly callsPerMinute: number;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** Requests of one token that are answered at once; one beyond is refused. */
const MAX_RUNNING = 128;
/** Parts of a minute whose calls may come at once. */
const BURSTS_A_MINUTE = 6;
/** Milliseconds after which a request that came while too many ran may well be taken. */
const RETRY_MS = 1_000;

/** Counts for every token. What is held goes with the token. */
export class Quotas {
  readonly #options: QuotasOptions;
  readonly #rates = new WeakMap<Access, RateLimit>();
  readonly #running = new WeakMap<Access, number>();

  /** Makes one; a server has one for both surfaces. */
  constructor(options: QuotasOptions) {
    this.#options = options;
  }

  /**
   * Counts a call.
   *
   * @throws {HttpError} 429 with `Retry-After` when there were too many
   */
  charge(access: Access): void {
    const { callsPerMinute, now } = this.#options;
    if (callsPerMinute === 0) return;
    const rate = this.#rates.get(access) ?? new RateLimit({
      perMinute: callsPerMinute,
      burst: Math.max(1, Math.floor(callsPerMinute / BURSTS_A_MINUTE)),
      now,
    });
    this.#rates.set(access, rate);
    const waitMs = rate.take();
    if (waitMs > 0) {
      throw tooMany(
        `${whose(access)} went over ${callsPerMinute} calls a minute (RATE_LIMIT)`,
        waitMs,
      );
    }
  }

  /**
   * Answers a request, which counts as running until its answer is there or, of a stream, has ended.
   *
   * @throws {HttpError} 429 with `Retry-After` when too many run; else what `answer` throws
   */
  async run(access: Access, answer: () => Promise<Response>): Promise<Response> {
    const running = this.#running.get(access) ?? 0;
    if (running >= MAX_RUNNING) {
      throw tooMany(`${whose(access)} went over ${MAX_RUNNING} requests at once`, RETRY_MS);
    }
    this.#running.set(access, running + 1);
    let over = false;
    const done = (): void => {
      if (!over) this.#running.set(access, (this.#running.get(access) ?? 1) - 1);
      over = true;
    };
    try {
      const response = await answer();
      const streams = response.headers.get("content-type")?.startsWith("text/event-stream");
      if (streams && response.body !== null) {
        return new Response(toldOfEnd(response.body, done), response);
      }
      done();
      return response;
    } catch (error) {
      done();
      throw error;
    }
  }
}

/** The same bytes; `done` is called when there are no more, or nobody wants them. */
function toldOfEnd(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done: ended, value } = await reader.read();
        if (!ended) return controller.enqueue(value);
        done();
        controller.close();
      } catch (error) {
        done();
        throw error;
      }
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

function whose({ name }: Access): string {
  return name === null ? "All callers together" : `The token ${name}`;
}
