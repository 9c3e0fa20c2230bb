/**
 * A {@link Transport} over a WebSocket, with every wait bounded and the event loop never starved: a
 * browser that sends faster than its frames are handled is held back by its own socket, and whoever
 * else waits for this process gets a turn every {@link TURN_MS}.
 *
 * It is `npm:ws` and not the platform's `WebSocket`, which (Deno 2.9.6) reads on as long as anything has
 * come without letting the event loop turn, holds back the second half of a frame over 1 KB for 40 ms,
 * and dies of a frame of 64 MiB.
 *
 * @module
 */
// @ts-types="@types/ws"
import WebSocket from "ws";
import type { Closed, Transport, TransportListener } from "./transport.ts";

/** How long, in milliseconds, a peer may take to answer a close before it is given up. */
export const CLOSE_GRACE_MS = 1000;

/** Most characters kept for a listener that has not come yet; past them the socket is closed. */
export const MAX_EARLY_CHARS = 16 * 1024 * 1024;

/** Most bytes waiting to be sent to a peer that does not read; past them the socket is closed. */
export const MAX_UNSENT_BYTES = 64 * 1024 * 1024;

/** Bytes of one frame at most: a full-page screenshot fits, a page that logs for ever does not. */
export const MAX_FRAME_BYTES = 128 * 1024 * 1024;

/** How long, in milliseconds, frames are handled before others get their turn. */
export const TURN_MS = 8;

/** Milliseconds between two frames that only acknowledge. */
const ACKNOWLEDGE_MS = 1;

/** What {@link openSocket} needs to know. */
export interface SocketOptions {
  /** Headers of the handshake, such as a Grid's `Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Certificates, PEM, that the peer's may be signed by in place of the usual ones. */
  readonly ca?: string;
  /** Milliseconds the handshake may take. */
  readonly timeoutMs: number;
  /**
   * Answers what comes with an empty pong frame, at most one a millisecond: a peer that leaves Nagle's
   * algorithm on, as Firefox does, holds each frame back until the one before is acknowledged, which
   * the system puts off for 40 ms unless something is sent. Default false.
   */
  readonly acknowledge?: boolean;
  /** Ends the attempt; an open socket no longer listens to it. */
  readonly signal?: AbortSignal;
}

/** A socket could not be opened. Its message is one sentence and holds no credentials and no session's id. */
export class SocketError extends Error {
  /** Always `SocketError`. */
  override readonly name = "SocketError";
}

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
    socket = new WebSocket(url, {
      headers: { ...options.headers },
      ...(options.ca !== undefined && { ca: options.ca }),
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
      skipUTF8Validation: true,
    });
  } catch {
    // What was thrown may quote the address, credentials and all.
    throw new SocketError(
      `Cannot open the BiDi socket at ${address}: it is not a WebSocket address`,
    );
  }
  // Made before the handshake is over: a frame may come in the same turn as `open`.
  const transport = new SocketTransport(socket, options.acknowledge ?? false);
  await opened(socket, address, options);
  return transport;
}

function opened(socket: WebSocket, address: string, options: SocketOptions): Promise<void> {
  const { timeoutMs, signal } = options;
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.off("open", open).off("error", error).off("close", close);
      act();
    };
    const fail = (why: string) =>
      settle(() => {
        reject(new SocketError(`Cannot open the BiDi socket at ${address}: ${why}`));
        socket.terminate();
      });
    const open = () => settle(resolve);
    const error = ({ message }: Error) => fail(message);
    const close = () => fail("the peer closed it at once");
    const abort = () =>
      settle(() => {
        reject(signal?.reason);
        socket.terminate();
      });
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener("abort", abort);
    socket.on("open", open).on("error", error).on("close", close);
  });
}

class SocketTransport implements Transport {
  readonly #socket: WebSocket;
  readonly #acknowledges: boolean;
  #listener: TransportListener | null = null;
  #early: string[] = [];
  #earlyChars = 0;
  #closed: Closed | null = null;
  /** What went wrong first; the close event that follows it knows no more than a code. */
  #why: string | null = null;
  #grace: ReturnType<typeof setTimeout> | undefined;
  /** When this turn of the event loop handled its first frame; null when it has handled none. */
  #turnBegan: number | null = null;
  /** Its owner has had enough for now. */
  #paused = false;
  #turn: ReturnType<typeof setTimeout> | undefined;

  #acknowledged: ReturnType<typeof setTimeout> | undefined;
  #unacknowledged = false;

  constructor(socket: WebSocket, acknowledges: boolean) {
    this.#socket = socket;
    this.#acknowledges = acknowledges;
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("error", (error) => {
      this.#why ??= explain(error);
      this.#abandon();
    });
    socket.on("close", (code, reason) => this.#onClose(code, reason.toString()));
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
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#giveUp(`the peer stopped reading: over ${mebibytes(MAX_UNSENT_BYTES)} wait to be sent`);
    }
  }

  pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#paused = false;
    if (this.#turnBegan === null || performance.now() - this.#turnBegan <= TURN_MS) {
      this.#socket.resume();
    }
  }

  close(): void {
    if (this.#closed !== null || this.#grace !== undefined) return;
    this.#socket.resume();
    this.#socket.close(1000);
    this.#grace = setTimeout(() => {
      this.#why ??= `the peer did not answer the close within ${CLOSE_GRACE_MS} ms`;
      this.#abandon();
    }, CLOSE_GRACE_MS);
  }

  /** Ends without a goodbye; the socket's own close event may be half a minute away. */
  #abandon(): void {
    this.#socket.terminate();
    this.#onClose(1006, "");
  }

  #onMessage(data: WebSocket.RawData, isBinary: boolean): void {
    if (this.#why !== null || this.#closed !== null) return;
    if (isBinary) return this.#giveUp("the peer sent a binary frame, and BiDi has only text");
    this.#holdBack();
    if (this.#acknowledges) this.#acknowledge();
    const text = data.toString();
    if (this.#listener !== null) {
      this.#listener.frame(text);
    } else if (this.#earlyChars + text.length > MAX_EARLY_CHARS) {
      this.#giveUp(`over ${mebibytes(MAX_EARLY_CHARS)} of frames came before anyone listened`);
    } else {
      this.#early.push(text);
      this.#earlyChars += text.length;
    }
  }

  /** Stops reading when this turn has gone on for long; the next one reads on. */
  #holdBack(): void {
    const now = performance.now();
    if (this.#turnBegan === null) {
      this.#turnBegan = now;
      this.#turn = setTimeout(() => {
        this.#turnBegan = null;
        if (!this.#paused) this.#socket.resume();
      });
    } else if (now - this.#turnBegan > TURN_MS) {
      this.#socket.pause();
    }
  }

  /** Sends an empty frame, now or when the last one was long enough ago. */
  #acknowledge(): void {
    this.#unacknowledged = true;
    if (this.#acknowledged !== undefined || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#unacknowledged = false;
    this.#socket.pong();
    this.#acknowledged = setTimeout(() => {
      this.#acknowledged = undefined;
      if (this.#unacknowledged) this.#acknowledge();
    }, ACKNOWLEDGE_MS);
  }

  /** Closes for a reason of ours; a hole in the stream of frames must not pass as a whole one. */
  #giveUp(why: string): void {
    this.#why ??= why;
    this.close();
  }

  #onClose(code: number, reason: string): void {
    if (this.#closed !== null) return;
    clearTimeout(this.#grace);
    clearTimeout(this.#acknowledged);
    clearTimeout(this.#turn);
    this.#closed = {
      clean: code !== 1006 && this.#why === null,
      why: this.#why ?? closeText(code, reason),
    };
    this.#listener?.closed(this.#closed);
  }
}

/** The address without credentials, query and the id of the session: who has that drives its browser. */
function describe(url: string): string {
  if (!URL.canParse(url)) return "an address that is no URL";
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname.replace(/(\/session\/)[^/]+/g, "$1•••")}`;
}

function explain(error: Error): string {
  return error.message.includes("Max payload size")
    ? `the peer sent a frame over ${mebibytes(MAX_FRAME_BYTES)}, the most a socket takes`
    : error.message;
}

/** 1006 is no code a peer sends: it says that none came (RFC 6455, section 7.1.5). */
function closeText(code: number, reason: string): string {
  if (code === 1006) return "the peer ended without closing the socket";
  return `the socket closed with code ${code}${reason === "" ? "" : `: ${reason}`}`;
}

function mebibytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
