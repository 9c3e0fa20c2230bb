/**
 * `print`: the tab as a PDF.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { Params } from "../bidi/protocol.ts";
import type { PrintArgs } from "./args.ts";
import { explain } from "./explain.ts";
import { type Page, PageError } from "./page.ts";
import { pdfPages } from "./pdf_pages.ts";

/** Most bytes of a PDF. */
export const MAX_PDF_BYTES = 20 * 1024 * 1024;

/** Milliseconds a PDF may take. */
const TIMEOUT_MS = 30_000;

/** Sizes in centimetres, upright. */
const PAPERS = {
  a3: { width: 29.7, height: 42 },
  a4: { width: 21, height: 29.7 },
  a5: { width: 14.8, height: 21 },
  letter: { width: 21.59, height: 27.94 },
  legal: { width: 21.59, height: 35.56 },
  tabloid: { width: 27.94, height: 43.18 },
} as const;

/** `3`, `2-4`, `2-` or `-4`, as the browsers take them. */
const RANGE = /^(?!-$)(\d*)(-?)(\d*)$/;

/** Fewer characters has only an empty sheet of Firefox. */
const EMPTY_CHARS = 1_400;

/** What `print` answers. */
export interface PrintResult {
  /** The media type. */
  readonly mime: "application/pdf";
  /** The PDF in base64. */
  readonly data: string;
  /** Sheets; absent when they cannot be told. */
  readonly pages?: number;
  /** What is not as expected, in words. */
  readonly note?: string;
}

/**
 * Prints the driven tab, whatever frame of it was entered.
 *
 * @throws {PageError} 400 pages that are none, or that it does not have; 413 too large a PDF
 */
export async function print(page: Page, args: PrintArgs): Promise<PrintResult> {
  const { paper = "letter", orientation = "portrait", scale = 1, background = false } = args;
  const pageRanges = args.pages === undefined ? undefined : parseRanges(args.pages);
  const data = await pdf(page, {
    context: page.top,
    page: PAPERS[paper],
    orientation,
    scale,
    background,
    // Firefox takes a scale only where it need not fit the width; Chrome then takes the page's own paper.
    ...page.browser === "firefox" && scale !== 1 && { shrinkToFit: false },
    ...pageRanges && { pageRanges },
  });
  const bytes = Math.floor(data.length * 3 / 4);
  if (bytes > MAX_PDF_BYTES) {
    const mebibytes = (count: number) => `${(count / 1024 / 1024).toFixed(1)} MiB`;
    throw new PageError(
      413,
      `The PDF has ${mebibytes(bytes)}, and ${mebibytes(MAX_PDF_BYTES)} are the most: ` +
        "print some of its pages",
    );
  }
  const pages = await pdfPages(data);
  const empty = pageRanges !== undefined && page.browser === "firefox" && data.length < EMPTY_CHARS;
  return {
    mime: "application/pdf",
    data,
    ...pages !== null && { pages },
    ...empty && {
      note: "the sheet is empty: Firefox prints an empty one when the document has no such page",
    },
  };
}

function parseRanges(pages: string): string[] {
  return pages.split(",").map((part) => {
    const range = part.trim();
    const [, from, dash, to] = RANGE.exec(range) ?? [];
    const first = Number(from || (dash ? 1 : 0));
    const last = Number(to || (dash ? Infinity : first));
    if (first >= 1 && last >= first) return range;
    throw new PageError(
      400,
      `Cannot print pages ${JSON.stringify(pages)}: give numbers from 1 and ranges, such as 1-3,5`,
    );
  });
}

async function pdf(page: Page, params: Params<"browsingContext.print">): Promise<string> {
  try {
    const { data } = await page.send("browsingContext.print", params, { timeoutMs: TIMEOUT_MS });
    return data;
  } catch (error) {
    // Chrome has no code for it.
    if (error instanceof BidiError && /exceeds page count/.test(error.detail)) {
      throw new PageError(
        400,
        `Cannot print pages ${params.pageRanges?.join()}: the document has fewer at this size`,
      );
    }
    throw explain(error);
  }
}
