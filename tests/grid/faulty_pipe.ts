/** One connection through a proxy that holds bytes back. */
import { delay } from "@std/async";

/** What all connections of a proxy go through, as it is now. */
export interface Gate {
  /** Milliseconds that a chunk is held. */
  delayMs: number;
  /** Milliseconds without a byte either way after which a connection is closed; null for never. */
  idleMs: number | null;
  /** Bytes that are still sent to clients before it shuts by itself; null: it does not. */
  left: number | null;
  /** Shuts it. */
  shut(): void;
  /** Shown what a client sends. */
  readonly sent?: (chunk: Uint8Array) => void;
  /** Nothing is forwarded before it resolves. */
  open: Promise<void>;
}

/** Bytes of one read. */
const CHUNK_BYTES = 65_536;
/** Chunks held each way at once; past them the sender waits. */
const MAX_HELD = 64;

/** A connection of a client and the one made for it. */
export class FaultyPipe {
  readonly #client: Deno.Conn;
  readonly #gate: Gate;
  readonly #closed = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  #server: Deno.Conn | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #done = false;

  /** Nothing is forwarded before `run`. */
  constructor(client: Deno.Conn, gate: Gate) {
    this.#client = client;
    this.#gate = gate;
  }

  /** Forwards both ways until both sides have ended or it is closed. Never throws. */
  async run(target: Deno.ConnectOptions): Promise<void> {
    try {
      const server = await Deno.connect(target);
      if (this.#done) return server.close();
      this.#server = server;
      this.#touch();
      await Promise.all([
        this.#forward(this.#client, server),
        this.#forward(server, this.#client),
      ]);
    } catch {
      // One side reset or refused it: the other learns it by the close.
    } finally {
      this.close();
    }
  }

  /** Closes both sides. Safe twice. */
  close(): void {
    if (this.#done) return;
    this.#done = true;
    this.#closed.resolve();
    clearTimeout(this.#idle);
    this.#abort.abort();
    this.#client.close();
    this.#server?.close();
  }

  async #forward(from: Deno.Conn, to: Deno.Conn): Promise<void> {
    const held: Promise<void>[] = [];
    let last: Promise<void> = Promise.resolve();
    while (!this.#done) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const count = await from.read(buffer);
      if (count !== null) this.#touch();
      if (count !== null && from === this.#client) this.#gate.sent?.(buffer.subarray(0, count));
      const due = this.#due();
      last = last.then(() => due).then(() => this.#deliver(to, buffer, count));
      // Its failure is the failure of the whole, and is awaited there.
      last.catch(() => this.close());
      held.push(last);
      if (count === null) return await last;
      if (held.length >= MAX_HELD) await held.shift();
    }
  }

  async #deliver(to: Deno.Conn, buffer: Uint8Array, count: number | null): Promise<void> {
    for (let written = 0; written < (count ?? 1);) {
      await this.#opened();
      if (this.#done) return;
      if (count === null) return await to.closeWrite();
      const left = to === this.#client ? this.#gate.left ?? Infinity : Infinity;
      const sent = await to.write(buffer.subarray(written, Math.min(count, written + left)));
      written += sent;
      if (left !== Infinity) this.#spend(left - sent);
    }
  }

  /** Resolves when the gate is open, or everything is over. */
  async #opened(): Promise<void> {
    // It may have been shut again by the time it opened.
    for (let open = this.#gate.open;; open = this.#gate.open) {
      await Promise.race([open, this.#closed.promise]);
      if (this.#done || open === this.#gate.open) return;
    }
  }

  #spend(left: number): void {
    this.#gate.left = left > 0 ? left : null;
    if (left <= 0) this.#gate.shut();
  }

  /** Resolves when a chunk that comes now has been held long enough. */
  #due(): Promise<void> {
    const { delayMs } = this.#gate;
    if (delayMs === 0) return Promise.resolve();
    // A close ends the wait, and nothing is forwarded then.
    return delay(delayMs, { signal: this.#abort.signal }).catch(() => {});
  }

  #touch(): void {
    const { idleMs } = this.#gate;
    clearTimeout(this.#idle);
    if (idleMs !== null && !this.#done) this.#idle = setTimeout(() => this.close(), idleMs);
  }
}
