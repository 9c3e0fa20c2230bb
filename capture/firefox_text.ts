/**
 * Firefox sends an error among the arguments without its message, and has the message in the
 * line's own text; this finds it there.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { leafText } from "./remote_value.ts";

/** Where one error's text may end and the next one's begin. */
const NEXT_ERROR = / (?=[\w$.]*(?:Error|Exception)(?:: | |$))/;

/**
 * How Firefox words each error among `args` in `text`, by position. A line it cannot be read from
 * (two errors side by side with unusual names, a date between them) gives fewer.
 */
export function firefoxErrors(args: readonly RemoteValue[], text: string): Map<number, string> {
  const found = new Map<number, string>();
  if (!args.some((arg) => arg.type === "error")) return found;
  let rest = text;
  let index = 0;
  while (index < args.length) {
    const unknown = runOf(args, index, (arg) => literal(arg) === null);
    const known = runOf(args, index + unknown, (arg) => literal(arg) !== null);
    const after = index + unknown + known;
    const words = args.slice(index + unknown, after).map((arg) => literal(arg) ?? "").join(" ");
    const end = endOfUnknown(rest, words, { unknown, known, last: after === args.length });
    if (end === null) return found;
    splitErrors(args.slice(index, index + unknown), rest.slice(0, end)).forEach((part, offset) => {
      found.set(index + offset, part);
    });
    const joint = unknown > 0 && known > 0 ? 1 : 0;
    rest = rest.slice(end + joint + words.length + (after < args.length ? 1 : 0));
    index = after;
  }
  return found;
}

/** The text of the arguments after the first `from`, as Firefox joins them; null if it varies. */
export function firefoxTail(args: readonly RemoteValue[], from: number): string | null {
  const parts = args.slice(from).map(literal);
  return parts.includes(null) ? null : parts.map((part) => ` ${part}`).join("");
}

function runOf(
  args: readonly RemoteValue[],
  from: number,
  holds: (arg: RemoteValue) => boolean,
): number {
  let end = from;
  for (let arg = args[end]; arg !== undefined && holds(arg); arg = args[end]) end += 1;
  return end - from;
}

/** Where in `rest` the arguments end that come before `words`; null when they are not there. */
function endOfUnknown(
  rest: string,
  words: string,
  run: { unknown: number; known: number; last: boolean },
): number | null {
  if (run.unknown === 0) return rest.startsWith(words) ? 0 : null;
  if (run.known === 0) return rest.length;
  const joined = ` ${words}`;
  if (run.last) return rest.endsWith(joined) ? rest.length - joined.length : null;
  const at = rest.indexOf(`${joined} `);
  return at < 0 ? null : at;
}

/** The texts of adjacent arguments none of which is known, when they can be told apart. */
function splitErrors(args: readonly RemoteValue[], text: string): string[] {
  if (args.length === 1) return [text];
  if (args.some((arg) => arg.type !== "error")) return [];
  const parts = text.split(NEXT_ERROR);
  return parts.length === args.length ? parts : [text];
}

/** How Firefox words a value in a line's text; null when that cannot be known. */
function literal(value: RemoteValue): string | null {
  switch (value.type) {
    case "date":
    case "error":
      return null;
    case "string":
      return leafText(value);
    case "bigint":
      return String(value.value);
    case "symbol":
    case "node":
      return value.type;
    case "array":
    case "map":
    case "object":
    case "set": {
      const name = value.type.charAt(0).toUpperCase() + value.type.slice(1);
      return Array.isArray(value.value) ? `${name}(${value.value.length})` : name;
    }
    case "boolean":
    case "null":
    case "number":
    case "regexp":
    case "undefined":
      return leafText(value);
    default:
      return value.type;
  }
}
