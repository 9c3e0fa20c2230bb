/**
 * How exchanges end: what a status or an error means depends on what came before it.
 *
 * - a status decides over a cancellation, and any other error over a status below 400;
 * - a redirect that nothing but a cancellation follows was never sent;
 * - a failure is told of once, and a success that is counted instead of shown is shown when it turns out
 *   to have failed.
 *
 * @module
 */
import { requestSignature } from "./background.ts";
import type { BrowserClock } from "./browser_clock.ts";
import type { Contexts } from "./contexts.ts";
import type { Effects } from "./effects.ts";
import { type Exchange, isRedirect } from "./exchange.ts";
import type { Exchanges } from "./exchanges.ts";
import { failureOf, isCancelled, originOf } from "./failure.ts";
import type { Navigations } from "./navigations.ts";
import { isCounted, isHeard, isStatic } from "./request_type.ts";
import type { Windows } from "./windows.ts";

/** What the ends of exchanges are told to. */
export interface OutcomeParts {
  /** Which tabs and frames there are. */
  readonly contexts: Contexts;
  /** The documents of the driven tab, and what was seen of each. */
  readonly navigations: Navigations;
  /** Whose a request is. */
  readonly windows: Windows;
  /** When something happened, by our clock. */
  readonly clock: BrowserClock;
  /** Counts failures, and tells background ones. */
  readonly effects: Effects;
  /** A document of the driven tab failed before it was answered. */
  documentFailed(exchange: Exchange, now: number): void;
}

/** Ends exchanges. */
export class Outcomes {
  readonly #parts: OutcomeParts;
  readonly #exchanges: Exchanges;

  /** For the exchanges of one workspace. */
  constructor(parts: OutcomeParts, exchanges: Exchanges) {
    this.#parts = parts;
    this.#exchanges = exchanges;
  }

  /** The first line of an answer is there: its status may say no, whatever becomes of its body. */
  answered(exchange: Exchange, now: number): void {
    this.#refuse(exchange);
    this.#judge(exchange, now);
    this.#heard(exchange, now);
  }

  /** The page was not given what was answered. */
  withheld(exchange: Exchange, now: number): void {
    this.#markFailed(exchange, { error: "CORS", class: "cors" });
    this.#reveal(exchange);
    this.#judge(exchange, now);
  }

  /** It ended with the status it has; a status of 400 and more is a failure all the same. */
  succeed(exchange: Exchange, now: number): void {
    exchange.tookMs ??= Math.max(0, Math.round(now - exchange.began));
    this.#refuse(exchange);
    exchange.state = exchange.failed && exchange.class !== "http" ? "failed" : "complete";
    if (exchange.state === "complete") exchange.error = null;
    this.#ended(exchange, now);
  }

  #refuse(exchange: Exchange): void {
    const { status } = exchange.hop;
    if (exchange.failed || status === null || status < 400) return;
    exchange.failed = true;
    exchange.class = "http";
  }

  /** The table of FACTS: what an error means depends on what came before it. */
  fail(exchange: Exchange, errorText: string, now: number): void {
    const { hop, previous } = exchange;
    if (isCancelled(errorText)) {
      if (exchange.state !== "pending") return;
      if (exchange.download || hop.status !== null) return this.succeed(exchange, now);
      if (previous !== null && isRedirect(previous.status)) return this.#withdraw(exchange, now);
      exchange.state = "cancelled";
      exchange.error = errorText;
      exchange.tookMs = Math.max(0, Math.round(now - exchange.began));
      return this.#ended(exchange, now);
    }
    const refused = hop.status !== null && hop.status >= 400;
    if (refused && errorText === "net::ERR_FAILED") {
      if (exchange.state === "pending") this.succeed(exchange, now);
      return;
    }
    if (exchange.state === "failed" && exchange.class !== "cors") return;
    const failure = failureOf(errorText, {
      url: hop.url,
      origin: this.#originOf(exchange),
      answered: hop.status !== null,
    });
    this.#markFailed(exchange, refused ? { error: failure.error, class: "http" } : failure);
    exchange.tookMs ??= Math.max(0, Math.round(now - exchange.began));
    this.#reveal(exchange);
    this.#ended(exchange, now);
    if (exchange.navigation !== null && hop.status === null) {
      this.#parts.documentFailed(exchange, now);
    }
  }

  /** Chrome tells of a redirect it was asked not to follow as if it had. */
  #withdraw(exchange: Exchange, now: number): void {
    if (exchange.previous === null) return;
    exchange.hop = exchange.previous;
    exchange.previous = null;
    exchange.redirects.pop();
    this.succeed(exchange, now);
  }

  #markFailed(exchange: Exchange, failure: Pick<Exchange, "error" | "class">): void {
    exchange.state = "failed";
    exchange.failed = true;
    exchange.error = failure.error;
    exchange.class = failure.class;
  }

  #ended(exchange: Exchange, now: number): void {
    this.#exchanges.close(exchange);
    this.#judge(exchange, now);
    this.#heard(exchange, now);
    if (this.#isStaticSuccess(exchange)) {
      exchange.countedAsStatic = true;
      this.#parts.navigations.seen(exchange.nav).static++;
      this.#exchanges.hide(exchange);
    }
  }

  /** A script hears of an answer when its headers are there, and again when its body is. */
  #heard({ call, cause, context, background, type }: Exchange, now: number): void {
    if (call !== null && !background && isHeard(type)) {
      this.#parts.windows.requestHeard({ call, cause }, context, now);
    }
  }

  /** A redirect may go on, so it is no success yet. */
  #isStaticSuccess(exchange: Exchange): boolean {
    const status = exchange.hop.status;
    return exchange.state === "complete" && !exchange.failed && !exchange.countedAsStatic &&
      isStatic(exchange.type) && status !== null && !isRedirect(status);
  }

  /** What was counted as a success has failed after all. */
  #reveal(exchange: Exchange): void {
    if (!exchange.countedAsStatic) return;
    exchange.countedAsStatic = false;
    this.#parts.navigations.seen(exchange.nav).static--;
    this.#exchanges.reveal(exchange);
  }

  #judge(exchange: Exchange, now: number): void {
    if (!exchange.failed || exchange.judged) return;
    exchange.judged = true;
    this.#parts.effects.fail(exchange, {
      signature: signatureOf(exchange),
      way: `${exchange.hop.status ?? ""} ${exchange.error ?? ""}`,
      at: this.#parts.clock.toOurs(exchange.began, now),
      effect: isCounted(exchange.type) ? "failed_requests" : null,
    }, now);
  }

  #originOf(exchange: Exchange): string | null {
    const { contexts } = this.#parts;
    const stated = exchange.hop.requestHeaders.find(({ name }) => name.toLowerCase() === "origin");
    return originOf(stated?.value ?? "") ??
      contexts.get(exchange.context ?? contexts.driven)?.origin ?? null;
  }
}

/** What tells a request from others that may fail the same way again and again. */
export function signatureOf(exchange: Exchange): string {
  const { method, url, bodySize } = exchange.hop;
  return requestSignature({ method, url, bodySize, frame: exchange.frame });
}
