/**
 * An action's result as a tool's result.
 *
 * @module
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallResult } from "../../actors/service.ts";
import type { Action } from "../action.ts";

/**
 * The result twice: as `structuredContent`, and as text for clients that show models only that. An image
 * goes once, as the block made for it.
 */
export function toolResult(action: Action, result: CallResult): CallToolResult {
  if (action.image !== undefined) {
    const { [action.image.data]: data, [action.image.mime]: mimeType } = result;
    if (typeof data === "string" && typeof mimeType === "string") {
      const { [action.image.data]: _shown, ...rest } = result;
      return {
        content: [{ type: "image", data, mimeType }, { type: "text", text: JSON.stringify(rest) }],
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
