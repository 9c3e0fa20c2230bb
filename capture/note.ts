/** What an empty list means, in one sentence or two. @module */
import type { Earlier } from "./select.ts";
import type { ListQuery } from "./uri.ts";

/** What is known of a list. */
export interface ListFacts {
  /** How many items are listed. */
  readonly count: number;
  /** How many pass the filters. */
  readonly matched: number;
  /** How many are kept of the pages asked for. */
  readonly total: number;
  /** What is kept of other pages. */
  readonly earlier: Earlier;
  /** How many newer ones have evicted. */
  readonly evicted: number;
  /** When capture began, in epoch milliseconds. */
  readonly since: number;
  /** Whether capture is going on. */
  readonly capturing: boolean;
  /** Why capture is paused; null when it is not. */
  readonly paused: string | null;
  /** What was asked for. */
  readonly query: ListQuery;
  /** What is listed, in the plural. */
  readonly things: string;
  /** What was counted and not kept, in the plural. */
  readonly notKept: { readonly count: number; readonly things: string };
}

/** The note of a list that is empty; nothing for one that is not. */
export function emptyNote(facts: ListFacts): { note?: string } {
  if (facts.count > 0) return {};
  const { count, things } = facts.notKept;
  const sentences = [why(facts)];
  if (facts.paused !== null) sentences.push(`Capture is paused: ${facts.paused}`);
  else if (!facts.capturing) sentences.push("Capture is not running");
  if (count > 0) sentences.push(`${count} ${things} were counted and not kept`);
  return { note: `${sentences.join(". ")}.` };
}

function why(facts: ListFacts): string {
  const { matched, total, earlier, evicted, things, query } = facts;
  const gone = evicted > 0 ? `; ${evicted} older ones were evicted by newer ones` : "";
  if (matched > 0) return `${matched} ${things} match, but none ${cursors(query)}`;
  if (earlier.matched > 0) {
    const one = query.pages === 1;
    const pages = one ? "newest page" : `newest ${query.pages} pages`;
    const here = total > 0
      ? `None of the ${total} kept ${things} of the ${pages} matches`
      : `The ${pages} ${one ? "has" : "have"} no ${things}`;
    const there = total > 0 || earlier.matched < earlier.total
      ? `${earlier.matched} of the ${earlier.total} kept of earlier ones match`
      : `${earlier.matched} are kept of earlier ones`;
    return `${here}; ${there}: add pages=${earlier.pages}${gone}`;
  }
  const kept = total + earlier.total;
  if (kept > 0) return `None of the ${kept} kept ${things} matches: leave a parameter out${gone}`;
  if (evicted > 0) return `No ${things} are kept: all ${evicted} were evicted to make room`;
  return `Capturing since ${instant(facts.since)}: no ${things} so far`;
}

function cursors({ before, after }: ListQuery): string {
  const parts = [];
  if (before !== undefined) parts.push(`before seq ${before}`);
  if (after !== undefined) parts.push(`after seq ${after}`);
  return parts.join(" and ");
}

function instant(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "the session was opened" : date.toISOString();
}
