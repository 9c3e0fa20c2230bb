/**
 * How a workspace is, at a glance and in a line.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Summary } from "../../http/admin/shapes.ts";
import { counted, span } from "../shared/format.ts";

/** The pills of a workspace. */
export function Pills({ summary }: { summary: Summary }): JSX.Element {
  const { state, capture, capturing } = summary;
  return (
    <span class="pills">
      <span class={`pill pill-${state}`}>{state}</span>
      {capture && (
        <span class={`pill ${capturing ? "pill-capture" : "pill-paused"}`}>
          {capturing ? "capture" : "capture paused"}
        </span>
      )}
    </span>
  );
}

/** What capture is doing, in words: how it is, which seldom changes, and what it has, which always does. */
export function captureWords(
  { capture, capturing, captured, paused, how, kept_for }: Summary,
): { readonly state: string; readonly counts: string } {
  if (!capture) {
    const state = `Capture is off: turn it on with ${how ?? "open_session(capture=true)"}`;
    return { state, counts: "" };
  }
  const kept = kept_for === undefined ? "" : `; kept for ${span(kept_for)} after the last of it`;
  if (!capturing) {
    return { state: `Capture is paused: ${paused ?? "no browser is open"}`, counts: kept };
  }
  const { console: lines = 0, network = 0, errors = 0, failed_requests = 0 } = captured ?? {};
  const counts = [
    counted(lines, "entry", "entries"),
    counted(network, "request"),
    counted(errors, "error"),
    counted(failed_requests, "failed request"),
  ];
  return {
    state: "Receiving",
    counts: `: ${counts.join(", ")} since the last navigation${kept}`,
  };
}
