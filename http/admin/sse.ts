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
  /** The reader has left, or the server stops; called once. */
  close(): void;
}

/** Answers with what `source` gives. A reader that is slow holds up nothing but itself: `source` bounds what waits. */
export function eventStream(source: EventSource, signal: AbortSignal): Response {
  const closed = Promise.withResolvers<void>();
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    signal.removeEventListener("abort", close);
    source.close();
    closed.resolve();
  };
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();
  const messages = new ReadableStream({
    start: (controller) => controller.enqueue({ comment: "open" }),
    async pull(controller) {
      const told = await within(HEARTBEAT_MS, Promise.race([source.ready, closed.promise]));
      if (!told) return controller.enqueue({ comment: "alive" });
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

/** Whether `promise` settles within `ms`. */
async function within(ms: number, promise: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ms);
  try {
    return await Promise.race([promise.then(() => true), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
