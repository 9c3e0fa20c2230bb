/**
 * What a page does all the time is no call's doing. A failure that came twice before in the same way, while
 * the page was left to itself, is background: kept, marked, and counted for nobody. What a call asked for
 * makes nothing background, however often it is asked for; nor does what comes soon after one that sent
 * input, such as a retry, unless the page has failed so by itself as well.
 *
 * @module
 */
import { rememberLatest } from "./remember.ts";
import type { Cause, Owner } from "./windows.ts";

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
  /** The call after whose end it came: a page that loads thrice and fails once each time does not poll. */
  readonly call: number | null;
  readonly cause: Cause;
  readonly failure: Countable;
}

/** The failures of the last minute, by signature. */
export class Background {
  readonly #failures = new Map<string, Failed[]>();

  /** Judges a failure and remembers it. When it is background so are those that made it so. */
  judge(
    signature: string,
    way: string,
    failure: Countable,
    by: Owner & { readonly now: number },
  ): boolean {
    const recent = this.#recent(signature, by.now);
    const shown = evidence(recent.filter((failed) => failed.way === way));
    const background = shown.length > 0;
    for (const failed of shown) failed.failure.disown();
    const { now: at, call, cause } = by;
    if (cause !== "asked") {
      // What is known as background goes on being known, whatever a call does meanwhile.
      recent.push(
        background
          ? { at, way, call: null, cause: "idle", failure }
          : { at, way, call, cause, failure },
      );
    }
    if (recent.length > MAX_FAILURES) recent.shift();
    if (recent.length === 0) this.#failures.delete(signature);
    else rememberLatest(this.#failures, signature, recent, MAX_SIGNATURES);
    return background;
  }

  /** Whether another failure with this signature would be background, whichever way it fails. */
  expects(signature: string, now: number): boolean {
    const recent = this.#recent(signature, now);
    const ways = new Set(recent.map(({ way }) => way));
    return [...ways].some((way) =>
      evidence(recent.filter((failed) => failed.way === way)).length > 0
    );
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

/**
 * Those of some failures that show a page failing by itself: twice after the same load or of its own
 * accord, or once so and again soon after input.
 */
function evidence(failures: readonly Failed[]): readonly Failed[] {
  const idle = failures.filter(({ cause }) => cause === "idle");
  if (idle.length > 0 && idle.length < failures.length) return failures;
  const groups = Map.groupBy(idle, ({ call }) => call);
  return [...groups.values()].filter((group) => group.length >= ENOUGH).flat();
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
