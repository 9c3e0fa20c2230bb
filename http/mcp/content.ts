/**
 * An action's result as a tool's result.
 *
 * @module
 */
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { CallResult } from "../../actors/service.ts";
import type { Action } from "../action.ts";

/**
 * The result twice: as `structuredContent`, and as text for clients that show models only that. A picture
 * or a document goes once, as the block made for it.
 */
export function toolResult(action: Action, result: CallResult): CallToolResult {
  if (action.blob !== undefined) {
    const { [action.blob.data]: data, [action.blob.mime]: mimeType } = result;
    if (typeof data === "string" && typeof mimeType === "string") {
      const { [action.blob.data]: _shown, ...rest } = result;
      const block: ContentBlock = mimeType.startsWith("image/")
        ? { type: "image", data, mimeType }
        // It can be read here only, so its name need be one and no more.
        : {
          type: "resource",
          resource: { uri: `urn:pagetap:${action.name}:${result.call}`, mimeType, blob: data },
        };
      return {
        content: [block, { type: "text", text: JSON.stringify(rest) }],
        structuredContent: rest,
      };
    }
  }
  return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
}

/** A refusal as a tool's result: the sentence, for the model to act on. */
export function toolError(message: string): CallToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}
