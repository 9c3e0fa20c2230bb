/**
 * How many sessions and channels there are, by browser; names none of them.
 *
 * @module
 */
import type { BrowserName } from "../drivers/driver.ts";

/** A number for each browser. */
export type ByBrowser = Readonly<Record<BrowserName, number>>;

/** Counts what comes and goes. */
export class Census {
  readonly #sessions = { chrome: 0, firefox: 0 };
  readonly #connections = { chrome: 0, firefox: 0 };

  /** Open sessions. */
  get sessions(): ByBrowser {
    return { ...this.#sessions };
  }

  /** Channels held. */
  get connections(): ByBrowser {
    return { ...this.#connections };
  }

  /** A session is open until `ended`. */
  session(browser: BrowserName, ended: Promise<unknown>): void {
    count(this.#sessions, browser, ended);
  }

  /** A channel is held until `closed`. */
  connection(browser: BrowserName, closed: Promise<unknown>): void {
    count(this.#connections, browser, closed);
  }
}

function count(
  counts: Record<BrowserName, number>,
  browser: BrowserName,
  over: Promise<unknown>,
): void {
  counts[browser]++;
  void over.then(() => counts[browser]--);
}
