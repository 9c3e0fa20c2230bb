/**
 * Whether a document is about to be left for another: it is there until the other one has come. Runs in the page.
 *
 * @module
 */

/** What {@link watchLeaving} keeps in the sandbox until {@link isLeaving}. */
interface LeavingWatch {
  readonly listening: AbortController;
  leaving: boolean;
}

/** Watches from now on. Self-contained: it is sent to the browser as text. */
export function watchLeaving(): null {
  const kept = globalThis as { pagetapLeaving?: LeavingWatch | undefined };
  kept.pagetapLeaving?.listening.abort();
  const listening = new AbortController();
  const watch: LeavingWatch = { listening, leaving: false };
  kept.pagetapLeaving = watch;
  // A listener that stays would keep the page from being gone back to as it was.
  addEventListener("beforeunload", () => watch.leaving = true, { signal: listening.signal });
  return null;
}

/** Whether it has set out for another document since; `last` ends the watch. Self-contained: it is sent as text. */
export function isLeaving({ last }: { readonly last: boolean }): boolean {
  const { pagetapLeaving } = globalThis as { pagetapLeaving?: LeavingWatch | undefined };
  if (last) pagetapLeaving?.listening.abort();
  return pagetapLeaving?.leaving ?? false;
}
