/**
 * Values to the page's realm and back (script.LocalValue and script.RemoteValue).
 *
 * @module
 */
import type { LocalValue, RemoteValue } from "../bidi/protocol.ts";

/** A JSON value as a script takes it. What JSON does not have becomes `undefined`. */
export function toLocalValue(value: unknown): LocalValue {
  if (value === null) return { type: "null" };
  switch (typeof value) {
    case "string":
      return { type: "string", value: value.toWellFormed() };
    case "boolean":
      return { type: "boolean", value };
    case "number":
      return { type: "number", value: Object.is(value, -0) ? "-0" : value };
    case "object":
      return Array.isArray(value) ? { type: "array", value: value.map(toLocalValue) } : {
        type: "object",
        value: Object.entries(value).map(([key, member]) => [key, toLocalValue(member)]),
      };
    default:
      return { type: "undefined" };
  }
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
