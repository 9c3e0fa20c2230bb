/**
 * What a page does all the time is no call's doing. A failure that came twice before in the same way, while
 * the page was left to itself, is background: kept, marked, and counted for nobody. What a call asked for
 * makes nothing background, however often it is asked for; nor does what comes soon after one that sent
 * input, such as a retry, unless the page has failed so by itself as well. All of it is of one document of the
 * driven tab, its frames included: what another did says nothing of the one that is shown.
 *
 * A page that is never left to itself shows what it does by its pace: its newest failures of one way, six or
 * more and three for two calls or more, began at intervals that differ by no more than half of
 * them, while the times from a call to the first of them after it differ, for three such calls or more, by
 * more than that and by more than 100 ms. Calls that only look do not count. What calls cause is never so: it
 * begins as late after each of them, so its pace is theirs, and one failure for each is too few. A page that
 * fails about as seldom as calls come is not found so.
 *
 * @module
 */
import { type Begun, steady } from "./pace.ts";
import { rememberLatest } from "./remember.ts";
import type { Cause, Owner } from "./windows.ts";

/** Milliseconds after which a failure no longer makes a later one background. */
const MEMORY_MS = 60_000;

/** Earlier failures of the same way that make the next one background. */
const ENOUGH = 2;

/** Signatures remembered, of all documents, least recently failed forgotten first. */
const MAX_SIGNATURES = 500;

/** Failures remembered of one signature, so that it may fail in a few ways in turn. */
const MAX_FAILURES = 16;

/** A failure whose count can be taken back as long as nobody was told of it. */
export interface Countable {
  /** Marks it background, and takes its count back when nobody was told of it yet. */
  disown(): void;
}

interface Failed extends Begun {
  /** When it was heard of. */
  readonly heard: number;
  readonly way: string;
  /** The call after whose end it came: a page that loads thrice and fails once each time does not poll. */
  readonly call: number | null;
  readonly cause: Cause;
  readonly failure: Countable;
}

/** Whose a failure is, when it was heard of, and when it began. */
export interface Failing extends Owner, Omit<Begun, "first"> {
  /** When it was heard of, in epoch milliseconds. */
  readonly now: number;
  /** The document it is of. */
  readonly nav: number;
}

/** The failures of the last minute, by document and signature. */
export class Background {
  readonly #failures = new Map<string, Failed[]>();

  /** Judges a failure and remembers it. When it is background so are those that made it so. */
  judge(signature: string, way: string, failure: Countable, by: Failing): boolean {
    const { now: heard, call, cause, at, nav, input } = by;
    const key = keyOf(signature, nav);
    const recent = this.#recent(key, heard);
    const alike = recent.filter((failed) => failed.way === way);
    const first = !alike.some((failed) => failed.input?.number === input?.number);
    const failed = { heard, way, call, cause, failure, at, input, first };
    const known = evidence(alike);
    const shown = known.length > 0 ? known : steady([...alike, failed]);
    const background = shown.length > 0;
    for (const one of shown) if (one !== failed) one.failure.disown();
    // What is known as background goes on being known, whatever a call does meanwhile.
    const own = (one: Failed) =>
      background && (one === failed || shown.includes(one))
        ? { ...one, call: null, cause: "idle" as const }
        : one;
    const kept = [...recent, failed].slice(-MAX_FAILURES).map(own);
    rememberLatest(this.#failures, key, kept, MAX_SIGNATURES);
    return background;
  }

  /** Whether another failure with this signature, in this document, would be background, whichever way it fails. */
  expects(signature: string, nav: number, now: number): boolean {
    const recent = this.#recent(keyOf(signature, nav), now);
    const ways = new Set(recent.map(({ way }) => way));
    return [...ways].some((way) =>
      evidence(recent.filter((failed) => failed.way === way)).length > 0
    );
  }

  /** Forgets everything. */
  clear(): void {
    this.#failures.clear();
  }

  #recent(key: string, now: number): Failed[] {
    const failures = this.#failures.get(key) ?? [];
    return failures.filter((failed) => now - failed.heard <= MEMORY_MS);
  }
}

function keyOf(signature: string, nav: number): string {
  return `${nav} ${signature}`;
}

/**
 * Those of some failures that show a page failing by itself: twice after the same load or of its own
 * accord, or once so and again soon after input.
 */
function evidence(failed: readonly Failed[]): readonly Failed[] {
  const failures = failed.filter(({ cause }) => cause !== "asked");
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
