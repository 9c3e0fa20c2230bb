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
import { Place } from "./place.ts";
import { objectOf } from "./result.ts";

const app = new App({ name: "pagetap", version: "1" });

/** What is drawn, and what was before. */
export const place: Place = new Place((uri) => call("read", { uri }));

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
  return objectOf(await app.callServerTool({ name, arguments: args })) as T;
}

/** Connects to the host. */
export async function connect(): Promise<void> {
  app.addEventListener("toolresult", (result) => {
    try {
      const value = objectOf(result);
      place.give({ uri: String(value.uri ?? ""), value });
    } catch (error) {
      place.fail(error instanceof Error ? error.message : String(error));
    }
  });
  app.addEventListener("toolcancelled", ({ reason }) => place.cancelled(reason));
  app.addEventListener("hostcontextchanged", dress);
  await app.connect();
  dress(app.getHostContext() ?? {});
}

/** As the host looks. */
function dress({ theme, styles }: McpUiHostContext): void {
  if (theme !== undefined) applyDocumentTheme(theme);
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables);
  if (styles?.css?.fonts !== undefined) applyHostFonts(styles.css.fonts);
}
