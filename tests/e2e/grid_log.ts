/**
 * A proxy before a Grid that writes down in which order sessions are asked for and got, and which page each
 * of them is first taken to.
 *
 * @module
 */

/** One `POST /session`. */
interface Asked {
  /** What it was answered with; null before that, and when it was refused. */
  session: string | null;
}

/** Such a proxy, on a port of its own. */
export class GridLog implements AsyncDisposable {
  /** Where it listens, without a path. */
  readonly url: string;
  readonly #grid: string;
  readonly #asked: Asked[] = [];
  readonly #got: string[] = [];
  readonly #waiting = new Map<string, number>();
  readonly #mostWaiting = new Map<string, number>();
  readonly #firstPages = new Map<string, string>();
  readonly #stop = new AbortController();
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #tunnels = new Set<Promise<void>>();

  /** Starts one before an address like `http://127.0.0.1:4444`. */
  constructor(grid: string) {
    this.#grid = grid;
    this.#server = Deno.serve(
      {
        hostname: "127.0.0.1",
        port: 0,
        signal: this.#stop.signal,
        onListen() {},
        // The caller left, or the Grid is gone.
        onError: () => new Response(null, { status: 502 }),
      },
      (request) => {
        const { pathname } = new URL(request.url);
        return request.headers.get("upgrade") === "websocket"
          ? this.#tunnel(request, pathname)
          : this.#forward(request, pathname);
      },
    );
    this.url = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The first pages of the sessions, in the order in which these were asked for. */
  get asked(): string[] {
    return this.#asked.flatMap(({ session }) => this.#firstPages.get(session ?? "") ?? []);
  }

  /** The first pages of the sessions, in the order in which the Grid gave these. */
  get got(): string[] {
    return this.#got.flatMap((session) => this.#firstPages.get(session) ?? []);
  }

  /** How many requests for sessions of a browser were at the Grid at once, at most. */
  mostWaiting(browser: string): number {
    return this.#mostWaiting.get(browser) ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#server.finished;
    await Promise.all(this.#tunnels);
  }

  async #forward(request: Request, path: string): Promise<Response> {
    const { method } = request;
    const body = method === "POST" ? await request.text() : null;
    return body !== null && path === "/session"
      ? await this.#newSession(request, body)
      : (await this.#ask(request, path, body)).response;
  }

  async #newSession(request: Request, body: string): Promise<Response> {
    const browser: string = JSON.parse(body).capabilities.alwaysMatch.browserName;
    const asked: Asked = { session: null };
    this.#asked.push(asked);
    const waiting = this.#count(browser, 1);
    this.#mostWaiting.set(browser, Math.max(waiting, this.mostWaiting(browser)));
    try {
      const { response, text } = await this.#ask(request, "/session", body);
      asked.session = JSON.parse(text).value?.sessionId ?? null;
      if (asked.session !== null) this.#got.push(asked.session);
      return response;
    } finally {
      this.#count(browser, -1);
    }
  }

  #count(browser: string, more: number): number {
    const waiting = (this.#waiting.get(browser) ?? 0) + more;
    this.#waiting.set(browser, waiting);
    return waiting;
  }

  async #ask({ method, headers, signal }: Request, path: string, body: string | null) {
    const answer = await fetch(`${this.#grid}${path}`, { method, headers, body, signal });
    const text = await answer.text();
    const type = answer.headers.get("content-type") ?? "application/json";
    const init = { status: answer.status, headers: { "content-type": type } };
    return { text, response: new Response(text, init) };
  }

  #tunnel(request: Request, path: string): Response {
    const session = path.split("/")[2] ?? "";
    const { socket: client, response } = Deno.upgradeWebSocket(request);
    const grid = new WebSocket(`${this.#grid.replace(/^http/, "ws")}${path}`);
    const early: string[] = [];
    client.onmessage = ({ data }) => {
      this.#note(session, data);
      if (grid.readyState === WebSocket.OPEN) grid.send(data);
      else early.push(data);
    };
    grid.onopen = () => early.forEach((text) => grid.send(text));
    grid.onmessage = ({ data }) => client.readyState === WebSocket.OPEN && client.send(data);
    const ended = [client, grid].map((socket) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.onclose = () => {
        for (const each of [client, grid]) if (each.readyState <= WebSocket.OPEN) each.close();
        resolve();
      };
      return promise;
    });
    const over = Promise.all(ended).then(() => void this.#tunnels.delete(over));
    this.#tunnels.add(over);
    return response;
  }

  #note(session: string, text: string): void {
    if (this.#firstPages.has(session)) return;
    const { method, params } = JSON.parse(text);
    if (method === "browsingContext.navigate") this.#firstPages.set(session, params.url);
  }
}
