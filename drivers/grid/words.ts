/**
 * How it stands with a Grid, in words for a caller who waits for a browser.
 *
 * @module
 */
import type { BrowserName } from "../driver.ts";
import type { Told } from "./grid.ts";
import { placesFor, type QueuedRequest } from "./status.ts";

/** What is known of the wait for one browser. */
export interface Wait {
  /** Which browser is waited for. */
  readonly browser: BrowserName;
  /** The newest listing. */
  readonly told: Told;
  /** The requests in the Grid's queue that are for it and not ours; null when the Grid does not say. */
  readonly others: number | null;
  /** Whether the Grid has taken the request out of its queue: its browser is being started. */
  readonly starting: boolean;
}

/** How many of the requests in a Grid's queue are for `browser`, and without `ourPrefix` in their tag. */
export function othersIn(
  queue: readonly QueuedRequest[] | null,
  browser: BrowserName,
  ourPrefix: string,
): number | null {
  return queue === null
    ? null
    : queue.filter((request) => request.browser === browser && !request.tag?.startsWith(ourPrefix))
      .length;
}

/** What a wait is waiting for; null when a browser is being started, as far as can be told. */
export function progressWords(
  { browser, told, others, starting }: Wait,
  ahead: number,
): string | null {
  if (starting) return null;
  if (told.nodes === null) return `the Grid ${told.why}`;
  if (told.nodes.length === 0) return "the Grid shows no node yet";
  const { free, total } = placesFor(browser, told.nodes);
  if (total === 0) return `no node of the Grid that is up offers ${browser}`;
  if (free > 0) return null;
  const before = ahead + (others ?? 0);
  const turn = before === 0 ? "this request is next" : `${requests(before, "are")} ahead`;
  return `the Grid is full: ${taken(browser, total)}; ${turn}`;
}

/** Why no browser came in time. `ours` is how many of this process wait besides. */
export function timeoutWords(
  { browser, told, others, starting }: Wait,
  timeoutMs: number,
  ours: number,
): string {
  const within = `within ${timeoutMs / 1000} s`;
  const none = `no ${browser} became free on the Grid ${within}`;
  if (told.nodes === null) return `${none}: it ${told.why}; ${told.advice ?? "look at its log"}`;
  if (told.nodes.length === 0) return `${none}: it shows no node; start one`;
  const { free, total } = placesFor(browser, told.nodes);
  if (starting || free > 0) {
    return `${browser} did not come up on the Grid ${within}; look at its node's log, or raise OPEN_TIMEOUT`;
  }
  if (total === 0) return `${none}: no node that is up offers ${browser}; start one`;
  const waiting = ours + (others ?? 0);
  const queue = waiting === 0 ? "" : ` and ${requests(waiting, "wait")} besides`;
  return `${none}: ${taken(browser, total)}${queue}; end a session there, or raise OPEN_TIMEOUT`;
}

function taken(browser: BrowserName, total: number): string {
  return `${total} of ${total} ${browser} ${total === 1 ? "slot is" : "slots are"} taken`;
}

function requests(count: number, verb: "are" | "wait"): string {
  if (count === 1) return `1 request ${verb === "are" ? "is" : "waits"}`;
  return `${count} requests ${verb}`;
}
