/**
 * A browser that is a script: what it was sent, and what it answers when told.
 *
 * @module
 */
import type { Transport, TransportListener } from "../../bidi/transport.ts";

/** A command as it went over the wire. */
export interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** The other end of a connection, in a test's hands. */
export class FakeTransport implements Transport {
  readonly sent: Sent[] = [];
  closed = false;
  paused = false;
  #listener: TransportListener | undefined;

  listen(listener: TransportListener): void {
    this.#listener = listener;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#listener?.closed({ clean: true, why: "closed" });
  }

  /** One frame from the browser. */
  frame(message: unknown): void {
    this.#listener?.frame(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** An event from the browser. */
  event(method: string, params: unknown): void {
    this.frame({ type: "event", method, params });
  }

  /** Answers the oldest unanswered command of that method. */
  answer(method: string, result: unknown): void {
    const at = this.sent.findIndex((each) => each.method === method);
    const [command] = this.sent.splice(at, 1);
    if (at < 0 || command === undefined) throw new Error(`${method} was not sent`);
    this.frame({ type: "success", id: command.id, result });
  }

  /** The peer is gone. */
  die(why = "Unexpected EOF"): void {
    this.closed = true;
    this.#listener?.closed({ clean: false, why });
  }
}
