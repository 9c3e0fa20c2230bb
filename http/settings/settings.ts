/**
 * What a server is started with.
 *
 * @module
 */
import type { LogFormat, LogLevel } from "../log.ts";

/** What a server is started with. */
export interface Settings {
  /** The address to bind. */
  readonly host: string;
  /** The port to bind; 0 takes a free one. */
  readonly port: number;
  /** The Selenium Grid that browsers come from, with user and password when it wants them; null: this machine. */
  readonly gridUrl: string | null;
  /** The PEM file of a CA that the Grid's certificate may be signed by; null: the usual ones alone. */
  readonly gridCa: string | null;
  /** The browser of an open that names none. */
  readonly browser: "chrome" | "firefox";
  /** Shows the browsers' windows. */
  readonly headed: boolean;
  /** Chrome's executable; null: found on PATH, as the next two. */
  readonly chrome: string | null;
  /** chromedriver's executable. */
  readonly chromedriver: string | null;
  /** Firefox's executable. */
  readonly firefox: string | null;
  /** A token that may do everything; null, without `tokensFile` too: nobody needs one. */
  readonly authToken: string | null;
  /** The file of the tokens with rights of their own; null: none. */
  readonly tokensFile: string | null;
  /** Calls a minute that one token may make, or all callers when none is asked for; 0: any number. */
  readonly rateLimit: number;
  /** Hosts and origins allowed beside the loopback names and `host`. */
  readonly allowHosts: readonly string[];
  /** Where a person reaches it, without a slash at the end; null: where a request came in. */
  readonly publicUrl: string | null;
  /** Origins a page may be taken to; empty: any. */
  readonly allowOrigins: readonly string[];
  /** Origins no page is taken to. */
  readonly denyOrigins: readonly string[];
  /** The folder for what outlives the server; null: the platform's. */
  readonly dataDir: string | null;
  /** The folder of secrets, one file a key; null: none. */
  readonly secretsDir: string | null;
  /** Seconds that captured data outlives its last entry. */
  readonly captureTtlS: number;
  /** Seconds an open may take. */
  readonly openTimeoutS: number;
  /** Seconds a call may take. */
  readonly callTimeoutS: number;
  /** Local browsers at once. */
  readonly maxBrowsers: number;
  /** Seconds without a call after which a local browser is ended. */
  readonly idleTimeoutS: number;
  /** The last level that is logged. */
  readonly logLevel: LogLevel;
  /** How a log line looks. */
  readonly logFormat: LogFormat;
}
