/** A bench whose session is no longer heard, and heard again. @module */
import type { BidiEvent, ContextInfo } from "../../bidi/protocol.ts";
import { Bench, logged, TAB, tab } from "./events.ts";

export const HOME = "https://site.test/home";

/** A line of the console that was logged at its own time. */
export function line(
  text: string,
  at: number,
  said: { context?: string; realm?: string } = {},
): BidiEvent {
  const { context = TAB, realm = "realm" } = said;
  return logged(text, { level: "info", timestamp: at, source: { realm, context } });
}

/** A bench whose tab shows a page. */
export function opened(browser: "chrome" | "firefox" = "chrome"): Bench {
  const bench = new Bench(browser).load("n1", HOME);
  bench.capture.sync([shows(HOME)]);
  return bench;
}

export function shows(
  url: string,
  context = TAB,
  children: ContextInfo[] | null = [],
): ContextInfo {
  return { ...tab(context), url, children };
}

export function interrupt(bench: Bench): Bench {
  bench.capture.interrupt("the connection was lost", bench.now);
  return bench;
}

/** The session is heard again a second later. */
export function resume(bench: Bench, tree: ContextInfo[] = [shows(HOME)], driven = TAB): Bench {
  const from = bench.now;
  bench.wait(1_000).capture.resume({ tree, driven, from, why: "lost" }, bench.now);
  return bench;
}

export function replay(bench: Bench, ...events: BidiEvent[]): Bench {
  for (const event of events) bench.capture.ingest(event, bench.now);
  bench.capture.replayed(bench.now);
  return bench;
}

export const texts = (bench: Bench) =>
  bench.console().entries.toReversed().flatMap(({ text, repeat = 1 }) =>
    Array.from({ length: repeat }, () => text)
  );
export const marks = (bench: Bench) => bench.network().pages.map(({ nav, url }) => `${nav} ${url}`);
