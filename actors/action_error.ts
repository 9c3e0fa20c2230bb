/**
 * The one error the surfaces turn into an answer.
 *
 * @module
 */

import type { Hint } from "../capture/shapes.ts";

/** The statuses of DESIGN section 7 that an action can come to. */
export type ActionStatus = 400 | 403 | 404 | 409 | 413 | 429 | 500 | 503 | 504;

/** A call failed. The message is one sentence for the caller, already masked. */
export class ActionError extends Error {
  /** Always `ActionError`. */
  override readonly name = "ActionError";
  /** The HTTP status it answers with; MCP shows the message alone. */
  readonly status: ActionStatus;
  /** What the call caused before it failed, which the message says in words; absent for nothing. */
  readonly page?: Hint;

  /** `message` says what failed, on what, what was found and what to do next; a secret in it is masked already. */
  constructor(status: ActionStatus, message: string, page?: Hint) {
    super(message);
    this.status = status;
    if (page !== undefined) this.page = page;
  }
}
