/**
 * How a workspace stands, for whoever reads it.
 *
 * @module
 */
import type { Capture } from "../capture/capture.ts";
import type { Readable } from "./read_resource.ts";
import type { Seat } from "./seat.ts";
import type { SessionSetup } from "./session_setup.ts";
import type { Shelf } from "./shelf.ts";

/** What it is made of. */
export interface ReadableParts {
  /** Who has the workspace's place. */
  readonly seat: Seat;
  /** What was captured; null while capture is off. */
  readonly kept: Capture | null;
  /** Seconds that what is captured outlives the last of it; null while capture is off. */
  readonly captureTtlS: number | null;
  /** What its sessions are opened with. */
  readonly setup: SessionSetup;
  /** What it keeps besides. */
  readonly shelf: Shelf;
  /** Where the driven tab was last seen, not masked, and its title there. */
  readonly last: { readonly url: string | null; readonly title: string | null };
  /** How many calls there were. */
  readonly calls: number;
}

/** Puts it together, as it is at `now`, epoch milliseconds. */
export function readableOf(parts: ReadableParts, now: number): Readable {
  const { seat, kept, captureTtlS, setup, shelf, last, calls } = parts;
  const { session, endedWhy } = seat;
  const { masker } = shelf;
  const driven = session?.live?.tabs.driven ?? null;
  // Chrome's tabs do not tell of an error page; what failed does.
  const shown = kept?.capturing ? kept.page?.url : undefined;
  const lastUrl = last.url === null ? null : masker.url(last.url);
  const url = driven === null ? lastUrl : shown ?? masker.url(driven.url);
  return {
    capture: kept,
    captureTtlS,
    live: session !== null && session.live !== null,
    opening: session !== null && session.live === null,
    settings: session?.settings ?? setup.settings,
    emulated: setup.shown,
    endedWhy,
    url,
    title: url === lastUrl ? last.title : null,
    gridTimeoutMs: session?.live?.session.lease?.timeoutMs ?? null,
    dialog: session?.dialog ?? null,
    tabs: session?.live?.tabs.all ?? [],
    driven: driven?.context ?? null,
    calls,
    files: shelf.files(now),
    sites: shelf.sites,
    masker,
  };
}
