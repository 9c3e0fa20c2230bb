/**
 * What a call that ran fails with.
 *
 * @module
 */
import type { Hint } from "../capture/shapes.ts";
import { ActionError } from "./action_error.ts";

/** What is told with a failure. */
export interface ToldWith {
  /** Why the browser before was lost, in whose place this one had been opened; absent otherwise. */
  readonly reopened?: string | undefined;
  /** What the call caused; absent for nothing. */
  readonly page?: Hint | undefined;
}

/** A call failed that had something to tell besides: told once, so it goes with the error, whatever else that says. */
export class CallFailed extends ActionError {
  readonly #told: ToldWith;

  /** The sentences that `told` stands for come after the one of `cause`. */
  constructor(cause: ActionError, told: ToldWith) {
    super(cause.status, [`${cause.message}.`, ...sentences(told)].join(" "), told.page);
    this.#told = told;
  }

  /** The failure that `cause` is, with what there is to tell; `cause` itself when that is nothing. */
  static of(cause: ActionError, told: ToldWith): ActionError {
    return sentences(told).length === 0 ? cause : new CallFailed(cause, told);
  }

  /** As `cause`, which was found out later, with what `error` had to tell. */
  static because(cause: ActionError, error: unknown): ActionError {
    return error instanceof CallFailed ? new CallFailed(cause, error.#told) : cause;
  }
}

function sentences({ reopened, page }: ToldWith): string[] {
  return [
    ...(reopened === undefined ? [] : [`The browser had been opened anew (${reopened}).`]),
    ...(page === undefined ? [] : caused(page)),
  ];
}

/** The hint in words; nothing that was not heard in full is called nothing. */
function caused(
  { errors, failed_requests, see, background, late = [], incomplete }: Hint,
): string[] {
  const counts = `${errors} page error(s) and ${failed_requests} failed request(s)`;
  const known = errors + failed_requests + (background ?? 0) > 0 || late.length > 0 || !incomplete;
  return [
    ...(known ? [`This call caused ${counts}${see ? `: read ${see}` : ""}.`] : []),
    ...(background === undefined
      ? []
      : [`${background} more in its window may be the page's own: what it fails at by itself.`]),
    ...(late.length > 0
      ? [`Late effects of earlier calls: read ${late.map((each) => each.see).join(", ")}.`]
      : []),
    ...(incomplete ? ["Not all that the browser sent was heard in time."] : []),
  ];
}
