/**
 * Reads an event stream at the page's own pace: what the page does not take stays with the server, which
 * drops and counts it there.
 *
 * @module
 */
import { ask, Refused } from "./api.ts";

/** Milliseconds between two attempts, doubled each time up to the last. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** Milliseconds without a byte after which a stream is taken for lost: the server gives a sign of life every 15 s. */
const SILENCE_MS = 40_000;

/** Events taken in a frame at most, but for what came in one piece. */
const MAX_EVENTS = 2_000;

/** What is read. */
export interface Stream {
  /** Where it is; asked again for each attempt, since links expire. */
  path(signal: AbortSignal): Promise<string>;
  /** Takes what came since the last time, in order, at most once a frame. */
  heard(events: readonly unknown[]): void;
  /** Told whether the stream is open. */
  open(open: boolean): void;
  /** Told why an attempt failed; the next one follows. A stream that ends has not. */
  failed?(error: unknown): void;
}

/** Reads until `signal` aborts, connecting again when the stream ends or is silent for too long. */
export async function follow(stream: Stream, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const attempt = new Attempt(signal);
    try {
      const path = await attempt.within(stream.path(attempt.signal));
      const response = await attempt.within(ask(path, { signal: attempt.signal }));
      stream.open(true);
      failures = 0;
      if (response.body !== null) {
        await readAll(response.body, attempt, (events) => {
          if (!signal.aborted) stream.heard(events);
        });
      }
    } catch (error) {
      failures++;
      if (!signal.aborted) stream.failed?.(error);
    } finally {
      attempt.giveUp();
    }
    stream.open(false);
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, signal);
  }
}

/** One connection; given up when what is waited for does not come. */
class Attempt {
  /** Aborts with the whole, or when this is given up. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#over.signal]);
  }

  /** Ends what is still open of it. */
  giveUp(): void {
    this.#over.abort();
  }

  /** What the server does, which is given up when it does not come in time. */
  async within<T>(answered: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#over.abort(silence()), SILENCE_MS);
    try {
      return await answered;
    } finally {
      clearTimeout(timer);
    }
  }
}

function silence(): Refused {
  return new Refused(0, "pagetap does not answer");
}

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  attempt: Attempt,
  heard: (events: readonly unknown[]) => void,
): Promise<void> {
  const { signal } = attempt;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const readMore = () => {
    // Only what is being read can be late: while nothing is drawn, nothing is asked for.
    const more = attempt.within(reader.read());
    // Nobody waits for it any more when what is read is left meanwhile.
    more.catch(() => {});
    return more;
  };
  let rest = "";
  let events: unknown[] = [];
  let drawn: Promise<null> | null = null;
  try {
    for (let next = readMore(); !signal.aborted;) {
      // What has come is told once a frame; more than is taken in one is not even read before it.
      const read: Awaited<typeof next> | null = drawn === null
        ? await next
        : await (events.length < MAX_EVENTS ? Promise.race([next, drawn]) : drawn);
      if (read === null) {
        heard(events);
        events = [];
        drawn = null;
        continue;
      }
      if (read.done) return;
      const lines = (rest + read.value).split("\n");
      rest = lines.pop() ?? "";
      events.push(...lines.filter((line) => line.startsWith("data:")).map(parsed));
      if (events.length > 0) drawn ??= frame();
      next = readMore();
    }
  } finally {
    if (events.length > 0) heard(events);
  }
}

function parsed(line: string): unknown {
  return JSON.parse(line.slice("data:".length));
}

/** The next frame; a tab in the back draws none. */
function frame(): Promise<null> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 250, null);
    else requestAnimationFrame(() => resolve(null));
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener("abort", over);
  });
}
