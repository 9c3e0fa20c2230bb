/**
 * Console lines said to a workspace at a pace, and how long a click on the admin page, which shows them live,
 * takes to be answered meanwhile.
 *
 * @module
 */
import type { BidiEvent } from "../../bidi/protocol.ts";
import { logged } from "../capture/events.ts";
import type { AdminTarget } from "./admin_target.ts";
import type { Pagetap } from "./harness.ts";

/** Lines said at once at most: no more than a subscriber holds, whose losses would not be the tail's. */
const AT_ONCE = 900;
/** Milliseconds between two looks at how many lines are due. */
const TICK_MS = 10;

/** What {@linkcode flood} is asked for. */
export interface FloodOptions {
  /** Whose workspace it is. */
  readonly target: AdminTarget;
  /** The workspace. */
  readonly workspace: string;
  /** Has its page say something. */
  say(...events: BidiEvent[]): void;
  /** Lines a second. */
  readonly perSecond: number;
  /** For how long. */
  readonly seconds: number;
}

/** Says lines at an even pace, each taken in before the next are said; resolves with how many there were. */
export async function flood(options: FloodOptions): Promise<number> {
  const { target, workspace, say, perSecond, seconds } = options;
  const before = await target.entries(workspace);
  let said = 0;
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  while (elapsed() < seconds) {
    const due = Math.min(AT_ONCE, Math.floor(elapsed() * perSecond) - said);
    say(...Array.from({ length: due }, () => logged(`line ${++said}`)));
    if (due < AT_ONCE) await pause(TICK_MS);
    while (await target.entries(workspace) - before < said) await pause(1);
  }
  return said;
}

/**
 * Has the page note how long each click on a chip takes: from the input's own time, which is when the browser
 * got it and not when the page came to it, until the frame that has the answer is drawn.
 */
export async function noteClicks(pagetap: Pagetap, workspace: string): Promise<void> {
  const script = `globalThis.answeredMs = [];
    addEventListener("click", ({ target, timeStamp }) => {
      const chip = target.closest(".chip");
      if (chip === null) return;
      // A message sent in a frame's callback comes after that frame.
      const drawn = new MessageChannel();
      drawn.port1.onmessage = () => answeredMs.push(performance.now() - timeStamp);
      const look = () => requestAnimationFrame(() =>
        chip.getAttribute("aria-pressed") === "true" ? drawn.port2.postMessage(null) : look());
      look();
    }, true);
    return null;`;
  await pagetap.call(workspace, "execute_script", { script });
}

/** Clicks on two chips in turn, with the pointer, until `done`; how many milliseconds each click took. */
export async function clickChips(
  pagetap: Pagetap,
  workspace: string,
  done: () => boolean,
): Promise<number[]> {
  let clicks = 0;
  while (!done()) {
    const selector = { css: `.chip:nth-child(${1 + ++clicks % 2})` };
    await pagetap.call(workspace, "interact", { selector, action: "click" });
  }
  const script = `while (answeredMs.length < ${clicks}) await new Promise(requestAnimationFrame);
    return answeredMs.splice(0);`;
  const { value } = await pagetap.call(workspace, "execute_script", { script });
  return value as number[];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
