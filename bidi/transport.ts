/**
 * The one seam between pagetap and a socket: three verbs and two callbacks, small enough that a
 * test's fake is a dozen lines.
 *
 * @module
 */

/** Why a transport closed: `clean` when both sides agreed, else what the socket said. */
export interface Closed {
  /** Whether both sides said goodbye. */
  readonly clean: boolean;
  /** What the socket said, in words for a message. */
  readonly why: string;
}

/** What a transport tells its owner. Neither is called after `closed`. */
export interface TransportListener {
  /** One whole text frame; called in the order of arrival. */
  frame(text: string): void;
  /** The channel is gone; called once. */
  closed(closed: Closed): void;
}

/** A duplex channel of text frames. */
export interface Transport {
  /** Takes the listener; frames that came before are kept for it. Called once. */
  listen(listener: TransportListener): void;
  /** Queues one frame; does nothing once closed. */
  send(text: string): void;
  /** Stops to read, so that the peer is held back; what has come already may still be told of. */
  pause(): void;
  /** Reads on. */
  resume(): void;
  /** Starts to close; `closed` follows, at once when the peer does not answer. Safe twice. */
  close(): void;
}
