/**
 * `wait_for` a URL or a text where a secret was typed: what a condition is compared with has no secret in it, or
 * one condition after the other would find out its characters.
 *
 * @module
 */
import { callInPage, inPage } from "./evaluate.ts";
import { shown } from "./in_page/shown.ts";
import { urlLike } from "./in_page/url_like.ts";
import type { Page } from "./page.ts";

/** What is waited for: one of the two. */
export type HiddenCondition =
  /** A part of the URL, or a glob. */
  | { readonly url: string }
  /** Text that a person reads, white space and case aside. */
  | { readonly text: string };

/** How it is waited for. */
export interface HiddenWait {
  /** Masks the secrets, and nothing else. */
  readonly hide: (text: string) => string;
  /** Waits until it is no more. */
  readonly gone: boolean;
  /** Milliseconds. */
  readonly totalMs: number;
}

/** Most characters of a page that are looked through. */
const MAX_TEXT = 1_000_000;
/** Milliseconds between two looks at least and at most; a big page is not read all the time. */
const STEP_MS = 50;
const MAX_STEP_MS = 500;

const SHOWN = inPage(shown);

/** Whether the condition came to hold, or (`gone`) no longer to hold, in time. */
export async function waitHidden(
  page: Page,
  condition: HiddenCondition,
  { hide, gone, totalMs }: HiddenWait,
): Promise<boolean> {
  const maxText = "text" in condition ? MAX_TEXT : 0;
  const holds = test(condition);
  const until = page.now() + totalMs;
  for (;;) {
    const began = page.now();
    const { value } = await callInPage(page, SHOWN, { maxText });
    if (holds({ url: hide(value.url), text: hide(value.text) }) !== gone) return true;
    const now = page.now();
    if (now >= until) return false;
    const pause = Math.min(MAX_STEP_MS, Math.max(STEP_MS, 3 * (now - began)));
    await page.sleep(Math.min(pause, until - now));
  }
}

function test(condition: HiddenCondition): (page: { url: string; text: string }) => boolean {
  if ("url" in condition) {
    const like = condition.url;
    return ({ url }) => urlLike(like, url);
  }
  const wanted = folded(condition.text);
  return ({ text }) => wanted !== "" && folded(text).includes(wanted);
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}
