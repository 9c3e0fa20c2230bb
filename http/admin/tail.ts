/**
 * The live tail of a workspace as an event stream.
 *
 * @module
 */
import type { Tail } from "../../actors/tail.ts";
import type { EventSource } from "./sse.ts";

/** What a tail gives: rows, and before them how many were dropped. */
export function tailEvents(tail: Tail, left: AbortController): EventSource {
  return {
    get ready() {
      return tail.ready;
    },
    take() {
      const { rows, dropped, ended } = tail.take();
      if (ended && rows.length === 0) return null;
      return [...(dropped > 0 ? [{ dropped }] : []), ...rows];
    },
    close() {
      left.abort();
      tail.end();
    },
  };
}
