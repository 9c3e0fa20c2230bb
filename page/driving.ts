/**
 * What an action sees of the browser beyond the one tab: which tabs there are, which of them calls act
 * on, and which frame of it was entered.
 *
 * @module
 */
import type { Page } from "./page.ts";

/** A tab, as a result lists it. */
export interface TabShape {
  /** `t1`, `t2`, ...; never given to another one of the session. */
  readonly tab: string;
  /** URL of its document. */
  readonly url: string;
  /** Calls act on it; absent on the others. */
  readonly driven?: true;
  /** The kind of the native dialog that is open in it; absent without one. */
  readonly dialog?: string;
  /** The tab whose page opened it; absent where none did, or that one is closed. */
  readonly opener?: string;
}

/** A frame that was entered. */
export interface EnteredFrame {
  /** Its browsing context. */
  readonly context: string;
  /** The context it is a frame of. */
  readonly parent: string;
  /** Its element in words, such as `<iframe id="pay">`. */
  readonly element: string;
}

/** The tabs of the browser and the frames in them. */
export interface Driving {
  /** Has the calls after this one act in a frame of the document that this one acts in. */
  enter(frame: EnteredFrame): void;
  /** Has them act in the document around the frame, or the tab's; false when none was entered. */
  leave(to: "parent" | "top"): boolean;
  /** Every tab, oldest first. */
  list(): readonly TabShape[];
  /**
   * Opens a tab in the front, has calls act on it, and answers it.
   *
   * @throws {BidiError} the browser would not
   */
  open(): Promise<Page>;
  /**
   * Takes a tab to the front and has calls act on it.
   *
   * @throws {PageError} 400 there is none with this id
   */
  drive(tab: string): Promise<void>;
  /**
   * Closes a tab, the driven one by default; then calls act on the one that had opened it, else the newest.
   *
   * @throws {PageError} 400 there is none with this id, or it is the last
   */
  close(tab?: string): Promise<void>;
}
