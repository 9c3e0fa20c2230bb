/**
 * What a tool's result holds.
 *
 * @module
 */

/** A result, as far as it is read here. */
export interface ToolResult {
  /** Whether the tool refused. */
  readonly isError?: boolean | undefined;
  /** What it says, text first. */
  readonly content: readonly { readonly type: string; readonly text?: unknown }[];
  /** The same as JSON, where the client passes that on. */
  readonly structuredContent?: unknown;
}

/**
 * The object that a result holds.
 *
 * @throws {Error} with the tool's own sentence when it refused, or when there is no such object
 */
export function objectOf(result: ToolResult): Readonly<Record<string, unknown>> {
  const { isError, content: [first], structuredContent } = result;
  const text = first?.type === "text" ? String(first.text) : "";
  if (isError === true) throw new Error(text === "" ? "The tool refused, and said not why" : text);
  const value = structuredContent ?? parsed(text);
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new Error("The client passed on no answer that can be read");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
