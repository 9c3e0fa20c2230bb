/**
 * A tab of our own beside the driven one.
 *
 * @module
 */
import type { BidiEvent, EventName } from "../bidi/protocol.ts";
import type { Listening } from "./listening.ts";

/** A tab in the back that nobody but its maker hears of, for its whole life; disposing of it closes it. */
export interface SpareTab extends AsyncDisposable {
  /** Its browsing context. */
  readonly context: string;
  /**
   * Hears what the browser tells of it, and of no other tab.
   *
   * @param heard told of each event of those names, in the order of arrival; must not throw
   * @throws {BidiError} the browser would not subscribe
   */
  listen(events: readonly EventName[], heard: (event: BidiEvent) => void): Promise<Listening>;
}
