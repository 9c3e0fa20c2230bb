/**
 * Where the server itself is reached, so that no page is taken there.
 *
 * @module
 */
import { parseAllowedHost } from "./hosts.ts";

/** What {@linkcode ownAddresses} goes by. */
export interface OwnAddressesOptions {
  /** The address bound, as it was given. */
  readonly host: string;
  /** The port bound. */
  readonly port: number;
  /** Further hosts it answers to: `name`, `name:port` or `scheme://name[:port]`. */
  readonly allowHosts: readonly string[];
  /** Where callers reach it, when that is another address; null: nowhere else. */
  readonly publicUrl: string | null;
  /** The machine's addresses; asked for when all of them are bound. */
  interfaces(): readonly string[];
}

/**
 * The server's addresses as `host:port`. A host of `allowHosts` without a port is meant as it is reached: at
 * the port bound, or through a proxy at a default one.
 */
export function ownAddresses(options: OwnAddressesOptions): string[] {
  const { host, port, allowHosts, publicUrl, interfaces } = options;
  const bound = [host, ...(isWildcard(host) ? interfaces() : [])];
  return [
    ...bound.map((address) => `${bracketed(address)}:${port}`),
    ...(publicUrl === null ? [] : [hostOf(new URL(publicUrl))]),
    ...allowHosts.map(parseAllowedHost).flatMap((allowed) =>
      allowed === null ? [] : (allowed.port === null ? [port, 80, 443] : [allowed.port])
        .map((port) => `${allowed.hostname}:${port}`)
    ),
  ];
}

/** Whether `host` stands for every address of the machine. */
function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || /^\[?[0:]+\]?$/.test(host);
}

function hostOf({ protocol, hostname, port }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

function bracketed(host: string): string {
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}
