/**
 * Serves a host's page, and passes what it asks of pagetap on, as the backend of a host does.
 *
 * @module
 */
import { assert } from "@std/assert";

const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>host</title>
<meta name=viewport content="width=device-width, initial-scale=1">
<link rel=icon href="data:,"><style>:root{color-scheme:light dark}body{margin:0}
iframe{border:0;width:100%;height:20rem;display:block}</style>
<body><script type=module src=/host.js></script>`;

/** A host's page on a free port. */
export class ViewHosting implements AsyncDisposable {
  /** Where it is. */
  readonly origin: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(script: string, pagetap: string) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/mcp") return passOn(request, `${pagetap}/mcp${search}`);
      const [body, type] = pathname === "/host.js"
        ? [script, "text/javascript"]
        : [PAGE, "text/html"];
      return new Response(body, { headers: { "content-type": type } });
    });
    this.origin = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Bundles the page's script, and serves it before the pagetap at an address. */
  static async start(pagetap: string): Promise<ViewHosting> {
    const file = await Deno.makeTempFile({ suffix: ".js" });
    try {
      const entry = new URL("view_host.ts", import.meta.url).pathname;
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["bundle", "--quiet", "--platform", "browser", "-o", file, entry],
        cwd: new URL("../../", import.meta.url).pathname,
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      return new ViewHosting(await Deno.readTextFile(file), pagetap);
    } finally {
      await Deno.remove(file);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

async function passOn(request: Request, url: string): Promise<Response> {
  const headers = new Headers(request.headers);
  // They are this page's, and pagetap serves its own alone.
  for (const name of ["host", "origin", "referer"]) headers.delete(name);
  const body = request.method === "POST" ? await request.text() : null;
  return await fetch(url, { method: request.method, headers, body });
}
