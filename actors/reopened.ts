/**
 * The first call of a browser that was opened in a lost one's place: it goes where that one was, and says so.
 *
 * @module
 */
import { firstPage } from "./start_session.ts";
import type { SessionState } from "./seat.ts";
import type { ActionRequest } from "./workspace_messages.ts";

/** An action, and why the browser it runs in was opened anew. */
export type Reopened = ActionRequest & { readonly reopened?: string };

/** The action as it is to be run; `url` is where the lost browser last was. */
export function inReopened(
  action: ActionRequest,
  session: SessionState,
  url: string | null,
): Reopened {
  const { reopened, settings } = session;
  if (reopened === null) return action;
  session.reopened = null;
  return {
    ...action,
    reopened,
    effect: "navigation",
    run: async (page) => {
      // Where that fails, the page and what was captured of it tell why.
      if (url !== null && !session.there) await firstPage(page, url, settings).catch(() => {});
      page.signal.throwIfAborted();
      session.there = true;
      return await action.run(page);
    },
  };
}
