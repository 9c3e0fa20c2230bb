/**
 * What a call is refused with while a native dialog is open.
 *
 * @module
 */
import { cut } from "../page/cut.ts";
import { ActionError } from "./action_error.ts";
import type { DialogOpened } from "./interruption.ts";
import type { Job } from "./job_queue.ts";
import type { Live } from "./live.ts";
import type { Dialog } from "./tabs.ts";

/** Characters of a dialog's text, or of a file's name, that a notice tells. */
const MAX_SAID = 200;

/** Why a call cannot be run while a dialog is open; null when it can. */
export function dialogOpen(
  live: Live,
  { name, duringDialog }: Pick<Job, "name" | "duringDialog">,
): ActionError | null {
  if (duringDialog) return null;
  const { holding, tabs: { driven } } = live;
  if (driven?.dialog) {
    return new ActionError(
      409,
      `${name} was not run: ${inWords(driven.dialog)}; answer it with the dialog tool first`,
    );
  }
  if (!holding?.dialog) return null;
  const held = inWords(holding.dialog, `in tab ${holding.id} and holds up this one`);
  return new ActionError(
    409,
    `${name} was not run: ${held}; switch to it with the tabs tool and answer it with the dialog tool first`,
  );
}

/** What a call is refused with that a dialog was found in the way of before it had begun. */
export function dialogCame(live: Live, job: Job, { dialog }: DialogOpened): ActionError {
  const { type, message } = dialog;
  return dialogOpen(live, job) ?? new ActionError(
    409,
    `${job.name} was not run: a native ${type} dialog (${said(message)}) opened first, ` +
      "and is gone again; call again",
  );
}

/** That a dialog is open, and where, for a sentence. */
export function inWords({ type, message }: Dialog, where?: string): string {
  return `a native ${type} dialog is open ${where === undefined ? "" : `${where} `}(${
    said(message)
  })`;
}

function said(message: string): string {
  return `"${cut(message, MAX_SAID)}"`;
}
