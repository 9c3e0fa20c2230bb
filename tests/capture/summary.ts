/** What is kept of a replay in a few words, to be compared with what is right. */
import type { Entry, NavigationMark, RequestDetail } from "../../capture/shapes.ts";
import type { Reading, Recorded } from "./replay.ts";

/** What is right, by scenario: the lines of {@linkcode summary}. */
export function expected(browser: Recorded): Map<string, string[]> {
  const text = Deno.readTextFileSync(new URL(`expected_${browser}.txt`, import.meta.url));
  const sections = text.trim().split(/^# /m).slice(1);
  return new Map(sections.map((section) => {
    const [name = "", ...lines] = section.trim().split("\n");
    return [name, lines];
  }));
}

/** Characters of a text that tell it from others. */
const SHOWN = 60;

/** Scenarios whose texts are another test's matter: only what they are is compared. */
const BY_KIND: ReadonlySet<string> = new Set(["console"]);

/** Scenarios of which one entry in this many is compared. */
const SAMPLED: Readonly<Record<string, number>> = { flood: 250 };

/**
 * The replay of a scenario, one line each:
 *
 * - `page <nav> <url>` for every document of the driven tab;
 * - `<id> <method> <url> <status> <type> <state>` for every request, then how it failed and what redirected to it;
 * - `<nav> <level> <type> <text>` for every entry, oldest first;
 * - `gap <why>` for every gap;
 * - `not kept` and `told`: what was counted only, and what the call in whose window it all happened is told.
 */
export function summary(scenario: string, reading: Reading): string[] {
  const { marks, requests, console, network, hint } = reading;
  const entries = console.entries.toReversed().map((entry) => entryWords(scenario, entry));
  const told = hint ?? { errors: 0, failed_requests: 0 };
  return [
    ...[...marks.values()].map(markWords),
    ...requests.map(rowWords),
    ...entries.filter((_, at) => at % (SAMPLED[scenario] ?? 1) === 0),
    ...console.gaps.map(({ why }) => `gap ${why}`),
    `not kept: ${network.not_kept.static} static, ${console.not_kept.debug} debug`,
    `told: ${told.errors} errors, ${told.failed_requests} failed requests`,
  ];
}

function markWords(mark: NavigationMark): string {
  return `page ${mark.nav} ${short(mark.url)}${mark.failed ? " failed" : ""}`;
}

function rowWords(row: RequestDetail): string {
  const words = [row.id, row.method, short(row.url), row.status ?? "-", row.type, row.state];
  if (row.from_cache) words.push("cached");
  if (row.failed) words.push(`failed: ${row.class}`);
  if (row.error !== null) words.push(`(${row.error})`);
  for (const { url, status } of row.redirects ?? []) words.push(`<- ${status} ${short(url)}`);
  if (row.background) words.push("background");
  return words.join(" ");
}

function entryWords(scenario: string, entry: Entry): string {
  const words: unknown[] = [entry.nav, entry.level, entry.type];
  if (!BY_KIND.has(scenario)) words.push(short(entry.text).slice(0, SHOWN));
  if ((entry.repeat ?? 1) > 1) words.push(`x${entry.repeat}`);
  if (entry.background) words.push("background");
  return words.join(" ");
}

function short(url: string): string {
  return url.replaceAll("http://127.0.0.1:18200", "").replaceAll("http://localhost:18200", "other:")
    .replaceAll("http://127.0.0.1", "");
}
