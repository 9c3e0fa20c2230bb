/**
 * How much of what is kept of sites fits: whole sites, the ones that were last seen first.
 *
 * @module
 */
import type { SiteData } from "./kept_sites.ts";

/** What fits. */
export interface FittedSites {
  /** What is kept. */
  readonly data: SiteData;
  /** Bytes of it, as JSON. */
  readonly bytes: number;
  /** Hosts of the sites that are left out. */
  readonly leftOut: readonly string[];
}

/** Bytes between two members, and the name of the list they are in. */
const AROUND = 16;

/** Leaves out sites until the rest is at most `maxBytes` long. */
export function fitSites(data: SiteData, maxBytes: number): FittedSites {
  const { cookies, origins, session } = data;
  const hosts = hostsOf(data);
  const rest = bytesOf({ ...data, cookies: [], origins: [], session: null });
  const sizes = new Map<string, number>(hosts.map((host) => [host, 0]));
  const add = (host: string, part: unknown) =>
    sizes.set(host, (sizes.get(host) ?? 0) + bytesOf(part) + AROUND);
  for (const cookie of cookies) add(hostOfDomain(cookie.domain), cookie);
  for (const each of origins) add(hostOf(each.origin), each);
  if (session !== null) add(hostOf(session.origin), session);
  let left = maxBytes - rest;
  const fits = new Set<string>();
  for (const host of hosts) {
    const size = sizes.get(host) ?? 0;
    if (size > left) continue;
    left -= size;
    fits.add(host);
  }
  const fitted: SiteData = {
    ...data,
    cookies: cookies.filter(({ domain }) => fits.has(hostOfDomain(domain))),
    origins: origins.filter(({ origin }) => fits.has(hostOf(origin))),
    session: session !== null && fits.has(hostOf(session.origin)) ? session : null,
  };
  return {
    data: fitted,
    bytes: bytesOf(fitted),
    leftOut: hosts.filter((host) => !fits.has(host)),
  };
}

/** The host of an origin. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname;
}

/** The host that a cookie's domain is named after. */
export function hostOfDomain(domain: string): string {
  return domain.replace(/^\./, "");
}

/** Every host, the ones of the origins last seen first; a cookie's with the first origin it is sent to. */
export function hostsOf({ cookies, origins, session }: SiteData): string[] {
  const seen = [
    ...new Set([...session ? [session] : [], ...origins].map((each) => hostOf(each.origin))),
  ];
  const rank = (host: string): number => {
    const at = seen.findIndex((each) => each === host || each.endsWith(`.${host}`));
    return at < 0 ? seen.length : at;
  };
  const all = new Set([...seen, ...cookies.map(({ domain }) => hostOfDomain(domain))]);
  return [...all].sort((a, b) => rank(a) - rank(b));
}

function bytesOf(part: unknown): number {
  return new TextEncoder().encode(JSON.stringify(part)).length;
}
