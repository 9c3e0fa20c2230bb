/**
 * A caller's script asked again and again until it has been true for long enough. Runs in the page's own
 * realm, as the script does.
 *
 * @module
 */
import type { ScriptOutcome } from "./run_script.ts";

/** What {@link pollScript} goes by; times are milliseconds. */
export interface PollBounds {
  /** The script may become true for as long as this. */
  readonly waitMs: number;
  /** It must then be true for as long as this without a break. */
  readonly stableMs: number;
  /** After this it is not asked again: a caller that has left is not to find it still running. */
  readonly sliceMs: number;
  /** What the slice before came to; null at first. */
  readonly before: Pick<Polled, "heldMs" | "longestMs" | "page"> | null;
}

/** What one slice came to. */
export interface Polled {
  /** The script was true for as long as it has to be. */
  readonly met: boolean;
  /** What it gave or threw the last time, bounded; null when it did not return. */
  readonly last: ScriptOutcome | null;
  /** How long it has been true without a break; null when it was not. */
  readonly heldMs: number | null;
  /** How long it has been true at the most, in this document; null when it never was. */
  readonly longestMs: number | null;
  /** Tells this document from another. */
  readonly page: number;
}

/** Polls for one slice. Self-contained: it is sent to the browser as text; `run` is `runScript`. */
export async function pollScript(
  script: (...args: unknown[]) => Promise<unknown>,
  args: unknown[],
  mark: string,
  bounds: PollBounds,
  run: (
    script: () => Promise<unknown>,
    args: unknown[],
    mark: string,
  ) => Promise<ScriptOutcome>,
): Promise<Polled> {
  const began = performance.now();
  const page = performance.timeOrigin;
  const before = bounds.before?.page === page ? bounds.before : null;
  let heldSince = before === null || before.heldMs === null ? null : began - before.heldMs;
  let longestMs = before === null ? null : before.longestMs;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

  /** How one asking ended; undefined when all the time there is was over first. */
  const ask = async (): Promise<{ value: unknown } | { error: unknown } | undefined> => {
    const left = began + bounds.waitMs + bounds.stableMs - performance.now();
    let timer: number | undefined;
    const over = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, left));
    });
    const asked = script.apply(globalThis, args)
      .then((value) => ({ value }), (error) => ({ error }));
    try {
      return await Promise.race([asked, over]);
    } finally {
      clearTimeout(timer);
    }
  };

  for (;;) {
    const asked = performance.now();
    const outcome = await ask();
    const now = performance.now();
    const holds = outcome !== undefined && "value" in outcome && Boolean(outcome.value);
    heldSince = holds ? heldSince ?? asked : null;
    const heldMs = heldSince === null ? null : now - heldSince;
    if (heldMs !== null) longestMs = Math.max(longestMs ?? 0, heldMs);
    const met = heldMs !== null && heldMs >= bounds.stableMs;
    const late = !holds && now - began >= bounds.waitMs;
    if (met || late || now - began >= bounds.sliceMs) {
      const again = outcome &&
        (() => "error" in outcome ? Promise.reject(outcome.error) : Promise.resolve(outcome.value));
      const last = again === undefined ? null : await run(again, [], mark);
      return { met, last, heldMs, longestMs, page };
    }
    // A script that takes long is not asked all the time.
    const rest = Math.min(500, Math.max(30, 3 * (now - asked)));
    await pause(
      Math.min(rest, heldMs === null ? bounds.waitMs - (now - began) : bounds.stableMs - heldMs),
    );
  }
}
