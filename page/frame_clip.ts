/**
 * Where the frame that is acted on, or a part of it, is in the tab's document: Chrome takes no picture of
 * a frame.
 *
 * @module
 */
import type { ClipRectangle } from "../bidi/protocol.ts";
import { around } from "./around.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { frameView, type ViewBox } from "./in_page/frame_view.ts";
import { viewport } from "./in_page/viewport.ts";
import { type Page, PageError } from "./page.ts";

const VIEWPORT = inPage(viewport);
const VIEW = inPage(frameView);

/**
 * Brings the frame into view and answers where it is.
 *
 * @param part in CSS pixels from the top left of the frame's document; absent, all that the frame shows
 * @throws {PageError} 400 nothing of it can be seen
 */
export async function frameClip(page: Page, part?: ViewBox): Promise<ClipRectangle> {
  const { value: { width, height, scrollX, scrollY } } = await callInPage(page, VIEWPORT, null);
  const whole = { x: 0, y: 0, width, height };
  let box: ViewBox = part === undefined
    ? whole
    : common(whole, { ...part, x: part.x - scrollX, y: part.y - scrollY });
  for await (const { host, node } of around(page)) {
    const { value: view } = await callInPage(host, VIEW, box, { node });
    if (view === null) throw unseen("it or a frame around it is hidden, turned or skewed");
    if (host.context === page.top) {
      box = { ...view, x: view.x + view.scrollX, y: view.y + view.scrollY };
    } else {
      const { value: seen } = await callInPage(host, VIEWPORT, null);
      box = common(view, { x: 0, y: 0, width: seen.width, height: seen.height });
    }
  }
  if (box.width < 1 || box.height < 1) throw unseen("none of it is in view");
  const { x, y } = box;
  return { type: "box", x, y, width: box.width, height: box.height };
}

function common(a: ViewBox, b: ViewBox): ViewBox {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

function unseen(why: string): PageError {
  return new PageError(400, `Cannot take a picture of the frame: ${why}`);
}
