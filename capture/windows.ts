/**
 * Whose it is: the windows of calls, what they caused, and what came of it after they had answered.
 *
 * A request is the call's in whose window it began. Between windows it is the last call's that acted on the page
 * (sent input, navigated or ran a script) and ended no longer ago than `AFTERMATH_MS`. An entry is the call's in
 * whose window it arrived, unless a request of another call has just ended in the same context:
 * then it is what that call's handler says of the answer.
 *
 * @module
 */
import type { Input } from "./pace.ts";
import { remember, rememberLatest } from "./remember.ts";
import type { Hint, Late } from "./shapes.ts";
import { consoleSee, networkSee } from "./uris.ts";

/** Milliseconds after a call that acted, in which what begins between windows is still its doing. */
const AFTERMATH_MS = 1_500;

/** Milliseconds after the end of a request, in which an entry of the same context is about it. */
const ECHO_MS = 100;

/** Milliseconds an entry may have been under way when its own time says that it was in time. */
const UNDER_WAY_MS = 1_000;

/** Milliseconds by which the time of an event may be early, by rounding alone. */
const ROUNDING_MS = 5;

/** Contexts whose last ended request is remembered. */
const MAX_CONTEXTS = 200;

/** Calls that may cause something whose beginnings are remembered. */
const MAX_INPUTS = 64;

/** Calls that acted and may be asked for by what began after them and is told late. */
const MAX_ACTED = 8;

/** Calls that `late` names at once; what is left is told with the next result. */
const MAX_LATE = 20;

/** Calls whose untold effects are remembered. */
const MAX_TALLIES = 1_000;

/** What a call does to the page. */
export interface CallKind {
  /** It sends real input. */
  readonly input: boolean;
  /** It loads a document. */
  readonly navigates: boolean;
  /**
   * It only looks, or waits, and can cause nothing: what begins in its window within the aftermath
   * of a call that acted is that call's. Default false: what neither sends input nor navigates runs a script,
   * which may do as much as either.
   */
  readonly watches?: boolean;
}

/**
 * How something came about: `asked` for by a call that acted, in its window or as an answer to its request;
 * soon `after` such a call, between windows; or while the page was left to itself, `idle` or loading.
 */
export type Cause = "asked" | "after" | "idle";

/** Whose something is, and how it came about. */
export interface Owner {
  /** The call it is of; null for nobody's. */
  readonly call: number | null;
  /** How it came about. */
  readonly cause: Cause;
}

/** What a hint counts. */
export type Effect = "errors" | "failed_requests";

/** One counted effect, so that it can be taken back while nobody was told of it. */
export interface Counted {
  /** The call it was counted for. */
  readonly call: number;
  /** What it was counted as. */
  readonly effect: Effect;
  /** How many hints had been given out by then; after one more it can no longer be taken back. */
  readonly telling: number;
}

interface Tally {
  errors: number;
  failed_requests: number;
  /** Put aside while the window was open. */
  background: number;
}

interface Window {
  readonly call: number;
  navigates: boolean;
  readonly watches: boolean;
  readonly openedAt: number;
  /** When a request of this call last ended; 0 for never. */
  endedAt: number;
  incomplete: boolean;
}

interface Ended {
  readonly call: number;
  readonly at: number;
}

interface Heard extends Ended {
  readonly cause: Cause;
}

interface Closed extends Ended {
  readonly openedAt: number;
  readonly watches: boolean;
  navigates: boolean;
}

/** Whose something is that no call has caused. */
export const NOBODY: Owner = { call: null, cause: "idle" };

/** The windows of the calls on one workspace. */
export class Windows {
  #window: Window | null = null;
  #last: Closed | null = null;
  /** The last calls that acted on the page, in order. */
  readonly #acted: Closed[] = [];
  /** When the windows of the last calls were opened that may cause something, in order. */
  readonly #inputs: Input[] = [];
  /** Effects nobody was told of yet, by call. */
  readonly #untold = new Map<number, Tally>();
  readonly #ended = new Map<string | null, Heard>();
  #telling = 0;

  /** The call whose window is open, or null between windows. */
  get call(): number | null {
    return this.#window?.call ?? null;
  }

  /** Opens the window of a call; one that was left open is closed. */
  open(call: number, kind: CallKind, now: number): void {
    if (this.#window !== null) this.#leave(now);
    this.#window = {
      call,
      navigates: kind.navigates,
      watches: kind.watches === true && !kind.input && !kind.navigates,
      openedAt: now,
      endedAt: 0,
      incomplete: false,
    };
    if (this.#window.watches) return;
    this.#inputs.push({ at: now, number: (this.#inputs.at(-1)?.number ?? 0) + 1 });
    if (this.#inputs.length > MAX_INPUTS) this.#inputs.shift();
  }

  /** The driven tab goes to another document: what that does by itself is no retry of the call's. */
  navigating(): void {
    const call = this.#window ?? this.#last;
    if (call !== null) call.navigates = true;
  }

  /** Something was lost while this window was open. */
  incomplete(): void {
    if (this.#window !== null) this.#window.incomplete = true;
  }

  /** Closes the window of a call whose caller has left: what it caused is told late, to whoever calls next. */
  abandon(call: number, now: number): void {
    if (this.#window?.call === call) this.#leave(now);
  }

  /**
   * Closes the window of a call and says what it caused, and what earlier calls did since.
   *
   * @param expected requests of the call that are open, and not waited for since they are expected to be background
   */
  close(call: number, now: number, incomplete: boolean, expected = 0): Hint | undefined {
    const lost = incomplete || this.#window?.incomplete === true;
    if (this.#window?.call === call) this.#leave(now);
    const { background: aside, ...own } = this.#untold.get(call) ?? emptyTally();
    const background = aside + expected;
    this.#untold.delete(call);
    const late = this.#tellLate();
    this.#telling++;
    const see = seeOf(call, own);
    if (see === undefined && background === 0 && late.length === 0 && !lost) return undefined;
    return {
      ...own,
      ...(see === undefined ? {} : { see }),
      ...(background === 0 ? {} : { background }),
      ...(late.length === 0 ? {} : { late }),
      ...(lost ? { incomplete: true } : {}),
    };
  }

  /**
   * Whose a request is that is first heard of now.
   *
   * @param began when it began: a busy browser tells of it when the window is closed, or the next one open
   */
  ownerOfRequest(now: number, began: number = now): Owner {
    const window = this.#window;
    const last = this.#last;
    if (window === null || isBefore(began, window)) {
      if (last !== null && began <= last.at && !isBefore(began, last) && !last.watches) {
        return { call: last.call, cause: "asked" };
      }
      return this.#aftermath(began) ?? NOBODY;
    }
    if (!window.watches) return { call: window.call, cause: "asked" };
    return this.#aftermath(began) ?? { call: window.call, cause: "idle" };
  }

  /**
   * Whose an entry is that arrives now from this context.
   *
   * @param sentAt its own time: a busy browser may be late with an entry that was in time
   */
  ownerOfEntry(context: string | null, now: number, sentAt: number = now): Owner {
    const window = this.#window;
    const ended = this.#ended.get(context);
    if (ended !== undefined && isEcho(ended.at, now, sentAt)) {
      if (window === null || ended.at >= window.openedAt) {
        return { call: ended.call, cause: ended.cause };
      }
    }
    if (window !== null) return this.#ownerInside(window, now);
    return this.#last === null ? NOBODY : this.#ownerAfter(this.#last, now);
  }

  /**
   * Whose an entry is that was logged at `sentAt` while nothing was heard: only its own time tells.
   */
  ownerOfUnheard(context: string | null, sentAt: number): Owner {
    const window = this.#window;
    const inside = window !== null && sentAt >= window.openedAt;
    const ended = this.#ended.get(context);
    if (ended !== undefined && sentAt >= ended.at && sentAt - ended.at <= ECHO_MS) {
      if (!inside || ended.at >= window.openedAt) return { call: ended.call, cause: ended.cause };
    }
    if (inside) return this.#ownerInside(window, sentAt);
    const last = this.#last;
    if (last === null || sentAt < last.openedAt) return NOBODY;
    return sentAt <= last.at ? this.#ownerInside(last, sentAt) : this.#ownerAfter(last, sentAt);
  }

  /** A request of this call was answered or ended, and a script of this context may say something of it. */
  requestHeard(
    { call, cause }: { call: number; cause: Cause },
    context: string | null,
    now: number,
  ): void {
    rememberLatest(this.#ended, context, { call, cause, at: now }, MAX_CONTEXTS);
    if (this.#window?.call === call) this.#window.endedAt = now;
  }

  /** The last call that may cause something and was opened before this time; null where none is known. */
  inputBefore(at: number): Input | null {
    return this.#inputs.findLast((input) => input.at <= at) ?? null;
  }

  /** When a request of the open window's call last ended; 0 for never. */
  get endedAt(): number {
    return this.#window?.endedAt ?? 0;
  }

  /** Counts one effect of a call. */
  count(call: number, effect: Effect): Counted {
    this.#tally(call)[effect]++;
    return { call, effect, telling: this.#telling };
  }

  /** What came of a call is background, and so no effect of it: told all the same while its window is open. */
  putAside(call: number): void {
    if (this.#window?.call === call) this.#tally(call).background++;
  }

  /** Takes an effect back, as background; answers false when its call was told of it already. */
  uncount(counted: Counted): boolean {
    const tally = this.#untold.get(counted.call);
    if (tally === undefined || counted.telling !== this.#telling) return false;
    tally[counted.effect]--;
    this.putAside(counted.call);
    return true;
  }

  /** Another browser: what ended in the old one's contexts says nothing any more. */
  forgetContexts(): void {
    this.#ended.clear();
  }

  #ownerInside({ call, watches }: Pick<Window, "call" | "watches">, at: number): Owner {
    if (!watches) return { call, cause: "asked" };
    return this.#aftermath(at) ?? { call, cause: "idle" };
  }

  #ownerAfter({ call, watches, navigates, at: endedAt }: Closed, at: number): Owner {
    if (at - endedAt > AFTERMATH_MS) return NOBODY;
    if (!watches) return { call, cause: navigates ? "idle" : "after" };
    return this.#aftermath(at) ?? { call, cause: "idle" };
  }

  #leave(now: number): void {
    const window = this.#window;
    if (window === null) return;
    this.#window = null;
    const { call, openedAt, watches, navigates } = window;
    this.#last = { call, openedAt, at: now, watches, navigates };
    if (watches) return;
    this.#acted.push(this.#last);
    if (this.#acted.length > MAX_ACTED) this.#acted.shift();
  }

  /** The last call that had acted by then, a moment before; what a page does while it loads it does by itself. */
  #aftermath(at: number): Owner | null {
    const acted = this.#acted.findLast((each) => !isBefore(at, each));
    if (acted === undefined || at - acted.at > AFTERMATH_MS) return null;
    return { call: acted.call, cause: acted.navigates ? "idle" : "after" };
  }

  #tally(call: number): Tally {
    const tally = this.#untold.get(call) ?? emptyTally();
    remember(this.#untold, call, tally, MAX_TALLIES);
    return tally;
  }

  #tellLate(): Late[] {
    const late: Late[] = [];
    for (const [call, tally] of [...this.#untold].sort(([a], [b]) => a - b)) {
      if (late.length === MAX_LATE) break;
      this.#untold.delete(call);
      const { errors, failed_requests } = tally;
      const see = seeOf(call, tally);
      if (see !== undefined) late.push({ call, errors, failed_requests, see });
    }
    return late;
  }
}

/** Whether a time is before a call's window, by more than rounding. */
function isBefore(at: number, { openedAt }: Pick<Window, "openedAt">): boolean {
  return at < openedAt - ROUNDING_MS;
}

function isEcho(endedAt: number, now: number, sentAt: number): boolean {
  return now - endedAt <= ECHO_MS ||
    (now - endedAt <= UNDER_WAY_MS && Math.abs(sentAt - endedAt) <= ECHO_MS);
}

function emptyTally(): Tally {
  return { errors: 0, failed_requests: 0, background: 0 };
}

function seeOf(call: number, tally: Omit<Tally, "background">): string | undefined {
  if (tally.errors > 0) return consoleSee(call);
  return tally.failed_requests > 0 ? networkSee(call) : undefined;
}
