/**
 * `navigate`: to a URL, back, forward, or again.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { ReadinessState } from "../bidi/protocol.ts";
import type { NavigateArgs, Wait } from "./args.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { aborted, unreachable } from "./net_errors.ts";
import { type Page, PageError } from "./page.ts";

/** Milliseconds waited for the page when the caller does not say. */
export const DEFAULT_MS = 30_000;

/** Milliseconds one look at a document may take. */
const LOOK_MS = 1_000;

/** Milliseconds another document may take to show, when the browser does not say that one comes. */
const SHOW_MS = 500;

/** Milliseconds between two looks. */
const STEP_MS = 50;

/** Most of a URL that an error tells. */
const MAX_URL = 300;

/** What `navigate` answers. */
export interface NavigateResult {
  /** Where the tab is now. */
  readonly url: string;
  /** The page had not loaded when the time was up; it is there as it is. */
  readonly loading?: true;
  /** Why the page before is still there: a download began, or the server sent no content. */
  readonly stayed?: string;
}

/** A document, told apart from every other one. */
interface Here {
  readonly url: string;
  /** When it began, by the browser's clock. */
  readonly origin: number;
  readonly state: DocumentReadyState;
  /** The address of the browser's own error page, when it is one. */
  readonly error: string | null;
}

const HERE = inPage<null, Here>(() => ({
  url: location.href,
  origin: performance.timeOrigin,
  state: document.readyState,
  error: /^(?:about:(?:net|cert)error|chrome-error:)/.test(document.documentURI)
    ? document.documentURI
    : null,
}));

const READINESS: Record<Wait, ReadinessState> = {
  none: "none",
  interactive: "interactive",
  load: "complete",
};

/**
 * Goes to another document and waits for it; at the end of the time it is there as it is.
 *
 * @throws {PageError} 400 not exactly one of url, back, forward and reload, a URL that is none or cannot
 * be reached, or no such page in the history; 403 a URL that may not be navigated to
 */
export async function navigate(page: Page, args: NavigateArgs): Promise<NavigateResult> {
  const { url, back, forward, reload, wait = "load", timeout } = args;
  const given = [url !== undefined, back === true, forward === true, reload === true];
  if (given.filter(Boolean).length !== 1) {
    throw new PageError(400, "Cannot navigate: give exactly one of url, back, forward and reload");
  }
  const timeoutMs = timeout === undefined ? DEFAULT_MS : timeout * 1_000;
  if (url === undefined && !reload) return await traverse(page, back ? -1 : 1, wait, timeoutMs);
  const target = url === undefined ? null : address(page, url);
  const before = await look(page);
  const until = page.now() + timeoutMs;
  try {
    const { url: now } = await load(page, target, READINESS[wait], timeoutMs);
    return await arrived(page, before, target, now, wait);
  } catch (error) {
    if (error instanceof CommandTimeoutError) return await asItIs(page, before);
    if (!(error instanceof BidiError)) throw error;
    if (!aborted(error.detail)) throw failed(target ?? shown(before), error.detail);
    return await afterAbort(page, before, wait, until);
  }
}

/**
 * The URL that is meant.
 *
 * @throws {PageError} 400 it is no URL; 403 it may not be navigated to
 */
export function address(page: Page, given: string): string {
  const url = given.trim();
  const shown = JSON.stringify(url.slice(0, MAX_URL).toWellFormed());
  // `localhost:8000` would be a URL of the scheme `localhost`.
  const bare = !/^[a-z][a-z0-9+.-]*:/i.test(url) || /^[\w.-]+:\d+(?:[/?#]|$)/.test(url);
  if (bare) {
    throw new PageError(
      400,
      `Cannot navigate to ${shown}: the scheme is missing; write it with http:// or https://`,
    );
  }
  if (!URL.canParse(url)) throw new PageError(400, `Cannot navigate to ${shown}: it is no URL`);
  const target = new URL(url).href;
  const why = page.forbidden(target);
  if (why !== null) throw new PageError(403, why);
  return target;
}

function load(page: Page, url: string | null, wait: ReadinessState, timeoutMs: number) {
  const { context } = page;
  return url === null
    ? page.send("browsingContext.reload", { context, wait }, { timeoutMs })
    : page.send("browsingContext.navigate", { context, url, wait }, { timeoutMs });
}

/** Firefox answers a navigation that became a download with the page that was there before. */
async function arrived(
  page: Page,
  before: Here | null,
  target: string | null,
  url: string,
  wait: Wait,
): Promise<NavigateResult> {
  if (wait === "none" || target === null || url === target) return { url };
  if (page.browser !== "firefox" || before === null || url !== before.url) return { url };
  const now = await look(page);
  return now?.origin === before.origin ? { url, stayed: "a download began" } : { url };
}

async function asItIs(page: Page, before: Here | null): Promise<NavigateResult> {
  const now = await look(page);
  return { url: now?.url ?? before?.url ?? "", loading: true };
}

/** The browser gave up: a script went elsewhere meanwhile, or no document came. */
async function afterAbort(
  page: Page,
  before: Here | null,
  wait: Wait,
  until: number,
): Promise<NavigateResult> {
  const now = await settled(page, before, wait, until);
  if (now !== null) return result(now, wait);
  return {
    url: before?.url ?? "",
    stayed: page.browser === "firefox"
      ? "the server sent no content (204)"
      : "the server sent a download or no content (204)",
  };
}

async function traverse(
  page: Page,
  delta: 1 | -1,
  wait: Wait,
  timeoutMs: number,
): Promise<NavigateResult> {
  const until = page.now() + timeoutMs;
  const before = await look(page);
  try {
    await page.send("browsingContext.traverseHistory", { context: page.context, delta });
  } catch (error) {
    if (error instanceof BidiError && error.code === "no such history entry") {
      const where = delta < 0 ? "back" : "forward";
      throw new PageError(400, `Cannot navigate ${where}: there is no page to go ${where} to`);
    }
    throw error;
  }
  const now = await settled(page, before, wait, until);
  if (now?.error) throw failed(shown(now), now.error);
  // Two entries of one document can have one URL; then there is nothing to be seen.
  return now === null ? { url: before?.url ?? "" } : result(now, wait);
}

/** A document found, as the answer. */
function result(here: Here, wait: Wait): NavigateResult {
  return ready(here, wait) ? { url: here.url } : { url: here.url, loading: true };
}

/** Waits for another document, or another URL of this one, and for its load; null when none comes. */
async function settled(
  page: Page,
  before: Here | null,
  wait: Wait,
  until: number,
): Promise<Here | null> {
  const begun = page.now() + SHOW_MS;
  for (;;) {
    const now = await look(page);
    const moved = now !== null && (now.origin !== before?.origin || now.url !== before.url);
    if (moved && ready(now, wait)) return now;
    if (!moved && now !== null && page.now() >= begun) return null;
    if (page.now() >= until) return moved ? now : null;
    await page.sleep(STEP_MS);
  }
}

function ready({ state, error }: Here, wait: Wait): boolean {
  // An error page of Firefox never completes.
  if (wait === "none" || error !== null) return true;
  return state === "complete" || wait === "interactive" && state !== "loading";
}

/** What is there now; null when the document is too busy to say. */
async function look(page: Page): Promise<Here | null> {
  try {
    return (await callInPage(page, HERE, null, { graceMs: LOOK_MS })).value;
  } catch (error) {
    if (page.signal.aborted) throw error;
    return null;
  }
}

/** The address of a document; Chrome's error page does not tell its own. */
function shown(here: Here | null): string {
  return here === null || here.url.startsWith("chrome-error:") ? "The page" : here.url;
}

/** The error of a URL that cannot be reached; `detail` is what the browser says of it, or the address of its error page. */
export function failed(target: string, detail: string): PageError {
  const url = target.slice(0, MAX_URL).toWellFormed();
  return new PageError(400, `${url} cannot be reached: ${unreachable(detail)}`);
}
