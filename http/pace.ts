/**
 * How slowly a body may go over a connection: whoever sends or reads one holds a place that others wait for.
 *
 * @module
 */
import { HttpError } from "./problem.ts";

/** Bytes of a body, or the rest of it, that must come in within the time that is given for so many. */
export const PACE_BYTES: number = 64 * 1024;

/**
 * A request's body. Only the time that is spent waiting for the sender counts.
 *
 * @param ms milliseconds each {@linkcode PACE_BYTES} may take
 * @returns the same bytes, which fail with an {@linkcode HttpError} 408 when they come in too slowly; `body` is left
 *   as it is then, so that its connection can carry the refusal
 */
export function paced(body: ReadableStream<Uint8Array>, ms: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let leftMs = ms;
  return new ReadableStream({
    async pull(controller) {
      const began = performance.now();
      const read = await before(leftMs, reader.read());
      if (read === null) throw tooSlow(ms);
      if (read.done) return controller.close();
      leftMs -= performance.now() - began;
      bytes += read.value.length;
      if (bytes >= PACE_BYTES) {
        bytes = 0;
        leftMs = ms;
      }
      controller.enqueue(read.value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

/** The same bytes in pieces of at most {@linkcode PACE_BYTES}. */
export function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PACE_BYTES) yield bytes.subarray(at, at + PACE_BYTES);
}

/** What `promise` resolves with; null when it took longer than `ms`. */
export async function before<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(ms: number): HttpError {
  return new HttpError(
    408,
    `The request's body came in too slowly: less than ${PACE_BYTES / 1024} KiB in ${
      ms / 1000
    } s; ` +
      "send it again over a better connection",
  );
}
