/**
 * Why a running call was cut short; the reason its `AbortSignal` carries.
 *
 * @module
 */
import { ActionError } from "./action_error.ts";
import type { Dialog } from "./tabs.ts";

/** A native dialog opened: the call answers at once, with the dialog. */
export class DialogOpened extends Error {
  /** Always `DialogOpened`. */
  override readonly name = "DialogOpened";
  /** The dialog, which waits for the action `dialog`. */
  readonly dialog: Dialog;

  /** The message names its kind only: its text is the page's. */
  constructor(dialog: Dialog) {
    super(`a ${dialog.type} dialog opened`);
    this.dialog = dialog;
  }
}

/** The caller left. */
export class CallerLeft extends Error {
  /** Always `CallerLeft`. */
  override readonly name = "CallerLeft";

  /** Says so; nobody is left to read it but the log. */
  constructor() {
    super("the caller left before the call was answered");
  }
}

/** The call's own time is up. */
export class CallTimedOut extends ActionError {
  /** `action` opens the message; `limitMs` is told in seconds. */
  constructor(action: string, limitMs: number) {
    super(504, `${action} did not finish within ${limitMs / 1000} s, the call's time limit`);
  }
}

/** A page went where none may go, and was put back: whatever the action itself came to, the call failed. */
export class PutBack extends ActionError {
  /** `why` says which address was refused, and by what rule; it opens the message. */
  constructor(why: string, what: "tab" | "frame" = "tab") {
    super(403, `${why}; the ${what} was put back to about:blank`);
    this.late = new ActionError(
      403,
      `${why}; the ${what} is being put back to about:blank, and no call begins before it is`,
    );
  }

  /** What is told of it while the page is not back yet. */
  readonly late: ActionError;
}

/** The session had ended before anything of the call was done: another may take the call. */
export class SessionLost extends ActionError {
  /** `why` says what ended it. */
  constructor(why: string) {
    super(503, `${why}: open a session with open_session`);
    this.why = why;
  }

  /** What ended it. */
  readonly why: string;
}
