/**
 * HTTP/1.1 on a socket, over `node:http`. `Deno.serve` would be simpler and faster (by 0.13 ms a
 * request), but as of Deno 2.9.6 it does not see a caller leave while an answer is pending when the
 * request came in more than 512 bytes or in more than one packet, and a browser would go on with calls
 * nobody waits for. This sees it in every case, and bounds how slowly headers and bodies may come in, and answers
 * be read, as well.
 *
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Duplex, Readable } from "node:stream";
import { STATUS_TEXT, type StatusCode } from "@std/http";
import { Connections } from "./connections.ts";
import { before, paced, pieces } from "./pace.ts";
import { HttpError } from "./problem.ts";

/** What {@linkcode listen} needs. */
export interface ListenOptions {
  /** The address to bind. */
  readonly host: string;
  /** The port to bind; 0 takes a free one. */
  readonly port: number;
  /** Answers a request; its signal aborts when the caller left. */
  handle(request: Request): Promise<Response>;
  /** Milliseconds a request's headers may take to come in, from the connection on; 10 000 unless told. */
  readonly headersMs?: number;
  /**
   * Milliseconds within which a caller must send each 64 KiB of a body, and read each 64 KiB of an answer, or the
   * rest of it; 60 000 unless told.
   */
  readonly paceMs?: number;
  /** Connections at once; 1 024 unless told. */
  readonly connections?: number;
}

/** A socket that listens. */
export interface Listener {
  /** The address bound, as it was given. */
  readonly host: string;
  /** The port bound. */
  readonly port: number;
  /**
   * Takes no connection any more, lets running answers finish for at most `graceMs`, then aborts them.
   * Safe to call twice.
   */
  stop(graceMs: number): Promise<void>;
}

/** Milliseconds a request's headers may take to come in. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Milliseconds each 64 KiB of a body may take, either way. */
const PACE_MS = 60_000;
/** Milliseconds between two looks at whether they came; `node:http` looks every 30 s. */
const CHECK_MS = 1_000;
/** Connections at once. */
const MAX_CONNECTIONS = 1_024;
/** Milliseconds a connection is kept with nothing asked. */
const KEEP_ALIVE_MS = 65_000;
/** Milliseconds an aborted answer has to end before its connection is cut. */
const ABORT_GRACE_MS = 1_000;

/**
 * Listens.
 *
 * @throws {Error} the address cannot be bound
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { host, port, handle, headersMs = HEADERS_TIMEOUT_MS, paceMs = PACE_MS } = options;
  const connections = new Connections(options.connections ?? MAX_CONNECTIONS);
  const running = new Map<AbortController, Promise<void>>();
  let stopping: Promise<void> | null = null;

  const server = createServer({
    headersTimeout: headersMs,
    connectionsCheckingInterval: CHECK_MS,
    // A large file may take its time, so long as it comes: see `paced`.
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }, (incoming, outgoing) => {
    const gone = new AbortController();
    connections.asked(incoming.socket);
    const left = (): void => gone.abort(new DOMException("The caller left", "AbortError"));
    // Before whoever reads the body hears that it ended early.
    incoming.on("error", left);
    outgoing.on("close", () => {
      connections.answered(incoming.socket);
      if (!outgoing.writableFinished) left();
    });
    if (stopping !== null) {
      // A connection kept alive from before; new ones are not taken at all.
      refuse(outgoing, new HttpError(503, "pagetap is stopping; ask again when it is back"));
      return;
    }
    const done = exchange(incoming, outgoing, { signal: gone.signal, handle, paceMs })
      .catch(() => void outgoing.destroy())
      .finally(() => running.delete(gone));
    running.set(gone, done);
  });

  server.on("clientError", (error, socket) => refuseUnread(error, socket, headersMs));
  server.on("connection", (socket) => connections.take(socket));

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

  async function drain(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await before(graceMs, Promise.allSettled(running.values()));
    for (const gone of running.keys()) {
      gone.abort(new DOMException("The server is stopping", "AbortError"));
    }
    await before(ABORT_GRACE_MS, Promise.allSettled(running.values()));
    server.closeAllConnections();
    await closed;
  }

  const bound = server.address() as AddressInfo;
  return { host, port: bound.port, stop: (graceMs) => stopping ??= drain(graceMs) };
}

/** What an exchange goes by. */
interface ExchangeOptions extends Pick<ListenOptions, "handle"> {
  /** Aborts when the caller left, or the server stops. */
  readonly signal: AbortSignal;
  readonly paceMs: number;
}

/** One request and its answer. */
async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { signal, handle, paceMs }: ExchangeOptions,
): Promise<void> {
  const request = toRequest(incoming, signal, paceMs);
  if (request === null) {
    refuse(outgoing, new HttpError(400, "The request is not one: its target, method or headers"));
    return;
  }
  const response = await handle(request);
  if (outgoing.destroyed) {
    await response.body?.cancel();
    return;
  }
  // What was not read of a refused body is not waited for.
  if (!incoming.complete) outgoing.setHeader("connection", "close");
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status);
  if (response.body === null) outgoing.end();
  else if (incoming.method === "HEAD") await response.body.cancel().then(() => outgoing.end());
  else await send(response.body, outgoing, paceMs);
  await flushed(outgoing, "finish", paceMs);
}

/** Answers what is no HTTP, too long or too slow, in the one shape of a refusal; `node:http` would with an empty body. */
function refuseUnread(error: Error & { code?: string }, socket: Duplex, headersMs: number): void {
  if (!socket.writable) return void socket.destroy();
  const { status, message } = unread(error.code, headersMs);
  const body = JSON.stringify({ error: message, status });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_TEXT[status as StatusCode]}\r\nconnection: close\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** What a request is refused with that could not be read, by the code of the parser. */
function unread(code: string | undefined, headersMs: number): HttpError {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return new HttpError(
        431,
        "The request's URL and headers are over 16 kB together, the most they may have",
      );
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return new HttpError(
        408,
        `The request's headers did not come in within ${headersMs / 1000} s: send it again`,
      );
    default:
      return new HttpError(
        400,
        "The request is no HTTP/1.1: its first line or a header is malformed",
      );
  }
}

/** Answers without asking anybody, and ends the connection. */
function refuse(outgoing: ServerResponse, { status, message }: HttpError): void {
  outgoing.writeHead(status, { "connection": "close", "content-type": "application/json" });
  outgoing.end(JSON.stringify({ error: message, status }));
}

/** Writes a body at the pace the caller reads it, and cancels it when the caller left or does not read. */
async function send(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  paceMs: number,
): Promise<void> {
  const reader = body.getReader();
  // Cancelling ends the read that waits; what a body throws while it is cancelled helps nobody.
  const cancel = (): void => void reader.cancel().catch(() => {});
  outgoing.once("close", cancel);
  // Headers wait for the first chunk. A stream that has nothing to say yet is open all the same.
  const open = setTimeout(() => outgoing.flushHeaders(), 0);
  for (;;) {
    const { done, value } = await reader.read().finally(() => clearTimeout(open));
    if (outgoing.destroyed) return;
    if (done) break;
    for (const piece of pieces(value)) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(piece)) await flushed(outgoing, "drain", paceMs);
    }
  }
  outgoing.off("close", cancel);
  outgoing.end();
}

/**
 * Waits until what was written is on its way (`drain`), or all of it (`finish`), or the connection is gone; one whose
 * caller does not take that in time is cut.
 */
async function flushed(
  outgoing: ServerResponse,
  event: "drain" | "finish",
  paceMs: number,
): Promise<void> {
  if (outgoing.writableFinished || outgoing.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<true>();
  const told = (): void => resolve(true);
  outgoing.once(event, told);
  outgoing.once("close", told);
  if (await before(paceMs, promise) === null) outgoing.destroy();
  outgoing.off(event, told);
  outgoing.off("close", told);
}

/** The request as the web has it, or null when it has no such form. */
function toRequest(
  incoming: IncomingMessage,
  signal: AbortSignal,
  paceMs: number,
): Request | null {
  const { method = "GET", url = "/", rawHeaders } = incoming;
  // A URL is read leniently: `//a/metrics` and `/\a/metrics` would be the path /metrics of a host. A whole URL is
  // one a proxy may send (RFC 9112, 3.2.2).
  if (!/^(?:\/(?![/\\])|https?:\/\/[^/\\])/i.test(url)) return null;
  try {
    const headers = new Headers();
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i] ?? "", rawHeaders[i + 1] ?? "");
    }
    const hasBody = method !== "GET" && method !== "HEAD";
    return new Request(new URL(url, "http://localhost"), {
      method,
      headers,
      signal,
      body: hasBody ? paced(Readable.toWeb(incoming) as ReadableStream<Uint8Array>, paceMs) : null,
    });
  } catch {
    return null;
  }
}
