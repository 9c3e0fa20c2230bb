/**
 * The host that shows the view: what it gives to be drawn, and tools called through it.
 *
 * @module
 */
import {
  App,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps";
import { type Signal, signal } from "@preact/signals";

/** What is drawn: a URI, and what it reads as. */
export interface Shown {
  /** The URI. */
  readonly uri: string;
  /** What it reads as. */
  readonly value: Readonly<Record<string, unknown>>;
}

/** What is drawn now; null before the host has given anything. */
export const shown: Signal<Shown | null> = signal(null);
/** Why there is nothing to draw; null while there is. */
export const refused: Signal<string | null> = signal(null);

const app = new App({ name: "pagetap", version: "1" });

/** Whether tools can be called through the host. */
export function canCall(): boolean {
  return app.getHostCapabilities()?.serverTools !== undefined;
}

/**
 * Calls a tool through the host, as the model would.
 *
 * @throws {Error} with the tool's own sentence when it refuses
 */
export async function call<T>(name: string, args: Record<string, unknown>): Promise<T> {
  const { isError, content, structuredContent } = await app.callServerTool({
    name,
    arguments: args,
  });
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  if (isError === true) throw new Error(text);
  return (structuredContent ?? JSON.parse(text)) as T;
}

/** Shows what another URI reads as, in the same view. */
export async function open(uri: string): Promise<void> {
  try {
    shown.value = { uri, value: await call("read", { uri }) };
    refused.value = null;
  } catch (error) {
    refused.value = error instanceof Error ? error.message : String(error);
  }
}

/** Connects to the host. */
export async function connect(): Promise<void> {
  app.ontoolresult = ({ isError, content, structuredContent }) => {
    const [first] = content;
    const text = first?.type === "text" ? first.text : "";
    if (isError === true) {
      refused.value = text;
      return;
    }
    const value = (structuredContent ?? JSON.parse(text)) as Record<string, unknown>;
    shown.value = { uri: String(value.uri ?? ""), value };
    refused.value = null;
  };
  app.onhostcontextchanged = dress;
  await app.connect();
  dress(app.getHostContext() ?? {});
}

/** As the host looks. */
function dress({ theme, styles }: McpUiHostContext): void {
  if (theme !== undefined) applyDocumentTheme(theme);
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables);
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts);
}
