/**
 * `save_site_data`: keeps the cookies, and the storage of the sites the session has been on, for the next
 * session of the workspace.
 *
 * @module
 */
import { callInPage, inPage, type ScriptHost } from "./evaluate.ts";
import { fitSites, hostOf } from "./fit_sites.ts";
import { readStorage, type StorageContent } from "./in_page/web_storage.ts";
import {
  type FailedOrigin,
  type KeptOrigin,
  MAX_SITE_DATA,
  type SiteData,
  type StorageEntries,
} from "./kept_sites.ts";
import { type Page, PageError } from "./page.ts";
import { readCookies } from "./site_cookies.ts";
import { visitOrigins } from "./site_data.ts";

/** What `save_site_data` answers. */
export interface SaveSiteDataResult {
  /** How many cookies are kept. */
  readonly cookies: number;
  /** The origins whose localStorage is kept. */
  readonly origins: readonly string[];
  /** The origin whose sessionStorage is kept; absent for none. */
  readonly session_storage?: string;
  /** Bytes that are kept. */
  readonly bytes: number;
  /** How many cookies and entries are not kept, since a secret that was typed is in them. */
  readonly withheld?: number;
  /** Hosts of the sites of which not all is kept, since there is room for no more. */
  readonly left_out?: readonly string[];
  /** Origins whose localStorage could not be read; what was kept of it before still is. */
  readonly failed?: readonly FailedOrigin[];
}

/** Origins whose storage is read at most. */
const MAX_ORIGINS = 100;

const READ = inPage(readStorage);

/**
 * Keeps all in place of what was kept before.
 *
 * @throws {BidiError} the browser gives no cookies
 */
export async function saveSiteData(page: Page): Promise<SaveSiteDataResult> {
  const before = await page.workspace.sites.load();
  const here = await readHere(page);
  const found = new Map<string, StorageContent>(here.local && [[here.local.origin, here.local]]);
  const keptBefore = new Map(before?.origins.map((each) => [each.origin, each.entries]));
  const known = [...new Set([...found.keys(), ...page.origins, ...keptBefore.keys()])]
    .filter((origin) => page.forbidden(`${origin}/`) === null);
  const origins = known.slice(0, MAX_ORIGINS);
  const dropped = known.slice(MAX_ORIGINS).filter((origin) => keptBefore.get(origin)?.length);
  const others = origins.filter((origin) => !found.has(origin));
  const { done, failed } = await visitOrigins(page, others, async ({ host, realm }) => {
    return (await callInPage(host, READ, { area: "local", max: MAX_SITE_DATA }, { realm })).value;
  });
  for (const [origin, content] of done) found.set(origin, content);
  const tooBig: string[] = [];
  const entriesOf = (content: StorageContent): StorageEntries => {
    if (content.entries === null) tooBig.push(hostOf(content.origin));
    return content.entries ?? [];
  };
  const local = origins.map((origin): KeptOrigin => {
    const content = found.get(origin);
    return { origin, entries: content ? entriesOf(content) : keptBefore.get(origin) ?? [] };
  });
  const session = here.session && { origin: here.session.origin, entries: entriesOf(here.session) };
  const data: SiteData = {
    savedAt: page.now(),
    browser: page.browser,
    cookies: await readCookies(page, origins),
    origins: local,
    session: session?.entries.length ? session : null,
  };
  const shown = await page.workspace.sites.withoutSecrets(data);
  const fitted = fitSites(shown.data, MAX_SITE_DATA);
  await page.workspace.sites.save(fitted.data);
  const leftOut = [...new Set([...tooBig, ...fitted.leftOut, ...dropped.map(hostOf)])];
  const kept = fitted.data;
  return {
    cookies: kept.cookies.length,
    origins: kept.origins.filter(({ entries }) => entries.length > 0).map(({ origin }) => origin),
    ...(kept.session && { session_storage: kept.session.origin }),
    bytes: fitted.bytes,
    ...(shown.withheld > 0 && { withheld: shown.withheld }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(failed.length > 0 && { failed }),
  };
}

/** The storage of the page that is open, read where it is; null for one that has none. */
async function readHere(
  page: Page,
): Promise<{ local: StorageContent | null; session: StorageContent | null }> {
  const host: ScriptHost = {
    context: page.top,
    send: page.send.bind(page),
    now: page.now.bind(page),
    sleep: page.sleep.bind(page),
  };
  const read = async (area: "local" | "session"): Promise<StorageContent | null> => {
    const { value } = await callInPage(host, READ, { area, max: MAX_SITE_DATA });
    return /^https?:/.test(value.origin) ? value : null;
  };
  try {
    const session = await read("session");
    const local = await read("local");
    return { session, local: local?.origin === session?.origin ? local : null };
  } catch (error) {
    // The page has been denied its storage; what its origin keeps may still be had from outside.
    if (error instanceof PageError && error.status === 400) return { session: null, local: null };
    throw error;
  }
}
