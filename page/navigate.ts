/**
 * `navigate`: to a URL, back, forward, or again.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { ReadinessState } from "../bidi/protocol.ts";
import type { NavigateArgs, Wait } from "./args.ts";
import { cut } from "./cut.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { seconds } from "./explain.ts";
import { aborted, refusedFrame, unreachable } from "./net_errors.ts";
import { type Page, PageError } from "./page.ts";
import { Way } from "./way.ts";

/** Milliseconds waited for the page when the caller does not say. */
export const DEFAULT_MS = 30_000;

/** Milliseconds waited for a page that is not to be waited for: what cannot be reached is known by then. */
const NONE_MS = 1_000;

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
  /** Where the tab is now; absent while that is an error page of the browser's own. */
  readonly url?: string;
  /** The page had not loaded when the time was up; it is there as it is. */
  readonly loading?: true;
  /** Why the page before is still there: a download began, the server sent no content, or nothing yet. */
  readonly stayed?: string;
}

/** Nothing of the page came in time: the way there is to be given up, so that the page before can be used. */
export class Unanswered extends PageError {
  /** `url` is where it went, or null for wherever the history leads. */
  constructor(url: string | null, timeoutMs: number) {
    super(
      504,
      `${named(url)} has not answered within ${
        seconds(timeoutMs)
      }: the navigation was given up and the page ` +
        "before is still there; try again with a longer timeout, or go elsewhere",
    );
  }
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
 * @throws {Unanswered} nothing of it has come by then
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
  const until = page.now() + timeoutMs;
  const target = url === undefined ? null : address(page, url);
  await using way = await Way.follow(page);
  const before = await look(page);
  if (url === undefined && !reload) {
    return await traverse(page, { delta: back ? -1 : 1, wait, timeoutMs, until, before, way });
  }
  try {
    const mostMs = wait === "none" ? NONE_MS : timeoutMs;
    const leftMs = Math.max(STEP_MS, Math.min(until - page.now(), mostMs));
    const { url: now } = await load(page, target, READINESS[wait], leftMs);
    return await arrived(page, before, target, now, wait);
  } catch (error) {
    if (error instanceof CommandTimeoutError) {
      const there = await asItIs(page, before, way);
      if (there !== null) return there;
      const sought = target ?? urlOf(before).url ?? null;
      if (wait === "none") {
        return { loading: true, stayed: `${named(sought)} has not answered yet` };
      }
      throw new Unanswered(sought, timeoutMs);
    }
    if (!(error instanceof BidiError)) throw error;
    if (refusedFrame(error.detail)) {
      const now = await settled(page, before, wait, until);
      if (now !== null && now.error === null) return result(now, wait);
    }
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
  const shown = JSON.stringify(cut(url, MAX_URL));
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

/** The time is up: what has come is there, as far as it has; null when nothing has. */
async function asItIs(page: Page, before: Here | null, way: Way): Promise<NavigateResult | null> {
  const { committed } = way;
  // Chrome says nothing of a page that has left for another.
  if (committed === null && page.browser === "chrome") return null;
  const now = await look(page);
  // Firefox shows a document of a few bytes before it tells that it has come.
  const moved = now !== null && before !== null && now.origin !== before.origin;
  if (committed === null && !moved) return null;
  const url = now === null || now.error !== null ? committed : now.url;
  return { ...(url !== null && { url }), loading: true };
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
    ...urlOf(before),
    stayed: page.browser === "firefox"
      ? "the server sent no content (204)"
      : "the server sent a download or no content (204)",
  };
}

/** A step in the history. */
interface Step {
  readonly delta: 1 | -1;
  readonly wait: Wait;
  readonly timeoutMs: number;
  readonly until: number;
  readonly before: Here | null;
  readonly way: Way;
}

async function traverse(page: Page, step: Step): Promise<NavigateResult> {
  const { delta, wait, timeoutMs, until, before, way } = step;
  try {
    await page.send("browsingContext.traverseHistory", { context: page.context, delta });
  } catch (error) {
    if (error instanceof BidiError && error.code === "no such history entry") {
      const where = delta < 0 ? "back" : "forward";
      throw new PageError(400, `Cannot navigate ${where}: there is no page to go ${where} to`);
    }
    throw error;
  }
  const now = await settled(page, before, wait, until, way);
  if (now?.error) throw failed(shown(now), now.error);
  if (now !== null) return result(now, wait);
  if (way.committed !== null) return { url: way.committed, loading: true };
  if (way.open) throw new Unanswered(null, timeoutMs);
  // Two entries of one document can have one URL; then there is nothing to be seen.
  return urlOf(before);
}

/** A document found, as the answer. */
function result(here: Here, wait: Wait): NavigateResult {
  return ready(here, wait) ? urlOf(here) : { ...urlOf(here), loading: true };
}

/** Waits for another document, or another URL of this one, and for its load; null when none comes. */
async function settled(
  page: Page,
  before: Here | null,
  wait: Wait,
  until: number,
  way?: Way,
): Promise<Here | null> {
  const begun = page.now() + SHOW_MS;
  for (;;) {
    const now = await look(page);
    const moved = now !== null && (now.origin !== before?.origin || now.url !== before.url);
    if (moved && ready(now, wait)) return now;
    if (!moved && now !== null && page.now() >= begun && !way?.open) return null;
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

/** The address of a document, in an answer; Chrome's error page does not tell its own. */
function urlOf(here: Here | null): { readonly url?: string } {
  return here === null || here.url.startsWith("chrome-error:") ? {} : { url: here.url };
}

/** An address in a sentence; null for one that is not known. */
function named(url: string | null): string {
  return url === null ? "The page" : cut(url, MAX_URL);
}

/** The address of a document, in a sentence. */
function shown(here: Here | null): string {
  return urlOf(here).url ?? "The page";
}

/** The error of a URL that cannot be reached; `detail` is what the browser says of it, or the address of its error page. */
export function failed(target: string, detail: string): PageError {
  const url = cut(target, MAX_URL);
  return new PageError(400, `${url} cannot be reached: ${unreachable(detail)}`);
}
