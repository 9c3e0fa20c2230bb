/**
 * Why a running call was cut short; the reason its `AbortSignal` carries.
 *
 * @module
 */
import { ActionError } from "./action_error.ts";
import type { Dialog } from "./tabs.ts";

/** A native dialog opened: the call answers at once, with the dialog. */
export class DialogOpened extends Error {
  override readonly name = "DialogOpened";
  readonly dialog: Dialog;

  constructor(dialog: Dialog) {
    super(`a ${dialog.type} dialog opened`);
    this.dialog = dialog;
  }
}

/** The caller left. */
export class CallerLeft extends Error {
  override readonly name = "CallerLeft";

  constructor() {
    super("the caller left before the call was answered");
  }
}

/** The call's own time is up. */
export class CallTimedOut extends ActionError {
  constructor(action: string, limitMs: number) {
    super(504, `${action} did not finish within ${limitMs / 1000} s, the call's time limit`);
  }
}

/** A page went where none may go, and was put back: whatever the action itself came to, the call failed. */
export class PutBack extends ActionError {
  constructor(why: string) {
    super(403, `${why}; the tab was put back to about:blank`);
  }
}
