/**
 * The tabs that pages opened and no result has told of yet.
 *
 * @module
 */
import type { Tab } from "./tabs.ts";

/** A tab that a page opened, as the result of the call that caused it tells. */
export interface OpenedTab {
  /** Its id. */
  readonly tab: string;
  /** Where it is, or is on its way to. */
  readonly url: string;
}

/** Told at most; a page that opens more has them listed by the action `tabs`. */
const MAX_TOLD = 20;

/** The tabs that are to be told of. */
export class OpenedTabs {
  #tabs: Tab[] = [];

  /** A page opened one. */
  add(tab: Tab): void {
    this.#tabs = [...this.#tabs, tab].slice(-MAX_TOLD);
  }

  /** It is closed, and nothing to be told of. */
  gone(context: string): void {
    this.#tabs = this.#tabs.filter((tab) => tab.context !== context);
  }

  /** Takes those that are there still, oldest first. */
  take(): OpenedTab[] {
    const tabs = this.#tabs;
    this.#tabs = [];
    return tabs.map(({ id, url, pending }) => ({
      tab: id,
      url: url === "about:blank" ? pending?.url ?? url : url,
    }));
  }
}
