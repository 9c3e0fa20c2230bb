/**
 * Who is told of which events of one connection.
 *
 * @module
 */
import type { EventName } from "../bidi/protocol.ts";
import type { Arrival } from "./hidden_tabs.ts";
import type { SubscriberRef } from "./subscriber.ts";

/** Who is told of what, until it is taken out or the connection ends. */
export interface Route {
  /** Who is told. */
  readonly subscriber: SubscriberRef;
  /** What of. */
  readonly events: readonly EventName[];
  /** Is told of hidden tabs, and of no others. */
  readonly hidden?: true;
}

/** The routes of one connection. */
export class Routes {
  readonly #byEvent = new Map<string, Route[]>();

  /** Takes one in. */
  add(route: Route): void {
    for (const event of route.events) {
      const routed = this.#byEvent.get(event);
      if (routed) routed.push(route);
      else this.#byEvent.set(event, [route]);
    }
  }

  /** Takes out all that lead to one. */
  remove(subscriber: SubscriberRef): void {
    for (const [event, routed] of this.#byEvent) {
      const others = routed.filter((each) => each.subscriber !== subscriber);
      if (others.length === 0) this.#byEvent.delete(event);
      else this.#byEvent.set(event, others);
    }
  }

  /** Tells those who are to know of an event, of hidden tabs or of the others; false when nobody asked for any such. */
  tell({ event, at, bytes }: Arrival, hidden: boolean): boolean {
    const routed = this.#byEvent.get(event.method);
    if (routed === undefined) return false;
    for (const route of routed) {
      if ((route.hidden ?? false) !== hidden) continue;
      route.subscriber.tell({ kind: "event", event, at, bytes });
    }
    return true;
  }

  /** Calls `passed` once every subscriber has handled what it was told before. */
  barrier(passed: () => void): void {
    const subscribers = this.#subscribers();
    let open = subscribers.size + 1;
    const pass = () => {
      if (--open === 0) passed();
    };
    for (const subscriber of subscribers) {
      if (subscriber.tell({ kind: "barrier", passed: pass }) !== "accepted") pass();
    }
    pass();
  }

  /** Stops every subscriber, once it has handled what it was told before. */
  end(): void {
    for (const subscriber of this.#subscribers()) {
      subscriber.tell({ kind: "barrier", passed: () => void subscriber.stop() });
    }
  }

  #subscribers(): Set<SubscriberRef> {
    return new Set([...this.#byEvent.values()].flat().map(({ subscriber }) => subscriber));
  }
}
