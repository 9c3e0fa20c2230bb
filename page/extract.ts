/**
 * `extract`: what the page, or one element of it, says.
 *
 * @module
 */
import type { ExtractArgs } from "./args.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { finding, onElement } from "./find.ts";
import { type ContentArgs, extractContent } from "./in_page/extract_content.ts";
import type { Page } from "./page.ts";

/** Characters given when the caller does not say. */
export const DEFAULT_CHARS = 20_000;

/** Most characters given. */
export const MAX_CHARS = 100_000;

/** What `extract` answers: one of `text` and `html`. */
export interface ExtractResult {
  /** The text as it is rendered, its line breaks kept. */
  readonly text?: string;
  /** The markup as it is now, open shadow roots in it as templates, or said to be left out. */
  readonly html?: string;
  /** How many characters were left out at the end. */
  readonly cut?: number;
}

/** Characters read beyond those that are given, so that a secret is masked whole before it is cut. */
const MARGIN = 65_536;

const OF_DOCUMENT = inPage(extractContent);
const OF_ELEMENT = finding(extractContent);

/**
 * Reads the document, or one element.
 *
 * @throws {PageError} 400 no such element, or several
 */
export async function extract(page: Page, args: ExtractArgs): Promise<ExtractResult> {
  const { selector, format = "text", max_chars = DEFAULT_CHARS } = args;
  const most = Math.min(max_chars, MAX_CHARS);
  const input: ContentArgs = { format, maxChars: most + MARGIN };
  const { value: { content, cut } } = selector === undefined
    ? (await callInPage(page, OF_DOCUMENT, input)).value
    : await onElement(page, OF_ELEMENT, selector, input, { verb: "extract" });
  if (content.length <= most) return { [format]: content };
  const masked = await page.workspace.maskText(content);
  const left = cut + Math.max(0, masked.length - most);
  return { [format]: masked.slice(0, most).toWellFormed(), ...left > 0 ? { cut: left } : {} };
}
