import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserName } from "../../../drivers/driver.ts";

/** How a fake Grid is made. */
export interface FakeGridOptions {
  /** Slots by browser; default two of each. */
  readonly slots?: Readonly<Partial<Record<BrowserName, number>>>;
  readonly sessionTimeoutMs?: number;
  /** Whether its node hands out what its browsers download. */
  readonly downloads?: boolean;
}

interface FakeSession {
  readonly id: string;
  readonly browser: string;
  readonly tag: string;
}

/** What `GET /session/{id}/url` of an ended session says on a real Grid. */
export function goneBody(id: string, reason?: string): unknown {
  const removed = reason === undefined
    ? ""
    : `. Session was removed at 2026-11-30T22:30:48Z (0 seconds ago), reason: ${reason}, node: http://n`;
  return {
    value: {
      error: "invalid session id",
      message: `Unable to find session with ID: ${id}${removed}\nBuild info: version: '4.48.0'`,
    },
  };
}

/** A request as the fake sees it. */
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

/**
 * An HTTP server with the manners of a Grid: sessions, slots, a queue, listings, and faults on demand. It
 * is node's server: Deno's (2.9.6) does not see a client go whose request had a body of 1 KB or more.
 */
export class FakeGrid {
  /** Requests that came, as `METHOD /path`, ids replaced. */
  readonly requests: string[] = [];
  readonly authorizations: (string | null)[] = [];
  /** The registration secrets that came with requests. */
  readonly secrets: string[] = [];
  /** Bodies of `POST /session`. */
  readonly wanted: { capabilities: { alwaysMatch: Record<string, unknown> } }[] = [];
  readonly sessions = new Map<string, FakeSession>();
  /** Requests that wait for a slot. */
  readonly queue: { browser: string; tag: string; serve: () => void }[] = [];
  /** Answers in place of the Grid, when it gives something. */
  fault: (method: string, path: string) => Promise<Response> | Response | null = () => null;
  /** Nodes in place of its own. */
  nodes: unknown[] | null = null;
  /** Runs when a session has been made, before that is answered. */
  made: (id: string) => Promise<void> | void = () => {};
  readonly #slots: Readonly<Record<string, number>>;
  readonly #timeoutMs: number;
  readonly #downloads: boolean;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #watchers = new Set<() => void>();
  #count = 0;

  private constructor(
    { slots = {}, sessionTimeoutMs = 40_000, downloads = false }: FakeGridOptions,
  ) {
    this.#downloads = downloads;
    this.#slots = { chrome: 2, firefox: 2, ...slots };
    this.#timeoutMs = sessionTimeoutMs;
  }

  /** Starts one on a free port. */
  static async start(options: FakeGridOptions = {}): Promise<FakeGrid> {
    const grid = new FakeGrid(options);
    await new Promise<void>((resolve) => grid.#server.listen(0, "127.0.0.1", resolve));
    return grid;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** Resolves when `is` holds, looked at after every request. */
  async until(is: () => boolean): Promise<void> {
    while (!is()) await new Promise<void>((resolve) => this.#watchers.add(resolve));
  }

  /** Ends a session as a node does, and gives its slot to the queue. */
  drop(id: string): void {
    this.sessions.delete(id);
    this.queue[0]?.serve();
  }

  /** Holds `count` slots for others. */
  occupy(browser: BrowserName, count = 1): void {
    for (let i = 0; i < count; i++) this.#make(browser, "other");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url: path = "", headers } = request;
    this.requests.push(`${method} ${path.replace(/\/session\/[^/]+/, "/session/ID")}`);
    this.authorizations.push(headers.authorization ?? null);
    this.secrets.push(...[headers["x-registration-secret"] ?? []].flat());
    this.#changed();
    const answer = await this.#handle({
      method,
      path,
      contentType: headers["content-type"],
      body: new TextDecoder().decode(await new Blob(chunks.map((each) => each.slice())).bytes()),
      gone: gone.signal,
    });
    this.#changed();
    if (gone.signal.aborted) return;
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  }

  async #handle(asked: Asked): Promise<Response> {
    const { method, path } = asked;
    const fault = await this.fault(method, path);
    if (fault !== null) return fault;
    if (path === "/status") return this.#status();
    if (path === "/se/grid/newsessionqueue/queue") {
      return Response.json({
        value: this.queue.map(({ browser, tag }) => ({
          requestId: crypto.randomUUID(),
          capabilities: [{ browserName: browser, "se:name": tag }],
        })),
      });
    }
    if (method === "POST" && path === "/session") return await this.#post(asked);
    const id = path.split("/")[2] ?? "";
    const session = this.sessions.get(id);
    if (session === undefined) return Response.json(goneBody(id), { status: 404 });
    if (method === "DELETE") {
      this.drop(id);
      return Response.json({ value: null });
    }
    return Response.json({ value: "about:blank" });
  }

  async #post(asked: Asked): Promise<Response> {
    if (asked.contentType !== "application/json; charset=utf-8") {
      return new Response("", { status: 500 });
    }
    const body = JSON.parse(asked.body);
    this.wanted.push(body);
    const browser = String(body.capabilities.alwaysMatch.browserName);
    const tag = String(body.capabilities.alwaysMatch["se:name"]);
    if (this.#free(browser) === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = { browser, tag, serve: resolve };
      this.queue.push(waiting);
      this.#changed();
      asked.gone.addEventListener("abort", () => resolve());
      await promise;
      this.queue.splice(this.queue.indexOf(waiting), 1);
      if (asked.gone.aborted) return new Response("");
    }
    const id = this.#make(browser, tag);
    this.#changed();
    await this.made(id);
    return Response.json({
      value: {
        sessionId: id,
        capabilities: { browserName: browser, webSocketUrl: `ws://inner.test:1/session/${id}` },
      },
    });
  }

  #make(browser: string, tag: string): string {
    const id = (++this.#count).toString(16).padStart(32, "abc0");
    this.sessions.set(id, { id, browser, tag });
    return id;
  }

  #free(browser: string): number {
    const used = [...this.sessions.values()].filter((session) => session.browser === browser);
    return (this.#slots[browser] ?? 0) - used.length;
  }

  #status(): Response {
    const slots = Object.entries(this.#slots).flatMap(([browser, count]) => {
      const held = [...this.sessions.values()].filter((session) => session.browser === browser);
      return Array.from({ length: count }, (_, i) => {
        const session = held[i];
        return {
          stereotype: {
            browserName: browser,
            ...(this.#downloads && { "se:downloadsEnabled": true }),
          },
          session: session === undefined ? null : {
            sessionId: session.id,
            capabilities: {
              "se:name": session.tag,
              "se:gridWebSocketUrl": "ws://localhost:18946/session/x",
            },
          },
        };
      });
    });
    const node = {
      uri: "http://node.test:5555",
      availability: "UP",
      sessionTimeout: this.#timeoutMs,
      maxSessions: 8,
      slots,
    };
    return Response.json({ value: { ready: true, nodes: this.nodes ?? [node] } });
  }
}
