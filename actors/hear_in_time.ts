/**
 * Hears out what a call caused for as long as the call may take, whatever the browser or the page does.
 *
 * @module
 */
import type { CallSpec, Window } from "./call.ts";
import { withTimeout } from "./core/wait.ts";
import { hearOut, type Seen, seenOf } from "./hear_out.ts";
import type { Live } from "./live.ts";

/** The call has no time left. */
class Late extends Error {}

/** As {@linkcode hearOut}, until `spec.until`: then it answers with what is known, which is incomplete. */
export async function hearInTime(
  live: Live,
  window: Window,
  call: number,
  spec: CallSpec,
  own: { title?: unknown },
): Promise<Seen> {
  const { clock } = live;
  const over = new AbortController();
  const left = AbortSignal.any([spec.left, over.signal]);
  const heard = hearOut(live, window, call, { ...spec, left }, own);
  const leftMs = Math.max(0, spec.until - clock.now());
  try {
    return await withTimeout(clock, heard, leftMs, () => new Late());
  } catch (error) {
    if (!(error instanceof Late)) throw error;
    // It must not wait on the window of another call.
    over.abort(error);
    return seenOf(live, null, null);
  }
}
