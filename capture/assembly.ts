/**
 * Puts the parts of a capture together: each knows those it needs, and none of them the whole.
 *
 * @module
 */
import { Background } from "./background.ts";
import { BrowserClock } from "./browser_clock.ts";
import { ConsoleLog } from "./console_log.ts";
import { Contexts } from "./contexts.ts";
import { Effects } from "./effects.ts";
import { Gaps } from "./gaps.ts";
import type { Masker } from "./masker.ts";
import { Navigations } from "./navigations.ts";
import { NetworkLog } from "./network_log.ts";
import { stripOlderPages } from "./older_pages.ts";
import { Pages } from "./pages.ts";
import { Reader } from "./reader.ts";
import { Tap } from "./tap.ts";
import { Windows } from "./windows.ts";

/** The parts. */
export interface CaptureParts {
  /** The documents of the driven tab. */
  readonly navigations: Navigations;
  /** The windows of calls. */
  readonly windows: Windows;
  /** When things happened, by our clock. */
  readonly clock: BrowserClock;
  /** What may have been missed. */
  readonly gaps: Gaps;
  /** Tells whoever watches. */
  readonly tap: Tap;
  /** Takes what tells of tabs, frames and navigations. */
  readonly pages: Pages;
  /** Takes log entries. */
  readonly console: ConsoleLog;
  /** Takes network events. */
  readonly network: NetworkLog;
  /** Puts what is kept into shapes. */
  readonly reader: Reader;
}

/** What a capture is told of the world outside. */
export interface CaptureRules {
  /** Masks everything before it is kept. */
  readonly masker: Masker;
  /** Says why nobody may read what comes from a URL, or null when one may; by default one may read all. */
  readonly barred?: (url: string) => string | null;
}

/** Makes them; `nextSeq` gives the next number of the workspace. */
export function assemble(
  { masker: mask, barred = () => null }: CaptureRules,
  nextSeq: () => number,
): CaptureParts {
  const background = new Background();
  const navigations = new Navigations();
  const windows = new Windows();
  const clock = new BrowserClock();
  const gaps = new Gaps();
  const strip = stripOlderPages(mask, navigations);
  const tap = new Tap(strip);
  const contexts = new Contexts();
  const effects = new Effects(windows, background, navigations);
  const shared = { mask, contexts, navigations, windows, background, clock, tap, effects, nextSeq };
  const network: NetworkLog = new NetworkLog({
    ...shared,
    barred,
    documentFailed: (exchange, now) => pages.documentFailed(exchange, now),
  });
  const console = new ConsoleLog({
    ...shared,
    corsBlocked: (url, now) => network.corsBlocked(url, now),
  });
  const pages: Pages = new Pages({ ...shared, requests: network });
  const reader = new Reader({
    strip,
    navigations,
    gaps,
    log: console,
    exchanges: network.exchanges,
  });
  return { navigations, windows, clock, gaps, tap, pages, console, network, reader };
}
