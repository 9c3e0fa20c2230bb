/**
 * The console's formatting (https://console.spec.whatwg.org/#formatter) over serialised values.
 *
 * @module
 */
import type { RemoteValue } from "../bidi/protocol.ts";
import { leafText } from "./remote_value.ts";

const SPECIFIER = /%([sdifoOc%])/g;

/** A piece of a formatted line: literal text, or a value to be put in words. */
export type Piece = string | RemoteValue;

/** The pieces of a formatted line, to be joined without a separator, and the arguments it left. */
export interface Formatted {
  /** The line. */
  readonly pieces: readonly Piece[];
  /** What the format had no specifier for. */
  readonly rest: readonly RemoteValue[];
}

/**
 * Formats `format` with `args`. A specifier without an argument stays as it is; `%c` takes its
 * argument and shows nothing.
 */
export function formatValues(format: string, args: readonly RemoteValue[]): Formatted {
  const pieces: Piece[] = [];
  let next = 0;
  let from = 0;
  for (const match of format.matchAll(SPECIFIER)) {
    const kind = match[1] ?? "";
    const arg = args[next];
    if (kind !== "%" && arg === undefined) continue;
    pieces.push(format.slice(from, match.index));
    from = match.index + match[0].length;
    if (kind === "%" || arg === undefined) {
      pieces.push("%");
      continue;
    }
    next += 1;
    const piece = convert(kind, arg);
    if (piece !== "") pieces.push(piece);
  }
  pieces.push(format.slice(from));
  return { pieces: pieces.filter((piece) => piece !== ""), rest: args.slice(next) };
}

function convert(kind: string, arg: RemoteValue): Piece {
  switch (kind) {
    case "c":
      return "";
    case "d":
    case "i":
      return whole(arg);
    case "f":
      return arg.type === "symbol" ? "NaN" : String(parseFloat(leafText(arg) ?? ""));
    default:
      return arg;
  }
}

function whole(arg: RemoteValue): string {
  if (arg.type === "symbol") return "NaN";
  if (arg.type === "bigint") return String(arg.value);
  return String(parseInt(leafText(arg) ?? "", 10));
}
