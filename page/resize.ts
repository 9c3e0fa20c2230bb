/**
 * `resize`: the size of the session's tabs.
 *
 * @module
 */
import type { ResizeArgs } from "./args.ts";
import { explain, unsupported } from "./explain.ts";
import { type Page, PageError } from "./page.ts";
import { EVERY_TAB, type Viewport, viewportParams } from "./viewport.ts";

/** What `resize` answers: what the tabs are set to. */
export type ResizeResult =
  & Pick<Viewport, "width" | "height">
  & Partial<Pick<Viewport, "device_pixel_ratio">>;

/** The sizes that have a name. */
const PRESETS: Readonly<Record<NonNullable<ResizeArgs["preset"]>, Viewport>> = {
  phone: { width: 390, height: 844, device_pixel_ratio: 3 },
  tablet: { width: 820, height: 1180, device_pixel_ratio: 2 },
  desktop: { width: 1280, height: 720, device_pixel_ratio: 1 },
};

/** Pixels of the screen a tab may have at most: one of more is too much for a browser to draw. */
export const MAX_PIXELS = 8_000 * 8_000;

/**
 * Sets the size of every tab, and of those to come.
 *
 * @throws {PageError} 400 more pixels than a browser can draw, or the browser has no such size
 */
export async function resize(page: Page, args: ResizeArgs): Promise<ResizeResult> {
  const { session } = page.workspace;
  const before = await session.viewport();
  const next = args.preset === undefined ? sizeOf(args, before) : PRESETS[args.preset];
  const { width, height, device_pixel_ratio } = next;
  const ratio = device_pixel_ratio ?? 1;
  const pixels = width * height * ratio ** 2;
  if (pixels > MAX_PIXELS) {
    throw new PageError(
      400,
      `Cannot resize to ${width} by ${height} at a device pixel ratio of ${ratio}: that is ` +
        `${Math.round(pixels / 1e6)} million pixels, and ${MAX_PIXELS / 1e6} million are the most`,
    );
  }
  try {
    await set(page, next);
  } catch (error) {
    await set(page, before, true).catch(() => {});
    if (!unsupported(error)) throw explain(error);
    throw new PageError(400, `Cannot resize: not supported by ${page.browser}`);
  }
  await session.resized(next);
  return { width, height, ...(device_pixel_ratio !== null && { device_pixel_ratio }) };
}

function sizeOf({ width, height, device_pixel_ratio }: ResizeArgs, before: Viewport): Viewport {
  return {
    width: width ?? before.width,
    height: height ?? before.height,
    device_pixel_ratio: device_pixel_ratio ?? before.device_pixel_ratio,
  };
}

/** The driven tab besides the others: in Chrome a size of its own goes before that of all. */
async function set(page: Page, viewport: Viewport, back?: true): Promise<void> {
  const params = viewportParams(viewport);
  const options = back && { evenAborted: back };
  await page.send("browsingContext.setViewport", { ...EVERY_TAB, ...params }, options);
  await page.send("browsingContext.setViewport", { context: page.top, ...params }, options);
}
