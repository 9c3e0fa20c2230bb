/**
 * What becomes of a tab or a frame whose page went where none may go, by a link, a redirect or a script: it
 * is put back to `about:blank`.
 *
 * @module
 */
import { flush, send } from "./commands.ts";
import { sleep } from "./core/wait.ts";
import type { Live } from "./live.ts";

/** A page that is still on its way may overtake: Firefox moves it to another process while it loads. */
const TRIES = 8;
const NAVIGATE_MS = 3_000;
const STAYS_MS = 200;

/** Puts a tab or a frame back; resolves when it stays there, is gone, or cannot be moved. Never throws. */
export async function putBack(live: Live, context: string): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    const moved = await send(live.connection, "browsingContext.navigate", {
      context,
      url: "about:blank",
      wait: "complete",
    }, { timeoutMs: NAVIGATE_MS }).then(() => true, () => false);
    await sleep(live.clock, STAYS_MS);
    const contexts = await flush(live.connection);
    const there = contexts?.find((each) => each.context === context) ?? live.tabs.frame(context);
    if (there === undefined || (moved && live.forbidden(there.url) === null)) return;
  }
}
