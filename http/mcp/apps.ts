/**
 * MCP Apps (SEP-1865), as far as a server has a part in it: a tool names the view that draws its result, and
 * the view is a resource. The constants are those of `@modelcontextprotocol/ext-apps`, whose server helper
 * would bring a client and a dozen packages along.
 *
 * @module
 */
import type { ClientCapabilities, ReadResourceResult } from "@modelcontextprotocol/server";

/** The media type of a view. */
export const VIEW_MIME = "text/html;profile=mcp-app";
/** Where older hosts look for a tool's view. */
export const VIEW_META_KEY = "ui/resourceUri";
/** The extension that a client declares when it renders views. */
export const APPS_EXTENSION = "io.modelcontextprotocol/ui";
/** The view that draws whatever can be read. */
export const VIEW_URI = "ui://pagetap/view.html";

/** `_meta` of a tool whose result is drawn. It names no callers: then they are the model and views. */
export const DRAWN_META: Readonly<Record<string, unknown>> = {
  ui: { resourceUri: VIEW_URI },
  [VIEW_META_KEY]: VIEW_URI,
};

/** Whether a client renders views of the kind there is here. */
export function drawsViews(capabilities: ClientCapabilities | undefined): boolean {
  const declared = capabilities?.extensions?.[APPS_EXTENSION];
  if (declared === undefined) return false;
  const { mimeTypes } = declared as { mimeTypes?: unknown };
  return !Array.isArray(mimeTypes) || mimeTypes.includes(VIEW_MIME);
}

/** The view as a resource: it needs nothing from anywhere. */
export function viewContents(html: string): ReadResourceResult {
  return {
    contents: [{
      uri: VIEW_URI,
      mimeType: VIEW_MIME,
      text: html,
      _meta: { ui: { prefersBorder: true } },
    }],
  };
}
