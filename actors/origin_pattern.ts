/**
 * Origins as lists for navigation name them.
 *
 * @module
 */
import { parseIp } from "./ip_address.ts";

/** Which origins are meant. */
export interface OriginPattern {
  /** Null: `http:` and `https:`. */
  readonly scheme: string | null;
  /** As a `URL` has it, without a dot at the end; null: any. */
  readonly host: string | null;
  /** Whether the names below `host` are meant, instead of itself. */
  readonly below: boolean;
  /** Null: any. */
  readonly port: string | null;
}

/** An origin that a page may be taken to. */
export interface Origin {
  /** `http:` or `https:`. */
  readonly scheme: string;
  /** As a `URL` has it, without a dot at the end. */
  readonly host: string;
  /** In digits, the default one too. */
  readonly port: string;
}

/** What {@linkcode parseOriginPattern} takes, for a person. */
export const ORIGIN_PATTERN_FORM =
  "[scheme://]host[:port], with *. before a host for all names below it, or * for any";

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Reads `scheme://host[:port]`: an origin, whose port is the scheme's when none is given, any for `*`.
 * Without a scheme both are meant, and without a port then any. A host after `*.` stands for the names
 * below it, at any depth; `*` alone for everything.
 *
 * @returns the pattern, or null when it is none
 */
export function parseOriginPattern(text: string): OriginPattern | null {
  if (text === "*") return { scheme: null, host: null, below: false, port: null };
  const match = /^(?:(https?):\/\/)?(\*\.)?(\[[^\]]+\]|[^\s/?#@:*\\[\]]+)(?::(\d{1,5}|\*))?$/i.exec(
    text,
  );
  const [, named, wildcard, written = "", given] = match ?? [];
  const url = `http://${written}`;
  if (match === null || !URL.canParse(url) || Number(given) > 65_535) return null;
  const host = new URL(url).hostname.replace(/\.$/, "");
  const below = wildcard !== undefined;
  if (host === "" || (below && parseIp(host) !== null)) return null;
  const scheme = named === undefined ? null : `${named.toLowerCase()}:`;
  const port = given ?? (scheme === null ? "*" : DEFAULT_PORTS[scheme] ?? "*");
  return { scheme, host, below, port: port === "*" ? null : String(Number(port)) };
}

/** The origin of a URL of `http:` or `https:`. */
export function originOf({ protocol, hostname, port }: URL): Origin {
  const host = hostname.replace(/\.$/, "");
  return { scheme: protocol, host, port: port || (DEFAULT_PORTS[protocol] ?? "") };
}

/** Whether `origin` is one of those meant. */
export function matchesOrigin(pattern: OriginPattern, { scheme, host, port }: Origin): boolean {
  return (pattern.scheme === null || pattern.scheme === scheme) &&
    (pattern.port === null || pattern.port === port) &&
    (pattern.host === null ||
      (pattern.below ? host.endsWith(`.${pattern.host}`) : host === pattern.host));
}
