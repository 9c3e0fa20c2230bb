/**
 * All cookies of the browser, taken out of one and put into another, whichever the two are.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { Cookie, PartialCookie, PartitionDescriptor } from "../bidi/protocol.ts";
import type { KeptCookie } from "./kept_sites.ts";
import type { Page } from "./page.ts";

/** What cookies are had from. */
export type CookieJar = Pick<Page, "browser" | "send" | "now">;

/** What became of the cookies that were to be set. */
export interface SetCookies {
  /** How many there are now. */
  readonly set: number;
  /** How many had ended meanwhile. */
  readonly ended: number;
  /** Those that the browser did not take, as `name of domain`. */
  readonly refused: readonly string[];
}

/** Cookies set at once. */
const AT_ONCE = 20;
/** Milliseconds the list may take: a browser can have thousands. */
const LIST_MS = 10_000;

/**
 * Reads every cookie.
 *
 * @param origins where tabs have been: Firefox tells of partitioned cookies only where it is asked for them
 * @throws {BidiError} the browser gives none
 */
export async function readCookies(
  jar: CookieJar,
  origins: readonly string[],
): Promise<KeptCookie[]> {
  const { cookies } = await jar.send("storage.getCookies", {}, { timeoutMs: LIST_MS });
  if (jar.browser === "chrome") return cookies.map((each) => kept(each));
  const others = new Map<string, Cookie[]>();
  for (const cookie of cookies) {
    const sign = signOf(cookie) + cookie.value.value;
    others.set(sign, [...others.get(sign) ?? [], cookie]);
  }
  const partitioned: KeptCookie[] = [];
  for (const origin of cookies.length === 0 ? [] : origins) {
    const site = new URL(origin);
    const partition = { type: "storageKey", sourceOrigin: origin } as const;
    const there = await jar.send("storage.getCookies", { partition });
    for (const cookie of there.cookies) {
      // Its own are given with them, and origins of one site have the same.
      if (isOf(site.hostname, cookie.domain)) continue;
      if (others.get(signOf(cookie) + cookie.value.value)?.pop() === undefined) continue;
      const topLevelSite = site.origin;
      partitioned.push({
        ...kept(cookie),
        partition: { topLevelSite, hasCrossSiteAncestor: true },
      });
    }
  }
  return [...[...others.values()].flat().map((each) => kept(each)), ...partitioned];
}

/**
 * Sets cookies, and looks which of them are there then: Chrome drops some without a word.
 *
 * @throws {BidiError} the browser does not list its cookies
 */
export async function setCookies(
  jar: CookieJar,
  cookies: readonly KeptCookie[],
): Promise<SetCookies> {
  const now = jar.now() / 1000;
  const lasting = cookies.filter(({ expiry }) => expiry === undefined || expiry > now);
  for (let at = 0; at < lasting.length; at += AT_ONCE) {
    await Promise.all(lasting.slice(at, at + AT_ONCE).map((cookie) => setCookie(jar, cookie)));
  }
  const ended = cookies.length - lasting.length;
  if (lasting.length === 0) return { set: 0, ended, refused: [] };
  const { cookies: there } = await jar.send("storage.getCookies", {}, { timeoutMs: LIST_MS });
  const signs = new Set(there.map(signOf));
  const refused = lasting.filter((cookie) => !signs.has(signOf(cookie)));
  return {
    set: lasting.length - refused.length,
    ended,
    refused: refused.map(({ name, domain }) => `${name} of ${domain}`),
  };
}

async function setCookie(jar: CookieJar, cookie: KeptCookie): Promise<void> {
  const { partition, sameSite, ...rest } = cookie;
  const partial: PartialCookie = { ...rest, ...(sameSite !== "default" && { sameSite }) };
  const where: { partition?: PartitionDescriptor } = {};
  if (partition !== undefined) {
    if (jar.browser === "chrome") partial["goog:partitionKey"] = partition;
    else where.partition = { type: "storageKey", sourceOrigin: partition.topLevelSite };
  }
  await jar.send("storage.setCookie", { cookie: partial, ...where }).catch((error) => {
    if (!(error instanceof BidiError)) throw error;
  });
}

function kept(cookie: Cookie): KeptCookie {
  const { name, value, domain, path, httpOnly, secure, sameSite, expiry } = cookie;
  const partition = cookie["goog:partitionKey"];
  return {
    name,
    value,
    domain,
    path,
    httpOnly,
    secure,
    // So Chrome calls one that does not say; set so, it would be dropped.
    sameSite: sameSite === "none" && !secure ? "default" : sameSite,
    ...(expiry !== undefined && { expiry }),
    ...(partition && { partition }),
  };
}

function signOf({ domain, path, name }: Pick<Cookie, "domain" | "path" | "name">): string {
  return JSON.stringify([domain, path, name]);
}

/** Whether a host is sent the cookies of a domain. */
function isOf(host: string, domain: string): boolean {
  const bare = domain.replace(/^\./, "");
  return host === bare || host.endsWith(`.${bare}`);
}
