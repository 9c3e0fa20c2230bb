/**
 * The way from a frame out to its tab: a point of the frame is followed through each document around it,
 * where the frame must be in view and hit by nothing else, as the element in it must.
 *
 * @module
 */
import type { ContextInfo } from "../bidi/protocol.ts";
import { callInPage, inPage, type ScriptHost } from "./evaluate.ts";
import { explain, nodeLeft } from "./explain.ts";
import { finding } from "./find.ts";
import type { FrameInset } from "./in_page/dom.ts";
import { through, type ViewportPoint } from "./in_page/through.ts";
import { type Page, PageError } from "./page.ts";

/** A frame, seen from the document around it. */
export interface AroundFrame {
  /** Where functions of that document run. */
  readonly host: ScriptHost;
  /** The shared id of the frame's element in it. */
  readonly node: string;
}

/** A point of the tab's viewport. */
export interface Reached extends ViewportPoint {
  /** Something had to be scrolled around the frame. */
  readonly scrolled: boolean;
}

/** Milliseconds that a frame which is covered or hidden is waited out. */
const GRACE_MS = 1_000;

const THROUGH = finding(through);
const INSET = inPage<null, FrameInset & { same: boolean } | null>((kit, frame) => {
  const inset = frame && kit.dom.inset(frame);
  // Only of its own origin a document sees the frame's.
  return inset && { ...inset, same: (frame as HTMLIFrameElement).contentDocument !== null };
});

/**
 * Each document around the one that is acted on, the nearest first; none for the tab itself.
 *
 * @throws {PageError} 400 the frame is gone
 */
export async function* around(page: Page): AsyncGenerator<AroundFrame, void, void> {
  if (page.context === page.top) return;
  const { contexts } = await page.send("browsingContext.getTree", { root: page.top })
    .catch((error) => {
      throw explain(error);
    });
  const path = pathTo(page.context, contexts);
  for (const [at, context] of path.entries()) {
    const parent = path[at + 1];
    if (parent === undefined) return;
    yield { host: hostOf(page, parent), node: await elementOf(page, context, parent) };
  }
}

/**
 * Follows a point of the frame that is acted on out to the tab, bringing it into view.
 *
 * @param what is refused, such as `Cannot click <button>`
 * @throws {PageError} 400 a frame on the way is hidden or covered, and by what
 */
export async function reach(page: Page, point: ViewportPoint, what: string): Promise<Reached> {
  let reached: Reached = { ...point, scrolled: false };
  for await (const { host, node } of around(page)) {
    const { x, y } = reached;
    const args = {
      selector: { ref: "" },
      waitMs: GRACE_MS,
      graceMs: GRACE_MS,
      naming: { prefix: "", last: 0 },
      input: { x, y },
    };
    const { value: outcome } = await callInPage(host, THROUGH, args, { node, waitMs: GRACE_MS })
      .catch((error) => {
        throw nodeLeft(error) ? explain(error) : error;
      });
    if (outcome.kind === "refused") throw new PageError(400, `${what}: ${outcome.why}`);
    if (outcome.kind !== "done") throw left();
    const { value } = outcome;
    reached = { ...value, scrolled: reached.scrolled || value.scrolled };
  }
  return reached;
}

/** Where input of a page is sent to, and its points there. */
export interface InputRoute {
  /** The context that it is sent to. */
  readonly context: string;
  /** A point of the page's viewport as one of that context's. */
  to(point: ViewportPoint): ViewportPoint;
}

/**
 * Both browsers miss a frame of the same origin that is drawn larger or smaller when input is sent to it,
 * and not when it is sent to the document around it; Firefox does not pass input on to another process.
 *
 * @param drag the browser is to drag something: of another process Chrome does so only from the tab
 */
export async function inputRoute(page: Page, drag: boolean): Promise<InputRoute> {
  const fromTab = drag && page.browser === "chrome";
  let route: InputRoute = { context: page.context, to: (point) => point };
  let at = route;
  for await (const { host, node } of around(page)) {
    const inset = await callInPage(host, INSET, null, { node }).then(({ value }) => value);
    if (inset === null || !inset.same && !fromTab) break;
    const { to } = at;
    at = {
      context: host.context,
      to: (point) => {
        const inner = to(point);
        return { x: inset.x + inner.x * inset.scale.x, y: inset.y + inner.y * inset.scale.y };
      },
    };
    const scaled = Math.abs(inset.scale.x - 1) + Math.abs(inset.scale.y - 1) > 1e-3;
    if (fromTab || scaled) route = at;
  }
  return route;
}

/** The contexts from `wanted` up to the tab; empty when it is not there. */
function pathTo(wanted: string, contexts: readonly ContextInfo[]): string[] {
  for (const { context, children } of contexts) {
    if (context === wanted) return [context];
    const path = pathTo(wanted, children ?? []);
    if (path.length > 0) return [...path, context];
  }
  return [];
}

function hostOf(page: Page, context: string): ScriptHost {
  return {
    context,
    send: (method, params, options) => page.send(method, params, options),
    now: () => page.now(),
    sleep: (ms) => page.sleep(ms),
  };
}

async function elementOf(page: Page, context: string, parent: string): Promise<string> {
  const locator = { type: "context" as const, value: { context } };
  const { nodes } = await page.send("browsingContext.locateNodes", { context: parent, locator })
    .catch((error) => {
      throw explain(error);
    });
  const node = nodes[0]?.sharedId;
  if (node === undefined) throw left();
  return node;
}

function left(): PageError {
  return new PageError(400, "The frame went away while it was acted on: try again");
}
