/**
 * The script of a host's page: an MCP client that declares that it renders views, and draws what `show`
 * answers in a sandboxed frame, with the bridge of the official package. For tests, which bundle it.
 *
 * @module
 */
import {
  AppBridge,
  getToolUiResourceUri,
  isToolVisibilityModelOnly,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

type Theme = "light" | "dark";

/** What a test calls on the page. */
export interface Host {
  /** Draws what a URI reads as, in a frame of its own. */
  show(uri: string, theme: Theme): Promise<void>;
  /** Draws a view that the host gives nothing: its tool was cancelled for a reason. */
  cancel(reason: string): Promise<void>;
  /** Draws a view of a result that is no JSON. */
  garble(): Promise<void>;
  /** Has what views call wait, or go on, one as all. */
  hold(held: boolean): void;
  /** Tells the view that the host looks otherwise now. */
  setTheme(theme: Theme): void;
  /** The tools that views have called. */
  readonly called: readonly string[];
}

/** What a host lets a view do without any domain declared: nothing but its own text. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

async function createHost(): Promise<Host> {
  const client = new Client({ name: "host", version: "1" }, {
    capabilities: {
      extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } },
    },
    versionNegotiation: { mode: "auto" },
  });
  const address = new URL(`/mcp${location.search}`, location.href);
  await client.connect(new StreamableHTTPClientTransport(address));
  const { tools } = await client.listTools();
  const show = tools.find(({ name }) => name === "show");
  const uri = show && getToolUiResourceUri(show);
  if (uri === undefined) throw new Error("show names no view");
  const [view] = (await client.readResource({ uri })).contents;
  if (view === undefined || !("text" in view) || view.mimeType !== RESOURCE_MIME_TYPE) {
    throw new Error("there is no view");
  }
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  const html = view.text.replace("<head>", `<head>${policy}`);

  const called: string[] = [];
  let bridge: AppBridge | null = null;
  let held = Promise.withResolvers<void>();
  held.resolve();

  /** A view in a frame of its own, that waits for what it is to show. */
  async function draw(theme: Theme): Promise<AppBridge> {
    await bridge?.close();
    document.body.replaceChildren();
    document.documentElement.style.colorScheme = theme;
    const frame = document.createElement("iframe");
    frame.title = "view";
    frame.setAttribute("sandbox", "allow-scripts");
    document.body.append(frame);
    const { contentWindow } = frame;
    if (contentWindow === null) throw new Error("the frame has no window");
    // Given the client it would pass on every call of its own accord, and this host looks at them.
    const drawn = new AppBridge(null, { name: "host", version: "1" }, { serverTools: {} }, {
      hostContext: { theme },
    });
    bridge = drawn;
    drawn.oncalltool = async ({ name, arguments: args }) => {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined || isToolVisibilityModelOnly(tool)) {
        throw new Error(`${name} is not for views`);
      }
      called.push(name);
      await held.promise;
      return await client.callTool({ name, ...(args && { arguments: args }) });
    };
    drawn.onsizechange = ({ height }) => {
      if (height !== undefined) frame.style.height = `${height}px`;
    };
    const ready = Promise.withResolvers<void>();
    drawn.oninitialized = () => ready.resolve();
    await drawn.connect(new PostMessageTransport(contentWindow, contentWindow));
    frame.srcdoc = html;
    await ready.promise;
    return drawn;
  }

  return {
    called,
    setTheme(theme) {
      document.documentElement.style.colorScheme = theme;
      bridge?.setHostContext({ theme });
    },
    async show(uri, theme) {
      const drawn = await draw(theme);
      const args = { uri };
      await drawn.sendToolInput({ arguments: args });
      await drawn.sendToolResult(await client.callTool({ name: "show", arguments: args }));
    },
    async cancel(reason) {
      await (await draw("light")).sendToolCancelled({ reason });
    },
    async garble() {
      await (await draw("light")).sendToolResult({ content: [{ type: "text", text: "{not" }] });
    },
    hold(wait) {
      if (wait) held = Promise.withResolvers();
      else held.resolve();
    },
  };
}

Object.assign(globalThis, { host: createHost() });
