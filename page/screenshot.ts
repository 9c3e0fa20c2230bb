/**
 * `screenshot`: the viewport, the full page, or one element; in a frame what that shows, or an element of it
 * as far as it shows it.
 *
 * @module
 */
import type { ClipRectangle, Params } from "../bidi/protocol.ts";
import type { ScreenshotArgs, Selector } from "./args.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { explain } from "./explain.ts";
import { finding, onElement } from "./find.ts";
import { frameClip } from "./frame_clip.ts";
import { imageSize } from "./image_size.ts";
import { measure } from "./in_page/measure.ts";
import { scroll } from "./in_page/scroll.ts";
import { type Page, PageError } from "./page.ts";

/** Most pixels a side: more is what the browsers cannot draw. */
export const MAX_SIDE = 16_384;

/** Most bytes of an image. */
export const MAX_BYTES = 20 * 1024 * 1024;

/** Milliseconds a picture may take. */
const TIMEOUT_MS = 30_000;

/** What `screenshot` answers. */
export interface ScreenshotResult {
  /** The image's media type. */
  readonly mime: "image/png" | "image/jpeg";
  /** The image in base64. */
  readonly data: string;
  /** Pixels of the image. */
  readonly width?: number;
  /** Pixels of the image. */
  readonly height?: number;
}

const MEASURE = inPage(measure);
const SCROLL = finding(scroll);

/**
 * Takes a picture.
 *
 * @throws {PageError} 400 no such element, or too large a page; 413 too large an image
 */
export async function screenshot(page: Page, args: ScreenshotArgs): Promise<ScreenshotResult> {
  const { selector, full_page = false, format = "png", quality = 80 } = args;
  if (selector !== undefined && full_page) {
    throw new PageError(400, "Cannot take a picture of an element and of the full page at once");
  }
  const mime = format === "png" ? "image/png" : "image/jpeg";
  const image = format === "png" ? { type: mime } : { type: mime, quality: quality / 100 };
  const framed = page.context !== page.top;
  if (framed && full_page) {
    throw new PageError(
      400,
      "Cannot take a picture of the full page of a frame: take what the frame shows, or leave it",
    );
  }
  const shot: Params<"browsingContext.captureScreenshot"> = {
    context: page.top,
    format: image,
    origin: full_page || framed || selector !== undefined ? "document" : "viewport",
  };
  const part = selector === undefined ? undefined : await box(page, selector);
  if (framed) shot.clip = await frameClip(page, part);
  else if (part !== undefined) shot.clip = part;
  if (full_page) await refuseTooLarge(page);
  const { data } = await capture(page, shot);
  const bytes = Math.floor(data.length * 3 / 4);
  if (bytes > MAX_BYTES) {
    throw new PageError(
      413,
      `The screenshot has ${mebibytes(bytes)}, and ${mebibytes(MAX_BYTES)} are the most: ` +
        "take it as jpeg, or of one element",
    );
  }
  return { mime, data, ...imageSize(data) };
}

async function box(
  page: Page,
  selector: Selector,
): Promise<Extract<ClipRectangle, { type: "box" }>> {
  const { value: { element, x, y, width, height } } = await onElement(
    page,
    SCROLL,
    selector,
    null,
    { verb: "take a picture of" },
  );
  if (width < 1 || height < 1) {
    throw new PageError(400, `Cannot take a picture of ${element}: its size is zero`);
  }
  refuseSide(width, height, 1, element);
  return { type: "box", x, y, width, height };
}

async function refuseTooLarge(page: Page): Promise<void> {
  const { value: measured } = await callInPage(page, MEASURE, null);
  if (measured === null) {
    throw new PageError(
      400,
      "Cannot take a picture of the full page: its document is empty; take the viewport",
    );
  }
  const { width, height, ratio } = measured;
  refuseSide(width, height, ratio, "the full page");
}

function refuseSide(width: number, height: number, ratio: number, what: string): void {
  const [across, down] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
  if (Math.max(across, down) <= MAX_SIDE) return;
  throw new PageError(
    400,
    `Cannot take a picture of ${what}: it is ${across} by ${down} pixels, and ${MAX_SIDE} a side are ` +
      "the most; take the viewport, or one element",
  );
}

async function capture(page: Page, shot: Params<"browsingContext.captureScreenshot">) {
  try {
    return await page.send("browsingContext.captureScreenshot", shot, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    throw explain(error);
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
