/**
 * A TCP proxy that does to connections what networks and middleboxes do: it closes idle ones, stops
 * forwarding without a word, is slow, and is gone.
 *
 * @module
 */
import { FaultyPipe, type Gate } from "./faulty_pipe.ts";

/** How it forwards from the start. */
export interface FaultProxyOptions {
  /** Milliseconds without a byte either way after which a connection is closed; never when absent. */
  readonly idleMs?: number;
  /** Milliseconds that each byte takes longer each way; 0 when absent. */
  readonly delayMs?: number;
  /** Shown every chunk that a client sends, as it comes. */
  readonly sent?: (chunk: Uint8Array) => void;
}

/** A proxy that listens on loopback. */
export class FaultProxy {
  readonly #target: Deno.ConnectOptions;
  readonly #port: number;
  readonly #gate: Gate;
  readonly #pipes = new Map<FaultyPipe, Promise<void>>();
  #listener: Deno.Listener | null = null;
  #accepting: Promise<void> = Promise.resolve();
  #flow = Promise.withResolvers<void>();

  private constructor(target: string, options: FaultProxyOptions) {
    const { hostname, port } = new URL(target);
    this.#target = { hostname, port: Number(port) };
    const { delayMs = 0, idleMs = null, sent } = options;
    this.#gate = {
      delayMs,
      idleMs,
      open: this.#flow.promise,
      left: null,
      shut: () => this.stall(),
      ...(sent && { sent }),
    };
    this.#flow.resolve();
    this.#port = this.#listen(0);
  }

  /** Starts one before an address like `http://127.0.0.1:4444`. */
  static start(target: string, options: FaultProxyOptions = {}): FaultProxy {
    return new FaultProxy(target, options);
  }

  /** Where it listens, as an `http` address without a path. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** How many connections it holds. */
  get connections(): number {
    return this.#pipes.size;
  }

  /** Forwards nothing more, neither bytes nor an end, and closes nothing. */
  stall(): void {
    this.#flow = Promise.withResolvers();
    this.#gate.open = this.#flow.promise;
  }

  /** Forwards as many bytes more to clients, and stalls. */
  stallAfter(bytes: number): void {
    this.#gate.left = bytes;
  }

  /** Forwards again, what was held back first. */
  flow(): void {
    this.#gate.left = null;
    this.#flow.resolve();
  }

  /** Milliseconds that each byte that comes from now on takes longer each way. */
  delay(ms: number): void {
    this.#gate.delayMs = ms;
  }

  /** Milliseconds without a byte after which each connection is closed, from its next byte on. */
  idle(ms: number): void {
    this.#gate.idleMs = ms;
  }

  /** Closes all connections now. */
  async cut(): Promise<void> {
    const ended = [...this.#pipes.values()];
    for (const pipe of this.#pipes.keys()) pipe.close();
    await Promise.all(ended);
  }

  /** Refuses new connections; those there are stay. */
  async refuse(): Promise<void> {
    this.#listener?.close();
    this.#listener = null;
    await this.#accepting;
  }

  /** Takes connections again, on the same port. */
  accept(): void {
    if (this.#listener === null) this.#listen(this.#port);
  }

  /** Ends it with all its connections. Safe twice. */
  async close(): Promise<void> {
    await this.refuse();
    await this.cut();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #listen(port: number): number {
    const listener = Deno.listen({ hostname: "127.0.0.1", port });
    this.#listener = listener;
    this.#accepting = this.#acceptAll(listener);
    return listener.addr.port;
  }

  async #acceptAll(listener: Deno.Listener): Promise<void> {
    for await (const client of listener) {
      const pipe = new FaultyPipe(client, this.#gate);
      this.#pipes.set(pipe, pipe.run(this.#target).finally(() => this.#pipes.delete(pipe)));
    }
  }
}
