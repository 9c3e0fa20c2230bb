/**
 * Reads values as the browsers serialise them (script.RemoteValue), trusting nothing about their
 * shape: what a page logged decides it.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { SHIM_MARK } from "./shim_mark.ts";

/** How deep objects and arrays are opened; deeper ones are only counted. */
export const MAX_DEPTH = 5;

/** How many members of one object or array are shown. */
export const MAX_MEMBERS = 50;

/** One member of a container: arrays and sets have no key, maps may have any. */
export interface Member {
  /** Its name; a value in a map, null in a list or a set. */
  readonly key: string | RemoteValue | null;
  /** What it holds. */
  readonly value: RemoteValue;
}

/** A value with members. */
export interface Container {
  /** How it is written. */
  readonly kind: "list" | "object" | "map" | "set";
  /** What is written before the brackets; empty for plain objects and arrays. */
  readonly label: string;
  /** How many members came, shown or not. */
  readonly size: number;
  /** At most {@linkcode MAX_MEMBERS} in the page's order, and the shim's note on those it left out. */
  readonly members: readonly Member[];
}

/** Names of the types that are shown by name only. */
const LABELS: Readonly<Record<string, string>> = {
  arraybuffer: "ArrayBuffer",
  function: "function",
  generator: "Generator",
  iterator: "Iterator",
  promise: "Promise",
  proxy: "Proxy",
  typedarray: "TypedArray",
  weakmap: "WeakMap",
  weakset: "WeakSet",
  window: "Window",
};

const CONTAINERS: Readonly<Record<string, { kind: Container["kind"]; label: string }>> = {
  array: { kind: "list", label: "" },
  htmlcollection: { kind: "list", label: "HTMLCollection" },
  nodelist: { kind: "list", label: "NodeList" },
  object: { kind: "object", label: "" },
  map: { kind: "map", label: "Map" },
  set: { kind: "set", label: "Set" },
};

/** Whether something is a serialised value. */
export function isRemoteValue(value: unknown): value is RemoteValue {
  return typeof value === "object" && value !== null && "type" in value &&
    typeof value.type === "string";
}

/** The value's members, or null when it is not open: no container, cut off, or a reference. */
export function containerOf(value: RemoteValue): Container | null {
  const how = Object.hasOwn(CONTAINERS, value.type) ? CONTAINERS[value.type] : undefined;
  if (how === undefined || !Array.isArray(value.value)) return null;
  const entries: readonly unknown[] = value.value;
  const keyed = how.kind === "object" || how.kind === "map";
  const most = isShimNote(entries.at(-1)) ? MAX_MEMBERS + 1 : MAX_MEMBERS;
  const shown = entries.slice(0, most).map(keyed ? keyedMember : listMember);
  const members = shown.filter((member) => member !== null);
  return { ...how, size: entries.length, members };
}

/** Whether the last of a container's entries is the shim's note on what it left out. */
function isShimNote(entry: unknown): boolean {
  if (Array.isArray(entry)) return entry[0] === SHIM_MARK;
  return isRemoteValue(entry) && entry.type === "string" && typeof entry.value === "string" &&
    entry.value.startsWith(SHIM_MARK);
}

function listMember(entry: unknown): Member | null {
  return isRemoteValue(entry) ? { key: null, value: entry } : null;
}

function keyedMember(entry: unknown): Member | null {
  if (!Array.isArray(entry)) return null;
  const [key, value]: readonly unknown[] = entry;
  if (typeof key !== "string" && !isRemoteValue(key)) return null;
  return isRemoteValue(value) ? { key, value } : null;
}

/** What a type is called in words. */
export function typeName(type: string): string {
  if (Object.hasOwn(CONTAINERS, type)) return CONTAINERS[type]?.label || type;
  return Object.hasOwn(LABELS, type) ? LABELS[type] ?? type : type;
}

/** Whether a value of the type can be a secret by itself: a password, a one-time code. */
export function isSecretType(type: string): boolean {
  return type === "string" || type === "number" || type === "bigint";
}

/**
 * A value without members in words; a string is given as it is. `-0`, `10n`, `Symbol()` and the
 * like can be told apart. Null for a container.
 */
export function leafText(value: RemoteValue): string | null {
  switch (value.type) {
    case "string":
      return typeof value.value === "string" ? value.value : "";
    case "number":
    case "boolean":
      return Object.is(value.value, -0) ? "-0" : String(value.value);
    case "bigint":
      return `${String(value.value)}n`;
    case "undefined":
    case "null":
      return value.type;
    case "symbol":
      return `Symbol(${typeof value.value === "string" ? value.value : ""})`;
    case "date":
      return String(value.value);
    case "error":
      return typeof value.value === "string" ? value.value : "Error";
    case "regexp":
      return regexpText(value.value);
    case "node":
      return nodeText(value.value);
    default:
      return Object.hasOwn(CONTAINERS, value.type) ? null : typeName(value.type);
  }
}

function regexpText(value: unknown): string {
  if (typeof value !== "object" || value === null) return "RegExp";
  const pattern = "pattern" in value ? String(value.pattern) : "";
  const flags = "flags" in value && value.flags !== undefined ? String(value.flags) : "";
  return `/${pattern}/${flags}`;
}

/** Node types of the DOM that have a name and no tag. */
const NODE_NAMES: Readonly<Record<number, string>> = {
  2: "#attribute",
  3: "#text",
  4: "#cdata-section",
  7: "#processing-instruction",
  8: "#comment",
  9: "#document",
  10: "#doctype",
  11: "#document-fragment",
};

/** An element as its tag, id and classes; attributes may hold what was typed, so no other is shown. */
function nodeText(value: unknown): string {
  if (typeof value !== "object" || value === null) return "Node";
  const type = "nodeType" in value ? Number(value.nodeType) : 1;
  if (type !== 1) return NODE_NAMES[type] ?? "Node";
  const name = "localName" in value ? String(value.localName) : "element";
  const attributes = "attributes" in value ? value.attributes : null;
  const id = attribute(attributes, "id");
  const classes = attribute(attributes, "class").split(/\s+/).filter((word) => word !== "");
  return `<${name}${id && `#${id}`}${classes.map((word) => `.${word}`).join("")}>`;
}

function attribute(attributes: unknown, name: "id" | "class"): string {
  if (typeof attributes !== "object" || attributes === null) return "";
  const found = Object.getOwnPropertyDescriptor(attributes, name)?.value;
  return typeof found === "string" ? found : "";
}
