/**
 * How much one token may ask for, or all callers together where none is asked for: calls in a minute, and
 * requests at once. Links, which name no token, count for the workspace that they lead to.
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

/** Requests of one token that are answered at once, or by links to one workspace; one beyond is refused. */
const MAX_RUNNING = 128;
/** Those by links to all workspaces: half of the connections there are, so that calls find one. */
const MAX_LINKED = 512;
/** Parts of a minute whose calls may come at once. */
const BURSTS_A_MINUTE = 6;
/** Milliseconds after which a request that came while too many ran may well be taken. */
const RETRY_MS = 1_000;

/** Of whose requests there may be so many at once. */
interface Limit {
  /** Whom they count for: a token, a workspace, or all links. */
  readonly key: Access | string;
  readonly most: number;
  /** As a refusal names it. */
  readonly whose: string;
}

/** Not the name of a workspace. */
const ALL_LINKS = "*";

/** Counts for every token and every linked workspace. What is held goes with the token, or when nothing runs. */
export class Quotas {
  readonly #options: QuotasOptions;
  readonly #rates = new WeakMap<Access, RateLimit>();
  readonly #running = new Map<Limit["key"], number>();

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
   * Answers a request, which counts as running until all of its answer was taken, or nobody wants it: one who asks
   * and does not read holds a connection, and what is read from, as well.
   *
   * @throws {HttpError} 429 with `Retry-After` when too many run; else what `answer` throws
   */
  run(access: Access, answer: () => Promise<Response>): Promise<Response> {
    return this.#run([{ key: access, most: MAX_RUNNING, whose: whose(access) }], answer);
  }

  /**
   * The same for a request by a link to `workspace`.
   *
   * @throws {HttpError} as {@linkcode run}
   */
  runLink(workspace: string, answer: () => Promise<Response>): Promise<Response> {
    return this.#run([
      { key: workspace, most: MAX_RUNNING, whose: `Links to the workspace ${workspace}` },
      { key: ALL_LINKS, most: MAX_LINKED, whose: "All links together" },
    ], answer);
  }

  async #run(limits: readonly Limit[], answer: () => Promise<Response>): Promise<Response> {
    const full = limits.find(({ key, most }) => (this.#running.get(key) ?? 0) >= most);
    if (full !== undefined) {
      throw tooMany(`${full.whose} went over ${full.most} requests at once`, RETRY_MS);
    }
    for (const { key } of limits) this.#count(key, 1);
    let over = false;
    const done = (): void => {
      if (over) return;
      over = true;
      for (const { key } of limits) this.#count(key, -1);
    };
    try {
      const response = await answer();
      if (response.body !== null) return new Response(toldOfEnd(response.body, done), response);
      done();
      return response;
    } catch (error) {
      done();
      throw error;
    }
  }

  #count(key: Limit["key"], more: number): void {
    const running = (this.#running.get(key) ?? 0) + more;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
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
