/**
 * What an error or a failure counts for: the call it belongs to, or nobody when it is background.
 *
 * @module
 */
import type { Background, Countable } from "./background.ts";
import type { Navigations } from "./navigations.ts";
import type { Cause, Counted, Effect, Windows } from "./windows.ts";

/** Something that was kept and may count. */
export interface Owned {
  /** The document it is of. */
  readonly nav: number;
  /** The call it is of; null once it is background, which is nobody's. */
  call: number | null;
  /** How it came about. */
  readonly cause: Cause;
  /** Whether it is background. */
  background: boolean;
}

/** One failure, as what tells it from others and what it counts as. */
export interface FailureSign {
  /** What tells it from other failures, however they fail. */
  readonly signature: string;
  /** How it failed: the same signature failing another way is another failure. */
  readonly way: string;
  /** When it began, in epoch milliseconds by our clock. */
  readonly at: number;
  /** What it counts as, or null for what no hint counts. */
  readonly effect: Effect | null;
}

/** Judges failures and counts them. */
export class Effects {
  readonly #windows: Windows;
  readonly #background: Background;
  readonly #navigations: Navigations;

  /** Counts in these windows and for these documents. */
  constructor(windows: Windows, background: Background, navigations: Navigations) {
    this.#windows = windows;
    this.#background = background;
    this.#navigations = navigations;
  }

  /** Judges one failure of what is owned: marks it background, or counts it for its call. */
  fail(owned: Owned, sign: FailureSign, now: number): void {
    if (sign.effect !== null) this.#navigations.seen(owned.nav)[sign.effect]++;
    const failure = new Failure(owned, this.#windows);
    const { call, cause, nav } = owned;
    const by = { call, cause, nav, at: sign.at, input: this.#windows.inputBefore(sign.at), now };
    if (this.#background.judge(sign.signature, sign.way, failure, by)) {
      if (sign.effect !== null && call !== null) this.#windows.putAside(call);
      disown(owned);
    } else if (sign.effect !== null) failure.count(sign.effect);
  }
}

/** Makes it nobody's. */
export function disown(owned: Owned): void {
  owned.background = true;
  owned.call = null;
}

class Failure implements Countable {
  readonly #owned: Owned;
  readonly #windows: Windows;
  #counted: Counted | null = null;

  constructor(owned: Owned, windows: Windows) {
    this.#owned = owned;
    this.#windows = windows;
  }

  count(effect: Effect): void {
    if (this.#owned.call !== null) this.#counted = this.#windows.count(this.#owned.call, effect);
  }

  disown(): void {
    const counted = this.#counted;
    this.#counted = null;
    if (counted === null || this.#windows.uncount(counted)) disown(this.#owned);
  }
}
