/**
 * One request, in a list.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Row, TailRequest } from "../../http/admin/shapes.ts";
import { bytes, clock, duration } from "./format.ts";

/** A request of either kind of list. */
export type AnyRequest = Row | TailRequest;

/** The request. */
export function NetworkRow({ request }: { request: AnyRequest }): JSX.Element {
  const { at, method, url, type, size, took_ms, call } = request;
  return (
    <>
      <time class="cell time">{clock(at)}</time>
      <span class={`cell status status-${toneOf(request)}`}>{outcomeOf(request)}</span>
      <bdi class="cell method" dir="ltr">{method}</bdi>
      <bdi class="cell text url" dir="ltr">{url}</bdi>
      {isKept(request) || <span class="badge quiet">not kept</span>}
      <span class="cell type">{type}</span>
      <span class="cell size">{bytes(size)}</span>
      <span class="cell took">{duration(took_ms)}</span>
      <span class="cell call">{call === null ? "" : `call ${call}`}</span>
    </>
  );
}

/** Its status, or how far it got. */
export function outcomeOf({ status, state, failed, class: kind }: AnyRequest): string {
  if (failed && kind !== null && kind !== "http") return kind;
  if (status !== null) return String(status);
  return state;
}

/** How it is coloured. */
export function toneOf({ failed, state, status }: AnyRequest): "bad" | "wait" | "quiet" | "good" {
  if (failed) return "bad";
  if (state === "pending") return "wait";
  return state === "cancelled" || status === null ? "quiet" : "good";
}

function isKept(request: AnyRequest): boolean {
  return !("kept" in request) || request.kept;
}
