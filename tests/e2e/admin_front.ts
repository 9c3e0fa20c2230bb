/**
 * Stands before a pagetap: the admin page comes through it as it is, with axe-core beside it, which the page's
 * own policy lets in from the same origin only. It can cut the tails that are open, and says how each that was
 * asked for was answered.
 *
 * @module
 */
import axe from "axe-core";

const AXE = "/axe.js";

/** The front of one server. */
export class AdminFront implements AsyncDisposable {
  /** Where it listens. */
  readonly address: string;
  /** The status of each tail that was asked for, in order. */
  readonly tails: number[] = [];
  readonly #behind: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #cut = new AbortController();

  private constructor(behind: string) {
    this.#behind = behind;
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => this.#answer(request),
    );
    this.address = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** Starts one before an address like `http://127.0.0.1:4445`. */
  static start(behind: string): AdminFront {
    return new AdminFront(behind);
  }

  /** Cuts every tail that is open. */
  cut(): void {
    this.#cut.abort();
    this.#cut = new AbortController();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (pathname === AXE) {
      return new Response(axe.source, { headers: { "content-type": "text/javascript" } });
    }
    const headers = new Headers(request.headers);
    headers.delete("host");
    // The server answers to its own origin only.
    if (headers.get("origin") === this.address) headers.set("origin", this.#behind);
    const { method, body, signal } = request;
    const response = await fetch(`${this.#behind}${pathname}${search}`, {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
    });
    if (!pathname.endsWith("/tail")) return response;
    this.tails.push(response.status);
    const { signal: left } = this.#cut;
    const until = new TransformStream({
      start: (controller) => left.addEventListener("abort", () => controller.terminate()),
    });
    return new Response(response.body?.pipeThrough(until), response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await this.#server.shutdown();
  }
}

/** An expression for the page: what axe-core finds in it that is serious. */
export const SERIOUS = `(async () => {
  if (!("axe" in globalThis)) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src: "${AXE}", onload: resolve, onerror: reject });
      document.head.append(script);
    });
  }
  const { violations } = await axe.run();
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
})()`;
