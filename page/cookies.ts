/**
 * `cookies`: the browser's cookies listed, set and cleared; a value is never shown.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { Cookie, PartialCookie, SameSite } from "../bidi/protocol.ts";
import type { CookiesArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { type Page, PageError } from "./page.ts";

/** Cookies listed at most. */
export const MAX_LISTED = 500;
/** Bytes of a name and its value; browsers take no more (RFC 6265bis section 5.6). */
const MAX_BYTES = 4_096;
/** Milliseconds the list may take: a browser can have thousands. */
const LIST_MS = 10_000;
/** Cookies deleted at once. */
const AT_ONCE = 20;
/** What a secret has at least. */
const SHORTEST = 4;

/** A cookie as it is told: the same on both browsers. */
export interface ShownCookie {
  /** Its name. */
  readonly name: string;
  /** Always `•••`. */
  readonly value: string;
  /** The host it is sent to; with a dot before it, its subdomains too. */
  readonly domain: string;
  /** The path it is sent to, and all below. */
  readonly path: string;
  /** When it ends, as ISO 8601; null for one that ends with the browser. */
  readonly expires: string | null;
  /** Whether scripts cannot read it. */
  readonly http_only: boolean;
  /** Whether it is sent over secure connections only. */
  readonly secure: boolean;
  /** When it goes with requests from other sites; `default` where it does not say (Chrome says `none` of one that is secure). */
  readonly same_site: SameSite;
  /** Bytes of its name and value; absent when a typed secret is in it, whose length it would tell. */
  readonly size?: number;
}

/** What `cookies` answers: one member for each thing it does. */
export interface CookiesResult {
  /** Sorted by domain, path and name. */
  readonly cookies?: readonly ShownCookie[];
  /** How many more there are. */
  readonly left_out?: number;
  /** The cookie as the browser has it now. */
  readonly set?: ShownCookie;
  /** How many are gone. */
  readonly cleared?: number;
  /** What is not as expected, in words. */
  readonly note?: string;
}

const HOST = inPage(() => location.hostname);

/** RFC 6265 section 4.1.1: a token. */
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,4096}$/;
/** More than that section allows, and no more than both browsers keep as it is. */
const VALUE = /^(?:[!-:<-~](?:[ -:<-~]*[!-:<-~])?)?$/;
/** What is all over an ordinary page. */
const ORDINARY = /^(?:[A-Za-z]{0,7}|[0-9]{0,7})$/;

/**
 * Lists, sets or clears cookies: those that the current document's host is sent, those of a `domain`, or `all`.
 *
 * @throws {PageError} 400 a cookie that no browser keeps, or that this one does not take
 */
export async function cookies(page: Page, args: CookiesArgs): Promise<CookiesResult> {
  switch (args.action) {
    case "list": {
      const hide = await page.workspace.secrets.hiding();
      const found = (await matching(page, args)).map((cookie) => shown(cookie, hide));
      const left_out = found.length - MAX_LISTED;
      return { cookies: found.slice(0, MAX_LISTED), ...left_out > 0 && { left_out } };
    }
    case "set":
      return await set(page, args);
    case "clear":
      return { cleared: await clear(page, args) };
  }
}

async function set(page: Page, args: CookiesArgs): Promise<CookiesResult> {
  const { name = "", value = "", path = "/", http_only = false, secure = false } = args;
  const domain = (args.domain ?? await hostOf(page)).toLowerCase();
  const why = refusal({ ...args, name, value, path, secure, domain });
  if (why !== null) throw new PageError(400, `Cannot set the cookie ${quote(name)}: ${why}`);
  const masks = value.length >= SHORTEST && !ORDINARY.test(value);
  if (masks) await page.workspace.mask(value);
  const { same_site, max_age } = args;
  const cookie: PartialCookie = {
    name,
    value: { type: "string", value },
    domain,
    path,
    httpOnly: http_only,
    secure,
    ...same_site !== undefined && { sameSite: same_site },
    ...max_age !== undefined && { expiry: Math.floor(page.now() / 1000) + max_age },
  };
  await page.send("storage.setCookie", { cookie }).catch((error) => {
    if (!(error instanceof BidiError) || error.code !== "unable to set cookie") throw error;
  });
  // One that it does not take, Chrome may drop without a word.
  const there = (await all(page)).find((each) =>
    each.name === name && each.domain === domain && each.path === path &&
    each.value.value === value
  );
  if (there === undefined) {
    throw new PageError(
      400,
      `Cannot set the cookie ${quote(name)}: the browser does not take it for ${domain}${path}; ` +
        "see that the domain is a host that can have cookies",
    );
  }
  return {
    set: shown(there, null),
    ...!masks && { note: "the value is short or a plain word, and is not masked elsewhere" },
  };
}

/** Why no browser keeps the cookie, or keeps it as something else; null when one does. */
function refusal(
  cookie: Pick<CookiesArgs, "same_site"> & {
    readonly name: string;
    readonly value: string;
    readonly domain: string;
    readonly path: string;
    readonly secure: boolean;
  },
): string | null {
  const { name, value, domain, path, secure, same_site } = cookie;
  if (!NAME.test(name)) return "its name must be letters, digits and !#$%&'*+-.^_`|~";
  if (!VALUE.test(value)) return "its value must be printable ASCII without a semicolon";
  if (name.length + value.length > MAX_BYTES) {
    return `its name and value have ${name.length + value.length} bytes; ${MAX_BYTES} are the most`;
  }
  const host = domain.replace(/^\./, "");
  if (host === "") return "the page has no host; give its domain";
  if (URL.parse(`http://${host}/`)?.hostname !== host) return "its domain must be a host's name";
  if (!/^\/[!-:<-~]{0,1023}$/.test(path)) {
    return "its path must begin with / and be printable ASCII";
  }
  if (same_site === "none" && !secure) return "with same_site none it must be secure";
  if (/^__(?:secure|host)-/i.test(name) && !secure) return "a name with this prefix must be secure";
  if (/^__host-/i.test(name) && (path !== "/" || domain !== host)) {
    return "a name with this prefix must have the path / and a domain without a dot before it";
  }
  return null;
}

async function clear(page: Page, args: CookiesArgs): Promise<number> {
  const found = await matching(page, args);
  for (let at = 0; at < found.length; at += AT_ONCE) {
    await Promise.all(
      found.slice(at, at + AT_ONCE).map(({ name, domain, path }) =>
        page.send("storage.deleteCookies", { filter: { name, domain, path } })
      ),
    );
  }
  if (found.length === 0) return 0;
  const there = new Set((await all(page)).map(signOf));
  return found.filter((cookie) => !there.has(signOf(cookie))).length;
}

/** The cookies that are meant, sorted by domain, path and name. */
async function matching(
  page: Page,
  { name, domain, path, all: every = false }: CookiesArgs,
): Promise<Cookie[]> {
  const host = every || domain !== undefined ? "" : await hostOf(page);
  const bare = domain?.toLowerCase().replace(/^\./, "");
  const isMeant = (of: string) =>
    every || (bare === undefined ? isSent(host, of) : of.replace(/^\./, "") === bare);
  const found = (await all(page)).filter((cookie) =>
    isMeant(cookie.domain) && (name === undefined || cookie.name === name) &&
    (path === undefined || cookie.path === path)
  );
  const signs = new Map(found.map((cookie) => [cookie, signOf(cookie)]));
  return found.toSorted((a, b) => (signs.get(a) ?? "") < (signs.get(b) ?? "") ? -1 : 1);
}

/** Every cookie; those that are kept apart for one site among them. */
async function all(page: Page): Promise<Cookie[]> {
  return (await page.send("storage.getCookies", {}, { timeoutMs: LIST_MS })).cookies;
}

async function hostOf(page: Page): Promise<string> {
  return (await callInPage(page, HOST, null)).value;
}

/** Whether a host is sent the cookies of a domain (RFC 6265 section 5.1.3). */
function isSent(host: string, domain: string): boolean {
  return domain.startsWith(".")
    ? host === domain.slice(1) || host.endsWith(domain)
    : host === domain;
}

function signOf({ domain, path, name }: Cookie): string {
  return JSON.stringify([domain.replace(/^\./, ""), domain, path, name]);
}

function shown(
  { name, value, domain, path, expiry, httpOnly, secure, sameSite, size }: Cookie,
  hide: ((text: string) => string) | null,
): ShownCookie {
  const text = `${name}=${value.value}`;
  const tells = hide === null || hide(text) === text;
  return {
    name,
    value: "•••",
    domain,
    path,
    expires: expiry === undefined ? null : isoOf(expiry),
    http_only: httpOnly,
    secure,
    // So Chrome calls one that does not say; one that does is secure.
    same_site: sameSite === "none" && !secure ? "default" : sameSite,
    ...tells && { size },
  };
}

/** Firefox keeps times that no calendar has. */
function isoOf(seconds: number): string {
  const LAST = 8.64e12;
  return new Date(Math.min(seconds, LAST) * 1000).toISOString();
}

function quote(name: string): string {
  return JSON.stringify(cut(name, 100));
}
