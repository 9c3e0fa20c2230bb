/**
 * `open_session` as the first call of the session it opens.
 *
 * @module
 */
import type { BrowserRef } from "./browser_messages.ts";
import type { Reply } from "./core/types.ts";
import type { Opening } from "./seat.ts";
import type { CallResult } from "./service.ts";
import { firstPage } from "./start_session.ts";
import type { ActionRequest } from "./workspace_messages.ts";

const CANCELLED = "the open_session that had begun it was cancelled";

/** Loads the first page, if there is one, and says what was opened. */
export function openAction(
  url: string | undefined,
  { settings, capture }: Opening,
): ActionRequest {
  return {
    name: "open_session",
    effect: "navigation",
    duringDialog: false,
    whole: true,
    underway: true,
    seconds: settings.timeout,
    run: async (page) => ({
      browser: settings.browser,
      capture,
      ...await firstPage(page, url, settings),
    }),
  };
}

/** A reply that ends the browser when its asker has left: nobody knows of it, and it may hold the last place. */
export function endingWhenLeft(
  reply: Reply<CallResult>,
  left: AbortSignal,
  browser: BrowserRef,
): Reply<CallResult> {
  const answered = () => {
    if (left.aborted) browser.tell({ kind: "ended", why: CANCELLED });
  };
  return {
    ok: (result) => (answered(), reply.ok(result)),
    fail: (error) => (answered(), reply.fail(error)),
  };
}
