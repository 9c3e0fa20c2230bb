/**
 * `frame`: into a frame of the page, and out again.
 *
 * @module
 */
import type { FrameArgs } from "./args.ts";
import { finding, onElement } from "./find.ts";
import { explain } from "./explain.ts";
import { frameElement } from "./in_page/frame_element.ts";
import { type Page, PageError } from "./page.ts";

/** What `frame` answers. */
export type FrameResult = {
  /** The frame that was entered, such as `<iframe id="pay">`. */
  readonly entered: string;
} | {
  /** A frame was left. */
  readonly left: true;
};

const FRAME = finding(frameElement);

/**
 * Has the calls after it act in a frame of the document this one acts in, or around the frame again.
 *
 * @throws {PageError} 400 no such element, several, or it is no frame; or there is no frame to leave
 */
export async function frame(page: Page, { selector, leave }: FrameArgs): Promise<FrameResult> {
  if (leave !== undefined) {
    if (page.driving.leave(leave)) return { left: true };
    throw new PageError(
      400,
      "Cannot leave a frame: none was entered; calls act on the page itself",
    );
  }
  if (selector === undefined) throw new PageError(400, "Cannot enter a frame without a selector");
  const { value: element, nodes } = await onElement(page, FRAME, selector, null, {
    verb: "enter",
  });
  const context = await contextOf(page, nodes[0] ?? "");
  if (context === null) {
    throw new PageError(400, `Cannot enter ${element}: it went away meanwhile; try again`);
  }
  page.driving.enter({ context, parent: page.context, element });
  return { entered: element };
}

async function contextOf(page: Page, node: string): Promise<string | null> {
  try {
    const outcome = await page.send("script.callFunction", {
      functionDeclaration: "(frame) => frame.contentWindow",
      awaitPromise: false,
      target: { context: page.context, sandbox: "pagetap" },
      arguments: [{ sharedId: node }],
    });
    if (outcome.type !== "success" || outcome.result.type !== "window") return null;
    const { context } = outcome.result.value as { context?: unknown };
    return typeof context === "string" ? context : null;
  } catch (error) {
    throw explain(error);
  }
}
