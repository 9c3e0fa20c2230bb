/**
 * Reads an event stream at the page's own pace: what the page does not take stays with the server, which
 * drops and counts it there.
 *
 * @module
 */
import { ask } from "./api.ts";

/** Milliseconds between two attempts, doubled each time up to the last. */
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000] as const;

/** What is read. */
export interface Stream {
  /** Where it is; asked again for each attempt, since links expire. */
  path(signal: AbortSignal): Promise<string>;
  /** Takes what came since the last time, in order, at most once a frame. */
  heard(events: readonly unknown[]): void;
  /** Told whether the stream is open. */
  open(open: boolean): void;
}

/** Reads until `signal` aborts, connecting again when the stream ends. */
export async function follow(stream: Stream, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      const response = await ask(await stream.path(signal), { signal });
      stream.open(true);
      failures = 0;
      if (response.body !== null) await readAll(response.body, stream, signal);
    } catch {
      failures++;
    }
    stream.open(false);
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, signal);
  }
}

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { heard }: Stream,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (!signal.aborted) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.filter((line) => line.startsWith("data:")).map(parsed);
    if (events.length > 0) heard(events);
    await frame();
  }
}

function parsed(line: string): unknown {
  return JSON.parse(line.slice("data:".length));
}

/** A tab in the back draws no frames. */
function frame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 250);
    else requestAnimationFrame(() => resolve());
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
