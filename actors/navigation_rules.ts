/**
 * Where a page may be taken: `http:`, `https:` and `about:blank`; never to pagetap's own door, nor its
 * drivers'; to link-local and cloud metadata addresses only where that is asked for; and within the lists
 * an operator gives. It goes by the URL alone: a name that resolves to such an address, and what a page
 * fetches by itself, is a firewall's to stop.
 *
 * @module
 */
import { cut } from "../page/cut.ts";
import { type IpAddress, parseIp, range, reachedBy } from "./ip_address.ts";
import {
  matchesOrigin,
  type Origin,
  originOf,
  type OriginPattern,
  parseOriginPattern,
} from "./origin_pattern.ts";

/** What {@linkcode NavigationRules} are made of. */
export interface NavigationRulesOptions {
  /** Addresses of pagetap, its drivers and its Grid, as `host:port`; asked again for each page. */
  ownAddresses(): readonly string[];
  /** Origins a page may be taken to, as {@linkcode parseOriginPattern} reads them; absent or empty: any. */
  readonly allow?: readonly string[];
  /** Origins no page is taken to, also when `allow` has them. */
  readonly deny?: readonly string[];
}

const LOOPBACK = ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"].map(range);
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];
/** Where machines are given addresses by no one, and clouds serve their machines' credentials. */
const METADATA = [
  "169.254.0.0/16",
  "fe80::/10",
  // Alibaba; Oracle; Azure; AWS; Google; Scaleway.
  "100.100.100.200/32",
  "192.0.0.192/32",
  "168.63.129.16/32",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "fd00:42::42/128",
].map(range);
const METADATA_NAMES: readonly string[] = [
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.tencentyun.com",
  "api.metadata.cloud.ibm.com",
];

/** Says where a page may be taken. */
export class NavigationRules {
  readonly #own: () => readonly string[];
  readonly #allow: readonly OriginPattern[];
  readonly #deny: readonly OriginPattern[];

  /** An entry of a list that is none is left out; whoever reads the lists refuses it. */
  constructor({ ownAddresses, allow = [], deny = [] }: NavigationRulesOptions) {
    this.#own = ownAddresses;
    this.#allow = patterns(allow);
    this.#deny = patterns(deny);
  }

  /** Says in one sentence why a URL may not be navigated to, or null when it may. */
  forbidden(url: string): string | null {
    // What is no URL, nothing is taken to.
    if (!URL.canParse(url)) return null;
    const parsed = new URL(url);
    const { protocol } = parsed;
    if (protocol === "about:") {
      return parsed.pathname === "blank"
        ? null
        : refusal(url, "only about:blank is opened of about:");
    }
    if (protocol !== "http:" && protocol !== "https:") {
      return refusal(url, `only http:, https: and about:blank are opened, found ${protocol}`);
    }
    const why = this.#forbidden(originOf(parsed));
    return why === null ? null : refusal(url, why);
  }

  /** Says why nobody may read what comes from a URL, or null when one may: the rules of {@linkcode forbidden}. */
  barred(url: string): string | null {
    return this.forbidden(url.replace(/^ws(?=s?:)/i, "http"));
  }

  #forbidden(origin: Origin): string | null {
    const addresses = addressesOf(origin.host);
    if (this.#own().some((address) => isOwn(address, origin, addresses))) {
      return "it is an address of pagetap or of its browser driver";
    }
    const spellings = spellingsOf(origin.host, addresses);
    if (
      this.#deny.some((each) => spellings.some((host) => matchesOrigin(each, { ...origin, host })))
    ) {
      return "DENY_ORIGINS has its origin";
    }
    const allowed = this.#allow.filter((each) => matchesOrigin(each, origin));
    // A wildcard was not written with these in mind.
    if (
      isMetadata(origin.host, addresses) &&
      !allowed.some(({ host, below }) => host !== null && !below)
    ) {
      return "it is a link-local or cloud metadata address; only ALLOW_ORIGINS, naming it, opens it";
    }
    return this.#allow.length === 0 || allowed.length > 0
      ? null
      : "ALLOW_ORIGINS does not have its origin";
  }
}

function patterns(list: readonly string[]): OriginPattern[] {
  return list.map(parseOriginPattern).filter((pattern) => pattern !== null);
}

/** Every address that a host is or carries; none for a name but those of loopback. */
function addressesOf(host: string): IpAddress[] {
  if (/^(.*\.)?localhost$/.test(host)) return [[127, 0, 0, 1]];
  const address = parseIp(host);
  return address === null ? [] : reachedBy(address);
}

/** Hosts that stand for the same machine, as far as they can be told from one of them. */
function spellingsOf(host: string, addresses: readonly IpAddress[]): string[] {
  const carried = addresses.filter(({ length }) => length === 4).map((bytes) => bytes.join("."));
  return [host, ...carried, ...(addresses.some(isLoopback) ? LOOPBACK_HOSTS : [])];
}

function isLoopback(address: IpAddress): boolean {
  return LOOPBACK.some((is) => is(address));
}

function isOwn(own: string, { host, port }: Origin, addresses: readonly IpAddress[]): boolean {
  const url = `http://${own}`;
  if (!URL.canParse(url)) return false;
  const mine = originOf(new URL(url));
  if (mine.port !== port) return false;
  return host === mine.host ||
    addresses.some((address) =>
      isLoopback(address) ||
      addressesOf(mine.host).some((each) => each.join() === address.join())
    );
}

function isMetadata(host: string, addresses: readonly IpAddress[]): boolean {
  return METADATA_NAMES.includes(host) ||
    addresses.some((address) => METADATA.some((is) => is(address)));
}

function refusal(url: string, why: string): string {
  return `navigation to ${cut(url, 200)} is not allowed: ${why}`;
}
