/**
 * `dialog`: answers a native dialog (alert, confirm, prompt, beforeunload).
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { DialogArgs } from "./args.ts";
import { explain } from "./explain.ts";
import { type Page, PageError } from "./page.ts";

/** What `dialog` answers. */
export interface DialogResult {
  /** What was done with it. */
  readonly answered: "accepted" | "dismissed";
  /** That a text was given for what takes none. */
  readonly note?: string;
}

/**
 * Answers the open dialog of the driven tab. A prompt that is accepted without a text answers with what it
 * is filled with, as it does when a person presses OK.
 *
 * @throws {PageError} 404 none is open; 400 a text for a dialog that is dismissed
 */
export async function dialog(page: Page, { action, text }: DialogArgs): Promise<DialogResult> {
  const accept = action === "accept";
  if (!accept && text !== undefined) {
    throw new PageError(400, "Cannot dismiss a dialog with a text: a text answers one with accept");
  }
  // Without a text the browsers empty the prompt first.
  const userText = accept ? text ?? page.dialog?.default : undefined;
  const { type = "prompt" } = page.dialog ?? {};
  try {
    await page.send("browsingContext.handleUserPrompt", {
      context: page.context,
      accept,
      ...userText === undefined ? {} : { userText },
    });
  } catch (error) {
    if (error instanceof BidiError && error.code === "no such alert") {
      throw new PageError(404, `Cannot ${action} a dialog: none is open`);
    }
    throw explain(error);
  }
  return {
    answered: accept ? "accepted" : "dismissed",
    ...text !== undefined && type !== "prompt" && {
      note: `the text went nowhere: the dialog was no prompt, but of the type ${type}`,
    },
  };
}
