/**
 * Frames to messages and back: one WebSocket text frame is one JSON message (WebDriver BiDi,
 * section "Protocol").
 *
 * @module
 */
import type { BidiEvent } from "./protocol.ts";

/** A frame from the browser, sorted by what it is. */
export type Message =
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | {
    readonly kind: "error";
    readonly id: number | null;
    readonly code: string;
    readonly detail: string;
  }
  | { readonly kind: "event"; readonly event: BidiEvent }
  | { readonly kind: "malformed" };

interface Raw {
  type?: unknown;
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
  message?: unknown;
}

const MALFORMED: Message = { kind: "malformed" };

/** Writes a command as one frame. */
export function encode(id: number, method: string, params: unknown): string {
  return JSON.stringify({ id, method, params });
}

/**
 * Sorts one frame. Never throws: what is no BiDi message is `malformed`. The parameters of an event
 * are the browser's word and are not checked here; whoever reads a member of them guards it.
 */
export function decode(frame: string): Message {
  let raw: Raw | null;
  try {
    raw = JSON.parse(frame) as Raw | null;
  } catch {
    return MALFORMED;
  }
  if (typeof raw !== "object" || raw === null) return MALFORMED;
  if (raw.type === "event") {
    return typeof raw.method === "string" && typeof raw.params === "object" && raw.params !== null
      ? { kind: "event", event: raw as BidiEvent }
      : MALFORMED;
  }
  if (raw.type === "success" && typeof raw.id === "number") {
    return { kind: "result", id: raw.id, result: raw.result };
  }
  if (raw.type === "error" && typeof raw.error === "string") {
    return {
      kind: "error",
      id: typeof raw.id === "number" ? raw.id : null,
      code: raw.error,
      detail: typeof raw.message === "string" ? raw.message : "",
    };
  }
  return MALFORMED;
}
