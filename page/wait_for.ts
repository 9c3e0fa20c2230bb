/**
 * `wait_for`: an element that is seen, a text, or a URL, or the end of one; or a request.
 *
 * @module
 */
import type { RequestWish, Selector, WaitForArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { nodeLeft, seconds } from "./explain.ts";
import { quote, refNode } from "./find.ts";
import { watch, type Watched } from "./in_page/watch.ts";
import { type Page, PageError } from "./page.ts";
import { wrongRole } from "./roles.ts";
import { type RequestFound, waitForRequest } from "./wait_for_request.ts";
import { type HiddenCondition, waitHidden } from "./wait_hidden.ts";

/** What `wait_for` answers: `found`, or `gone` when that was waited for; else the wait is an error. */
export type WaitForResult =
  | ({ readonly found: true } | { readonly gone: true }) & {
    /** Milliseconds it took. */
    readonly waited_ms: number;
  }
  | RequestFound;

const WATCH = inPage(watch);

/** Most of a URL that an error tells. */
const MAX_URL = 300;

/**
 * Waits until the condition holds, or (`gone`) no longer holds.
 *
 * @throws {PageError} 400 not exactly one condition, a bad selector, or nothing captured; 504 it did not come in time, with
 * what there was instead
 */
export async function waitFor(page: Page, args: WaitForArgs): Promise<WaitForResult> {
  const { selector, what, url, request } = condition(args);
  const { gone = false, timeout } = args;
  const totalMs = timeout === undefined ? page.waitTimeoutMs : timeout * 1_000;
  const wrong = selector !== null && "role" in selector ? wrongRole(selector.role) : null;
  if (wrong !== null) throw new PageError(400, `Cannot wait for ${what}: ${wrong}`);
  if (request !== null) return await waitForRequest(page, request, totalMs);
  const began = page.now();
  const met = (): WaitForResult => {
    const waited_ms = Math.round(page.now() - began);
    return gone ? { gone, waited_ms } : { found: true, waited_ms };
  };
  const hidden = hideable(selector, url);
  const hide = hidden && await page.workspace.secrets.hiding();
  if (hidden !== null && hide !== null) {
    if (await waitHidden(page, hidden, { hide, gone, totalMs })) return met();
    throw await late(page, what, gone, totalMs, "");
  }
  const ref = selector !== null && "ref" in selector ? selector.ref : undefined;
  const node = ref === undefined ? undefined : refNode(page, ref, "wait for");
  for (;;) {
    const waitMs = Math.max(0, began + totalMs - page.now());
    const watched = await watchOnce(page, { selector, url, gone, waitMs }, node);
    if (watched.kind === "met") return met();
    if (watched.kind === "invalid") {
      throw new PageError(400, `Cannot wait for ${what}: not a valid selector: ${watched.why}`);
    }
    if (watched.kind === "late") throw await late(page, what, gone, totalMs, watched.there);
  }
}

interface Condition {
  readonly selector: Selector | null;
  /** A part of a URL, or a glob. */
  readonly url: string | null;
  readonly request: RequestWish | null;
  /** The condition in words. */
  readonly what: string;
}

function condition({ selector, text, url, request }: WaitForArgs): Condition {
  const given = [selector, text, url, request].filter((one) => one !== undefined && one !== "");
  if (given.length !== 1) {
    throw new PageError(
      400,
      `Cannot wait for ${given.length} conditions: give exactly one of selector, text, url and request`,
    );
  }
  const none = { selector: null, url: null, request: null };
  if (request) return { ...none, request, what: "a request" };
  if (url) return { ...none, url, what: `the URL ${quote(url)}` };
  if (text) return { ...none, selector: { text }, what: `the text ${quote(text)}` };
  return { ...none, selector: selector ?? null, what: quote(selector) };
}

/** The condition as one that is compared with a page without its secrets; null for one that only the page can answer. */
function hideable(selector: Selector | null, url: string | null): HiddenCondition | null {
  if (url !== null) return { url };
  return selector !== null && "text" in selector ? { text: selector.text } : null;
}

async function watchOnce(
  page: Page,
  args: Parameters<typeof watch>[2],
  node: string | undefined,
): Promise<Watched> {
  try {
    return (await callInPage(page, WATCH, args, { node, waitMs: args.waitMs })).value;
  } catch (error) {
    if (!nodeLeft(error)) throw error;
    return args.gone ? { kind: "met" } : { kind: "late", there: "its document is gone" };
  }
}

async function late(
  page: Page,
  what: string,
  gone: boolean,
  totalMs: number,
  there: string,
): Promise<PageError> {
  const { value: url } = await callInPage(page, HREF, null);
  const came = gone ? "did not go away" : "did not come";
  const instead = there === "" ? "" : `: ${there}`;
  return new PageError(
    504,
    `Waited ${seconds(totalMs)}: ${what} ${came}${instead}; ` +
      `the ${page.context === page.top ? "page" : "frame that was entered"} is at ${
        cut(await page.workspace.maskText(url), MAX_URL)
      }`,
  );
}

const HREF = inPage<null, string>(() => location.href);
