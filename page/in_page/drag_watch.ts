/**
 * The browser's own drag and drop, watched while real input drags, and ended where a driver does not.
 * Runs in the page.
 *
 * @module
 */

/** What {@link watchDrag} keeps in the sandbox until {@link endDrag}. */
interface Watch {
  readonly listening: AbortController;
  source: EventTarget | null;
  start: DragEvent | null;
  over: { target: EventTarget; event: DragEvent } | null;
  dropped: boolean;
  ended: boolean;
}

/** What became of a drag. */
export interface DragEnded {
  /** The page let the browser drag something; false when it moved with the pointer, if at all. */
  readonly native: boolean;
  /** What it was let go on took it. */
  readonly taken: boolean;
  /** The drop was told by a script, since the browser's driver tells none. */
  readonly scripted: boolean;
}

/** Begins to watch. Self-contained: it is sent to the browser as text. */
export function watchDrag(): null {
  const kept = globalThis as { pagetapDrag?: Watch | undefined };
  kept.pagetapDrag?.listening.abort();
  const listening = new AbortController();
  const watch: Watch = {
    listening,
    source: null,
    start: null,
    over: null,
    dropped: false,
    ended: false,
  };
  kept.pagetapDrag = watch;
  const on = (type: string, heard: (event: DragEvent, target: EventTarget) => void) => {
    const options = { capture: true, signal: listening.signal };
    addEventListener(type, (event) => {
      const target = event.composedPath()[0];
      if (event.isTrusted && target) heard(event as DragEvent, target);
    }, options);
  };
  on("dragstart", (event, target) => {
    watch.source = target;
    watch.start = event;
  });
  on("dragover", (event, target) => {
    watch.over = { target, event };
    const data = event.dataTransfer;
    // Firefox's driver leaves it at `none`, which would be the page's own to say.
    if (data?.dropEffect !== "none" || data.effectAllowed === "none") return;
    const { effectAllowed } = data;
    data.dropEffect = /move/i.test(effectAllowed)
      ? "move"
      : effectAllowed === "link"
      ? "link"
      : "copy";
  });
  on("drop", () => watch.dropped = true);
  on("dragend", () => watch.ended = true);
  return null;
}

/**
 * Says what became of the drag. Firefox's driver ends a drag of the browser's own without a word: then the
 * page is told here what a browser tells it, a `drop` where it said it takes one, and `dragend`.
 * Self-contained: it is sent to the browser as text.
 */
export function endDrag(): DragEnded {
  const kept = globalThis as { pagetapDrag?: Watch | undefined };
  const watch = kept.pagetapDrag;
  // The page may have left for another when it was dropped on.
  if (!watch) return { native: false, taken: false, scripted: false };
  kept.pagetapDrag = undefined;
  watch.listening.abort();
  const { source, start, over, dropped, ended } = watch;
  if (!source || !start || start.defaultPrevented) {
    return { native: false, taken: false, scripted: false };
  }
  if (dropped || ended) return { native: true, taken: dropped, scripted: false };
  const given = over?.event.dataTransfer;
  const data = new DataTransfer();
  for (const type of given?.types ?? []) {
    if (type !== "Files") data.setData(type, given?.getData(type) ?? "");
  }
  const effect = given?.dropEffect ?? "none";
  const allowed = given?.effectAllowed.toLowerCase() ?? "none";
  const taken = over !== null && over.event.defaultPrevented && effect !== "none" &&
    (allowed === "all" || allowed === "uninitialized" || allowed.includes(effect));
  data.effectAllowed = given?.effectAllowed ?? "none";
  data.dropEffect = taken ? effect : "none";
  const tell = (type: string, target: EventTarget) => {
    const { clientX = 0, clientY = 0, screenX = 0, screenY = 0 } = over?.event ?? {};
    target.dispatchEvent(
      new DragEvent(type, {
        bubbles: true,
        cancelable: type === "drop",
        composed: true,
        clientX,
        clientY,
        screenX,
        screenY,
        dataTransfer: data,
      }),
    );
  };
  if (over) tell(taken ? "drop" : "dragleave", over.target);
  tell("dragend", source);
  return { native: true, taken, scripted: true };
}
