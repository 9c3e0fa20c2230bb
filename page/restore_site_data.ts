/**
 * Puts back what is kept of sites into a browser that has just been opened.
 *
 * @module
 */
import { callInPage, inPage, SANDBOX } from "./evaluate.ts";
import { writeStorage } from "./in_page/web_storage.ts";
import type { FailedOrigin, KeptOrigin, SiteData } from "./kept_sites.ts";
import type { Page } from "./page.ts";
import { type SetCookies, setCookies } from "./site_cookies.ts";
import { visitOrigins } from "./site_data.ts";

/** A browser that no call has been made in yet. */
export type FreshPage = Pick<
  Page,
  "browser" | "top" | "send" | "now" | "sleep" | "signal" | "openSpare" | "forbidden"
>;

/** What became of it. */
export interface RestoredSites {
  /** What became of the cookies. */
  readonly cookies: SetCookies;
  /** The origins whose localStorage is back. */
  readonly origins: readonly string[];
  /** The others. */
  readonly failed: readonly FailedOrigin[];
  /** The preload script that puts the sessionStorage back, to be removed after the first page; null for none. */
  readonly script: string | null;
}

const WRITE = inPage(writeStorage);

/**
 * Puts it back. The sessionStorage, which is of one tab, is put back in the driven one when its first
 * document is of that origin, before any script of it.
 *
 * @throws {BidiError} the browser takes no cookies, or opens no tab
 * @throws The signal's reason, when it aborts first.
 */
export async function restoreSiteData(page: FreshPage, data: SiteData): Promise<RestoredSites> {
  const cookies = await setCookies(page, data.cookies);
  const entries = new Map(
    data.origins
      .filter((each) => each.entries.length > 0 && page.forbidden(`${each.origin}/`) === null)
      .map((each) => [each.origin, each.entries]),
  );
  const visits = await visitOrigins(page, [...entries.keys()], async ({ host, realm }, origin) => {
    await callInPage(host, WRITE, { entries: entries.get(origin) ?? [] }, { realm });
  });
  const script = data.session === null ? null : await putSession(page, data.session);
  return { cookies, origins: [...visits.done.keys()], failed: visits.failed, script };
}

async function putSession(page: FreshPage, session: KeptOrigin): Promise<string> {
  const { script } = await page.send("script.addPreloadScript", {
    functionDeclaration: sessionScript(session),
    contexts: [page.top],
    sandbox: SANDBOX,
  });
  return script;
}

/** Writes nothing over what a page has put there since: it may run once more before it is removed. */
function sessionScript({ origin, entries }: KeptOrigin): string {
  return `() => {
  if (window !== window.top || location.origin !== ${JSON.stringify(origin)}) return;
  if (sessionStorage.length > 0) return;
  for (const [key, value] of ${JSON.stringify(entries)}) sessionStorage.setItem(key, value);
}`;
}
