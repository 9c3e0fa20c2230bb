/**
 * A {@link Transport} over a WebSocket, with every wait bounded. A socket that dies says why in
 * words a caller can act on: Deno reports a killed peer with close code 0 and "Unexpected EOF", and
 * a stopped one (SIGSTOP, a hung machine) not at all, so a close that is not answered is given up
 * after {@link CLOSE_GRACE_MS}.
 *
 * @module
 */
import type { Closed, Transport, TransportListener } from "./transport.ts";

/** How long, in milliseconds, a peer may take to answer a close before it is given up. */
export const CLOSE_GRACE_MS = 1000;

/** Most characters kept for a listener that has not come yet; past them the socket is closed. */
export const MAX_EARLY_CHARS = 16 * 1024 * 1024;

/** Most bytes waiting to be sent to a peer that does not read; past them the socket is closed. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

/**
 * Frames longer than this leave Deno in two writes, and Nagle's algorithm holds the second back until
 * the peer acknowledges the first: 40 ms, each time (Deno 2.9.6 has no way to switch it off).
 */
const ONE_WRITE_CHARS = 900;

/**
 * More than a segment of the loopback interface holds, and a full segment is not held back. White space
 * after a JSON text means nothing, so longer frames are filled up to this, to peers on this machine.
 */
const LOOPBACK_SEGMENT_CHARS = 65_536;

/** What {@link openSocket} needs to know. */
export interface SocketOptions {
  /** Headers of the handshake, such as a Grid's `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds the handshake may take. */
  readonly timeoutMs: number;
  /** Ends the attempt; an open socket no longer listens to it. */
  readonly signal?: AbortSignal;
}

/** A socket could not be opened. Its message is one sentence and holds no credentials. */
export class SocketError extends Error {
  /** Always `SocketError`. */
  override readonly name = "SocketError";
}

// Deno's WebSocket takes headers; the DOM's types, which the in-page functions need, hide it.
const HandshakeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { readonly headers: Record<string, string> },
) => WebSocket;

/**
 * Opens the BiDi socket at `url`.
 *
 * @throws {SocketError} when the address is none, the peer refuses, or the handshake takes too long
 * @throws the signal's reason when it is aborted
 */
export async function openSocket(url: string, options: SocketOptions): Promise<Transport> {
  options.signal?.throwIfAborted();
  const address = describe(url);
  let socket: WebSocket;
  try {
    socket = new HandshakeWebSocket(url, { headers: { ...options.headers } });
  } catch (error) {
    // A syntax error may quote the address, credentials and all; the names of headers are ours.
    const why = error instanceof TypeError ? error.message : "it is not a WebSocket address";
    throw new SocketError(`Cannot open the BiDi socket at ${address}: ${why}`);
  }
  // Made before the handshake is over: a frame may come in the same turn as `open`.
  const transport = new SocketTransport(socket, isLoopback(url));
  await opened(socket, address, options);
  return transport;
}

function opened(socket: WebSocket, address: string, options: SocketOptions): Promise<void> {
  const { timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const on = { signal: settled.signal };
    const settle = (act: () => void) => {
      clearTimeout(timer);
      settled.abort();
      act();
    };
    const fail = (why: string) =>
      settle(() => reject(new SocketError(`Cannot open the BiDi socket at ${address}: ${why}`)));
    const timer = setTimeout(() => {
      fail(`no answer within ${timeoutMs} ms`);
      socket.close();
    }, timeoutMs);
    signal?.addEventListener("abort", () => {
      settle(() => reject(signal.reason));
      socket.close();
    }, on);
    socket.addEventListener("open", () => settle(resolve), on);
    socket.addEventListener("error", (event) => fail(errorText(event)), on);
    socket.addEventListener("close", () => fail("the peer closed it at once"), on);
  });
}

class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #loopback: boolean;
  readonly #events = new AbortController();
  #listener: TransportListener | null = null;
  #early: string[] = [];
  #earlyChars = 0;
  #closed: Closed | null = null;
  /** What went wrong first; the close event that follows it knows no more than a code. */
  #why: string | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: WebSocket, loopback: boolean) {
    this.#socket = socket;
    this.#loopback = loopback;
    const on = { signal: this.#events.signal };
    socket.addEventListener("message", (event) => this.#onMessage(event.data), on);
    socket.addEventListener("error", (event) => this.#why ??= explain(errorText(event)), on);
    socket.addEventListener("close", (event) => {
      this.#finish({
        clean: event.wasClean && this.#why === null,
        why: this.#why ?? closeText(event),
      });
    }, on);
  }

  listen(listener: TransportListener): void {
    if (this.#listener !== null) throw new Error("Cannot listen twice to one transport");
    this.#listener = listener;
    const early = this.#early;
    this.#early = [];
    for (const text of early) listener.frame(text);
    if (this.#closed !== null) listener.closed(this.#closed);
  }

  send(text: string): void {
    if (this.#closed !== null || this.#socket.readyState !== WebSocket.OPEN) return;
    const held = this.#loopback && text.length > ONE_WRITE_CHARS;
    this.#socket.send(held ? text.padEnd(LOOPBACK_SEGMENT_CHARS) : text);
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#giveUp(`the peer stopped reading: over ${mebibytes(MAX_UNSENT_BYTES)} wait to be sent`);
    }
  }

  close(): void {
    if (this.#closed !== null || this.#grace !== undefined) return;
    this.#socket.close(1000);
    this.#grace = setTimeout(() => {
      const why = this.#why ?? `the peer did not answer the close within ${CLOSE_GRACE_MS} ms`;
      this.#finish({ clean: false, why });
    }, CLOSE_GRACE_MS);
  }

  #onMessage(data: unknown): void {
    if (this.#why !== null) return;
    if (typeof data !== "string") {
      this.#giveUp("the peer sent a binary frame, and BiDi has only text");
    } else if (this.#listener !== null) {
      this.#listener.frame(data);
    } else if (this.#earlyChars + data.length > MAX_EARLY_CHARS) {
      this.#giveUp(`over ${mebibytes(MAX_EARLY_CHARS)} of frames came before anyone listened`);
    } else {
      this.#early.push(data);
      this.#earlyChars += data.length;
    }
  }

  /** Closes for a reason of ours; a hole in the stream of frames must not pass as a whole one. */
  #giveUp(why: string): void {
    this.#why ??= why;
    this.close();
  }

  #finish(closed: Closed): void {
    clearTimeout(this.#grace);
    this.#events.abort();
    this.#closed = closed;
    this.#listener?.closed(closed);
  }
}

function isLoopback(url: string): boolean {
  return /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(new URL(url).hostname);
}

/** The address without credentials and query. */
function describe(url: string): string {
  if (!URL.canParse(url)) return "an address that is no URL";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function errorText(event: Event): string {
  return event instanceof ErrorEvent && event.message !== "" ? event.message : "the socket failed";
}

function explain(error: string): string {
  if (error.includes("Frame too large")) {
    return "the peer sent a frame of 64 MiB or more, the most a socket takes";
  }
  return error.includes("Unexpected EOF") ? "the peer ended without closing the socket" : error;
}

function closeText(event: CloseEvent): string {
  const reason = event.reason === "" ? "" : `: ${event.reason}`;
  return `the socket closed with code ${event.code}${reason}`;
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
