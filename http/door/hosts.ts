/**
 * Which `Host` and which `Origin` a request may carry. Loopback is no authorization boundary: any page
 * in any browser on this machine can reach it, under a name of its choosing (DNS rebinding), so both
 * are checked on every request.
 *
 * @module
 */
import { HttpError } from "../problem.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"] as const;
/** What a host without a port may mean; a `Host` does not say which, as a proxy may speak TLS for us. */
const DEFAULT_PORTS: readonly number[] = [80, 443];
const WILDCARDS = ["0.0.0.0", "::", "[::]"] as const;

/** A host that may be named, alone or as an origin. */
export interface AllowedHost {
  /** Lower case; an IPv6 address in brackets. */
  readonly hostname: string;
  /** Null: any port. */
  readonly port: number | null;
  /** Null: `http:` and `https:`. */
  readonly scheme: string | null;
}

/** What {@linkcode Hosts} is made from. */
export interface HostsOptions {
  /** The address bound, as it was given. */
  readonly host: string;
  /** The port bound. */
  readonly port: number;
  /** Further ones: `name`, `name:port` or `scheme://name[:port]`. */
  readonly allow: readonly string[];
}

/** Whether `host` is an address only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" ||
    /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Whether `text` can be an entry of `allow`.
 *
 * @returns the entry, or null
 */
export function parseAllowedHost(text: string): AllowedHost | null {
  const match = /^(?:(https?):\/\/)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return null;
  const [, scheme, hostname = "", port] = match;
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return null;
  return {
    hostname: hostname.toLowerCase(),
    port: port === undefined ? null : Number(port),
    scheme: scheme === undefined ? null : `${scheme.toLowerCase()}:`,
  };
}

/** The hosts a server answers to. */
export class Hosts {
  readonly #ours: readonly AllowedHost[];
  readonly #listed: readonly AllowedHost[];

  /** Derives them from what was bound and what is allowed besides. */
  constructor({ host, port, allow }: HostsOptions) {
    const bound = WILDCARDS.some((name) => name === host) ? [] : [bracketed(host)];
    this.#ours = [...LOOPBACK_NAMES, ...bound].map((hostname) => ({
      hostname: hostname.toLowerCase(),
      port,
      scheme: "http:",
    }));
    this.#listed = allow.map(parseAllowedHost).filter((entry) => entry !== null);
  }

  /**
   * Lets a request pass whose `Host`, `Origin` and `Sec-Fetch-Site` are as they must be.
   *
   * @param linked It has a signed link, which a person may follow from any site.
   * @throws {HttpError} 403, naming the setting that would let it pass
   */
  check(headers: Headers, linked: boolean = false): void {
    const host = headers.get("host");
    if (host === null || !this.#admits(`http://${host}`, false)) {
      throw new HttpError(
        403,
        "Host is not one this server answers to; use localhost with its port, or list the host in ALLOW_HOSTS",
      );
    }
    const origin = headers.get("origin");
    if (origin !== null && !this.#admits(origin, true)) {
      throw new HttpError(
        403,
        "Origin is not one this server answers to, and a page of another may not call; " +
          "if it is where pagetap is reached, list it in ALLOW_HOSTS or PUBLIC_URL",
      );
    }
    const site = headers.get("sec-fetch-site");
    const followed = linked && headers.get("sec-fetch-mode") === "navigate";
    if (site !== null && site !== "same-origin" && site !== "none" && !followed) {
      throw new HttpError(
        403,
        "Sec-Fetch-Site must be same-origin or none; a page of another site may not call",
      );
    }
  }

  #admits(origin: string, withScheme: boolean): boolean {
    // `URL` would forgive a path, a user or a trailing dot; a Host or an Origin has none of them.
    const match = parseAllowedHost(origin);
    if (match === null) return false;
    const ports = match.port !== null
      ? [match.port]
      : DEFAULT_PORTS.filter((port) =>
        !withScheme || (port === 443) === (match.scheme === "https:")
      );
    return [...this.#ours, ...this.#listed].some((entry) =>
      entry.hostname === match.hostname &&
      (entry.port === null || ports.includes(entry.port)) &&
      (!withScheme || entry.scheme === null || entry.scheme === match.scheme)
    );
  }
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
