/**
 * The address of a Selenium Grid, as `GRID_URL` gives it.
 *
 * @module
 */
import { encodeBase64 } from "@std/encoding";

/** Where a Grid is, and what it wants to be shown. */
export class GridAddress {
  /** The address as it may be told: without user and password, and without a slash at its end. */
  readonly shown: string;
  /** Headers of every request: `Authorization` when the address has a user or a password. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its `host:port`, the scheme's own port filled in. */
  readonly hostPort: string;

  /**
   * Reads `http(s)://[user:pass@]host[:port][/prefix]`.
   *
   * @throws {TypeError} it is no URL
   * @throws {URIError} its user or password is badly encoded
   */
  constructor(url: string) {
    const { protocol, host, pathname, username, password } = new URL(url);
    this.shown = `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
    this.hostPort = hostPort(url) ?? host;
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.headers = user === ":" ? {} : { Authorization: `Basic ${encodeBase64(user)}` };
  }

  /** The address of one of its paths, which starts with a slash. */
  path(path: string): string {
    return `${this.shown}${path}`;
  }

  /**
   * The address of a session's BiDi socket. What the session's own capability says is not asked: it
   * often names a host that only the Grid can reach.
   */
  socketUrl(sessionId: string): string {
    return this.path(`/session/${sessionId}/se/bidi`).replace(/^http/, "ws");
  }
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  "http:": "80",
  "https:": "443",
  "ws:": "80",
  "wss:": "443",
};

/** The `host:port` of a URL, the scheme's own port filled in; null when it has none. */
export function hostPort(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const known = port || DEFAULT_PORTS[protocol];
  return hostname === "" || known === undefined ? null : `${hostname}:${known}`;
}
