/**
 * How an action hears what the browser tells while it runs.
 *
 * @module
 */
import type { BidiEvent, EventName } from "../bidi/protocol.ts";

/** What an action listens to. */
export interface ListenOptions {
  /** The events' names. */
  readonly events: readonly EventName[];
  /**
   * Top-level contexts to subscribe to besides what the session already hears; absent, the events are among
   * those every session hears (contexts, navigations, downloads, dialogs).
   */
  readonly contexts?: readonly string[];
  /** Told of each event of those names, in the order of arrival, whatever context it is of; must not throw. */
  heard(event: BidiEvent): void;
}

/** An ear that is open. */
export interface Listening {
  /** Unsubscribes and hears nothing more. Never throws; safe twice. */
  stop(): Promise<void>;
}
