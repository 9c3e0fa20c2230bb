/**
 * What a page does all the time is no call's doing. A failure that came twice before in the same way,
 * while no call was acting on the page, is background: kept, marked, and counted for nobody.
 *
 * @module
 */
import { rememberLatest } from "./remember.ts";

/** Milliseconds after which a failure no longer makes a later one background. */
const MEMORY_MS = 60_000;

/** Earlier failures of the same way that make the next one background. */
const ENOUGH = 2;

/** Signatures remembered, least recently failed forgotten first. */
const MAX_SIGNATURES = 500;

/** Failures remembered of one signature, so that it may fail in a few ways in turn. */
const MAX_FAILURES = 8;

/** A failure whose count can be taken back as long as nobody was told of it. */
export interface Countable {
  /** Marks it background, and takes its count back when nobody was told of it yet. */
  disown(): void;
}

interface Failed {
  readonly at: number;
  readonly way: string;
  readonly failure: Countable;
}

/** The failures of the last minute, by signature. */
export class Background {
  readonly #failures = new Map<string, Failed[]>();

  /**
   * Judges a failure and remembers it. `quiet` says that no call was acting on the page: only such a
   * failure makes later ones background. When this one is background so are those that made it so.
   */
  judge(
    signature: string,
    way: string,
    failure: Countable,
    at: { now: number; quiet: boolean },
  ): boolean {
    const recent = this.#recent(signature, at.now);
    const same = recent.filter((failed) => failed.way === way);
    const background = same.length >= ENOUGH;
    if (background) { for (const failed of same) failed.failure.disown(); }
    if (at.quiet) recent.push({ at: at.now, way, failure });
    if (recent.length > MAX_FAILURES) recent.shift();
    if (recent.length === 0) this.#failures.delete(signature);
    else rememberLatest(this.#failures, signature, recent, MAX_SIGNATURES);
    return background;
  }

  /** Whether another failure with this signature would be background, whichever way it fails. */
  expects(signature: string, now: number): boolean {
    const ways = new Map<string, number>();
    for (const { way } of this.#recent(signature, now)) {
      const times = (ways.get(way) ?? 0) + 1;
      if (times >= ENOUGH) return true;
      ways.set(way, times);
    }
    return false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#failures.clear();
  }

  #recent(signature: string, now: number): Failed[] {
    const failures = this.#failures.get(signature) ?? [];
    return failures.filter((failed) => now - failed.at <= MEMORY_MS);
  }
}

/** Digits, hexadecimal runs and quoted parts, which differ between lines that say the same. */
const VARYING = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’|\b(?:0x)?[0-9a-f]{6,}\b|\d+/gi;

/** Characters of an error's text that tell it from others. */
const TOLD_BY = 500;

/** The signature of an error: its first frame, and its text without what varies. */
export function errorSignature(text: string, frame: string): string {
  return `error ${frame} ${text.slice(0, TOLD_BY).replace(VARYING, "*")}`;
}

/** The signature of a request: method, URL without query, body size and the frame that made it. */
export function requestSignature(
  request: { method: string; url: string; bodySize: number | null; frame: string },
): string {
  const end = request.url.search(/[?#]/);
  const path = end < 0 ? request.url : request.url.slice(0, end);
  return `${request.method} ${path} ${request.bodySize ?? 0} ${request.frame}`;
}
