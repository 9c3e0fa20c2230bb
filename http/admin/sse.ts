/**
 * An event stream as an answer: paced by its reader, kept alive, and ended when its reader has left.
 *
 * @module
 */
import { ServerSentEventStream } from "@std/http";

/** Milliseconds between two signs of life. */
export const HEARTBEAT_MS = 15_000;

/** What a stream takes its events from. */
export interface EventSource {
  /** Resolves as soon as there is something to take, which may be the end. */
  readonly ready: Promise<void>;
  /** Takes what there is to be sent, as JSON values; null at the end. */
  take(): readonly unknown[] | null;
  /** The reader has left, or the server stops; called once. It settles `ready`, which is waited for meanwhile. */
  close(): void;
}

/** Answers with what `source` gives. A reader that is slow holds up nothing but itself: `source` bounds what waits. */
export function eventStream(source: EventSource, signal: AbortSignal): Response {
  const wait = new Wait();
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    signal.removeEventListener("abort", close);
    source.close();
  };
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  const messages = new ReadableStream({
    start: (controller) => controller.enqueue({ comment: "open" }),
    async pull(controller) {
      const told = await wait.within(HEARTBEAT_MS, source.ready);
      if (!told && open) return controller.enqueue({ comment: "alive" });
      const events = open ? source.take() : null;
      for (const event of events ?? []) controller.enqueue({ data: JSON.stringify(event) });
      if (events === null) {
        close();
        controller.close();
      } else if (events.length === 0) controller.enqueue({ comment: "alive" });
    },
    cancel: close,
  }, { highWaterMark: 0 });
  return new Response(messages.pipeThrough(new ServerSentEventStream()), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}

/** Waits for one promise again and again. It is listened to once: whatever waits for it is held by it. */
class Wait {
  #promise: Promise<void> | null = null;
  #resolved = false;
  #wake = (): void => {};

  /** Whether `promise` resolves within `ms`. */
  async within(ms: number, promise: Promise<void>): Promise<boolean> {
    if (promise !== this.#promise) this.#listen(promise);
    if (this.#resolved) return true;
    const { promise: woken, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, ms, false);
    this.#wake = () => resolve(true);
    try {
      return await woken;
    } finally {
      clearTimeout(timer);
    }
  }

  #listen(promise: Promise<void>): void {
    this.#promise = promise;
    this.#resolved = false;
    promise.then(() => {
      if (promise !== this.#promise) return;
      this.#resolved = true;
      this.#wake();
    });
  }
}
