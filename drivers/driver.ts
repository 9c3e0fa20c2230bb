/**
 * Where a browser comes from. A driver starts browsers and gives them back; it never drives one:
 * that goes over the BiDi socket whose address it hands out.
 *
 * @module
 */

/** The browsers pagetap drives. */
export type BrowserName = "chrome" | "firefox";

/** What a caller may ask of a new browser. */
export interface StartOptions {
  /** Ends the attempt; the driver gives back whatever it had started. */
  readonly signal: AbortSignal;
  /** Milliseconds the whole start may take. */
  readonly timeoutMs: number;
}

/**
 * One started browser. It has a session already (`newSession` is null), or wants `session.new` with
 * those capabilities as the first command on its socket.
 */
export interface Session {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** The address of its BiDi socket. */
  readonly socketUrl: string;
  /** Headers of the socket's handshake. */
  readonly socketHeaders: Readonly<Record<string, string>>;
  /** The `alwaysMatch` capabilities that `session.new` takes; null when the session exists. */
  readonly newSession: Readonly<Record<string, unknown>> | null;
  /** Resolves with a sentence when the browser or its driver ended without being asked to. */
  readonly died: Promise<string>;
  /**
   * Gives the browser back and leaves no process and no profile folder behind. Safe twice; never
   * throws; takes at most 10 s, the last of them with a kill.
   */
  end(): Promise<void>;
  /**
   * Drains a wedged session (FACTS rule 24); resolves true when it answers again. Absent where the
   * browser cannot wedge.
   */
  readonly unwedge?: (signal: AbortSignal) => Promise<boolean>;
}

/** A source of browsers of one kind. */
export interface Driver {
  /** Which browser it starts. */
  readonly browser: BrowserName;
  /** Addresses (`host:port`) that a page must never be navigated to: the driver's own. */
  readonly ownAddresses: () => readonly string[];
  /**
   * Starts one browser.
   *
   * @throws {DriverError} when there is none to be had: not installed, did not start, refused
   */
  start(options: StartOptions): Promise<Session>;
  /** Ends the driver's own process and every session left. Safe twice. */
  close(): Promise<void>;
}

/** A browser could not be had. Its message is one sentence for the caller. */
export class DriverError extends Error {
  /** Always `DriverError`. */
  override readonly name = "DriverError";
}
