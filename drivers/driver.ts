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
  /** Told what a long wait is waiting for, in words for the caller. */
  progress?(message: string): void;
}

/** Whether a session still runs, as far as can be told now; `why` is words for a message. */
export type Liveness =
  | { readonly kind: "live" }
  | { readonly kind: "gone"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

/**
 * What one `GET /status` of a Grid says of one session: `absent` when at least one node was shown and none
 * lists it, `unknown` when there was no answer or no node in it.
 */
export interface Listing {
  /** Which listing it is; two with the same number are one. */
  readonly number: number;
  /** What it says. */
  readonly kind: "listed" | "absent" | "unknown";
  /** Why nothing is known, in words for a message; absent with the others. */
  readonly why?: string;
}

/** What only a session on a Grid has: it is held there for a while, whoever uses it. */
export interface Lease {
  /** Milliseconds without traffic after which the Grid ends the session: its node's `sessionTimeout`. */
  readonly timeoutMs: number;
  /** What `Driver.resume` finds the session by, in this process or a later one. A secret: never logged. */
  readonly ticket: string;
  /** Asks for the session itself (`GET /session/{id}/url`). Never throws but for the signal; takes at most 5 s. */
  probe(signal: AbortSignal): Promise<Liveness>;
  /**
   * The Grid's listing, shared by all its sessions: the last one when it is at most `maxAgeMs` old, else one
   * that is fetched now. Never throws but for the signal; takes at most 5 s.
   */
  listing(maxAgeMs: number, signal: AbortSignal): Promise<Listing>;
}

/** What a browser on a Grid has downloaded, as its node keeps it. */
export interface NodeDownloads {
  /**
   * Forgets all of it.
   *
   * @throws {DriverError} the Grid keeps none, or gave no answer
   */
  clear(signal?: AbortSignal): Promise<void>;
  /**
   * Bytes of each file, by its name.
   *
   * @throws {DriverError} as `clear`
   */
  sizes(signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /**
   * One file.
   *
   * @throws {DriverError} as `clear`, and when there is none of that name, or it is too large
   */
  read(name: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
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
  /** Certificates, PEM, that the socket's peer may be signed by in place of the usual ones; absent: the usual. */
  readonly socketCa?: string;
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
  /** Whether it outlives its socket, so that another can be opened at the same address after a drop. */
  readonly reconnects: boolean;
  /** On a Grid: what it has downloaded; absent on this machine, where the caller names a folder. */
  readonly downloads?: NodeDownloads;
  /** On a Grid: how it is held there; absent on this machine, where `died` tells all. */
  readonly lease?: Lease;
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
  /**
   * The session that a lease's ticket stands for, without asking whether it still runs; null for a ticket
   * of another Grid. Absent where a session ends with the process that started it.
   */
  readonly resume?: (ticket: string, timeoutMs: number) => Session | null;
  /** Ends the driver's own process and every session left, but for those held on a Grid. Safe twice. */
  close(): Promise<void>;
}

/** A browser could not be had. Its message is one sentence for the caller. */
export class DriverError extends Error {
  /** Always `DriverError`. */
  override readonly name = "DriverError";
}
