/**
 * Values to the page's realm and back (script.LocalValue and script.RemoteValue).
 *
 * @module
 */
import type { LocalValue, RemoteValue } from "../bidi/protocol.ts";
import { PageError } from "./page.ts";

/** Deepest nesting that is sent: Chrome's driver stops for good at about 60. */
const MAX_DEPTH = 40;

/**
 * A JSON value as a script takes it. What JSON does not have becomes `undefined`.
 *
 * @throws {PageError} 400 it is nested too deep
 */
export function toLocalValue(value: unknown): LocalValue {
  return toLocal(value, 0);
}

function toLocal(value: unknown, depth: number): LocalValue {
  if (value === null) return { type: "null" };
  switch (typeof value) {
    case "string":
      return { type: "string", value: value.toWellFormed() };
    case "boolean":
      return { type: "boolean", value };
    case "number":
      return { type: "number", value: Object.is(value, -0) ? "-0" : value };
    case "object":
      break;
    default:
      return { type: "undefined" };
  }
  if (depth >= MAX_DEPTH) {
    throw new PageError(400, `Cannot pass args nested deeper than ${MAX_DEPTH} levels to a script`);
  }
  if (Array.isArray(value)) {
    return { type: "array", value: value.map((member) => toLocal(member, depth + 1)) };
  }
  const members = Object.entries(value).map(([key, member]) => [
    key.toWellFormed(),
    toLocal(member, depth + 1),
  ]);
  return { type: "object", value: members };
}

/** A script's plain data: JSON values only. Anything else is named by its type, as `[map]`. */
export function fromRemoteValue(remote: RemoteValue): unknown {
  const { type, value } = remote;
  switch (type) {
    case "null":
    case "undefined":
      return null;
    case "string":
    case "boolean":
      return value;
    case "number":
      return value === "-0" ? 0 : value;
    case "array":
      return (value as RemoteValue[] | undefined ?? []).map(fromRemoteValue);
    case "object":
      return Object.fromEntries(
        (value as [string, RemoteValue][] | undefined ?? [])
          .map(([key, member]) => [key, fromRemoteValue(member)]),
      );
    default:
      return `[${type}]`;
  }
}
