/**
 * What went wrong with a Grid, in words for the caller.
 *
 * @module
 */

/** Most characters kept of what a Grid says. */
const MAX_WORDS = 300;

/** A Grid did not do what it was asked for, or gave no answer at all. */
export class GridFault extends Error {
  /** Always `GridFault`. */
  override readonly name = "GridFault";
  /** What to do about it, to follow a semicolon; null when the words say it, or nobody knows. */
  readonly advice: string | null;
  /** Whether the Grid cannot have had the request. */
  readonly unsent: boolean;

  /** Makes one of `what`, the rest of a sentence that begins with `the Grid`, and what to do. */
  constructor(what: string, advice: string | null = null, unsent: boolean = false) {
    super(what);
    this.advice = advice;
    this.unsent = unsent;
  }
}

/** What a WebDriver answer says when it is an error. */
export interface WebDriverError {
  /** The standard's code, such as `invalid session id`. */
  readonly error: string;
  /** The message; empty when there is none. */
  readonly message: string;
}

/** The error in the `value` of an answer; null when there is none, as in the page of a proxy. */
export function webDriverError(value: unknown): WebDriverError | null {
  const { error, message } = (value ?? {}) as { error?: unknown; message?: unknown };
  if (typeof error !== "string") return null;
  return { error, message: typeof message === "string" ? message : "" };
}

/** The fault behind an answer that is not the one hoped for. */
export function refusal(status: number, value: unknown): GridFault {
  const error = webDriverError(value);
  if (error !== null) return new GridFault(`said: ${sentence(error)}`);
  if (status === 401 || status === 403) {
    return new GridFault(
      `wants a user and password that GRID_URL does not give (HTTP ${status})`,
      "put them into it as http(s)://user:password@host",
    );
  }
  if (status >= 300 && status < 400) {
    return new GridFault(
      `answered with a redirect (HTTP ${status})`,
      "give GRID_URL the address it leads to",
    );
  }
  if (status === 404 || status === 405) {
    return new GridFault(
      `has no WebDriver under that address (HTTP ${status})`,
      "correct the port or the prefix in GRID_URL",
    );
  }
  return new GridFault(
    `answered with HTTP ${status} and nothing of WebDriver`,
    "look at its log, and at what stands before it",
  );
}

/**
 * The one sentence in a WebDriver error. A Grid wraps what the driver said in words of its own and in
 * facts about its machine, and names sessions, which nobody is to be told.
 */
export function sentence({ error, message }: WebDriverError): string {
  const said = message.split(/\bMessage: /).at(-1) ?? "";
  const lines = said.split(/\s*(?:\n\s*)+/)
    .filter((line) =>
      line !== "" && !/^(?:(?:Host|Build|System|Driver) info:|\(Session info)/.test(line)
    );
  const words = withoutIds(lines.slice(0, 2).join(": ")).trim();
  return cut(words === "" ? error : words);
}

/** `text` with everything that is shaped like a session's id masked. */
export function withoutIds(text: string): string {
  return text.replace(/\b[0-9a-f]{32}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "•••")
    .replace(/(session(?: with)? id:? )[\w-]+/gi, "$1•••");
}

function cut(text: string): string {
  return text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS - 1)}…` : text;
}

/** The fault behind a request that `fetch` could not make or finish. */
export function unreachable(error: unknown): GridFault {
  if (error instanceof Deno.errors.NotCapable) {
    return new GridFault("may not be reached for want of the right to", "run with --allow-net");
  }
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const text = `${message} ${cause instanceof Error ? cause.message : ""}`;
  const [, what, advice] = REASONS.find(([pattern]) => pattern.test(text)) ?? OTHERWISE;
  return new GridFault(what, advice, CONNECTING.test(text));
}

/** It failed before anything was sent. */
const CONNECTING = /client error \(Connect\)/;

const OTHERWISE = [/./, "ended the connection without an answer", "look at its log"] as const;

/** What Deno's `fetch` says, and what that means. */
const REASONS: readonly (readonly [RegExp, string, string])[] = [
  [/connection refused/i, "refused the connection", "start it, or correct GRID_URL"],
  [/dns error|lookup address/i, "has a host name that is not known", "correct GRID_URL"],
  [
    /peer certificate/i,
    "has a certificate that is not trusted",
    "set GRID_CA to the PEM file of its CA, and GRID_URL to a name in the certificate",
  ],
  [/InvalidContentType/, "does not speak TLS there", "give GRID_URL http:// in place of https://"],
  [/HTTP version/, "does not speak plain HTTP there", "give GRID_URL https:// in place of http://"],
  [CONNECTING, "cannot be reached", "check GRID_URL and the network"],
];
