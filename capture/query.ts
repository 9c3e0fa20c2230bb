/** The query of a `workspace://` URI: its parameters, each known, given once and of an allowed value. @module */
import { UriError } from "./uri_error.ts";

/** UTF-16 code units of a bad value that an error repeats. */
const MAX_QUOTED = 60;

/** Digits that are safe as a number. */
const WHOLE = /^\d{1,15}$/;

/** The parameters of one URI. */
export class Query {
  readonly #values = new Map<string, string>();

  /**
   * Reads `query`, the part after the question mark; `%` sequences and `+` are decoded.
   *
   * @throws {UriError} a parameter that is not among `allowed`, given twice, or badly encoded
   */
  constructor(query: string, allowed: readonly string[]) {
    for (const part of query.split("&")) {
      if (part === "") continue;
      const at = part.indexOf("=");
      const name = decodePart(at < 0 ? part : part.slice(0, at));
      if (!allowed.includes(name)) {
        throw new UriError(
          400,
          `Unknown parameter ${quote(name)}: remove it, or use ${orList(allowed)}`,
        );
      }
      if (this.#values.has(name)) {
        throw new UriError(400, `Parameter "${name}" is given twice: give it once`);
      }
      this.#values.set(name, at < 0 ? "" : decodePart(part.slice(at + 1)));
    }
  }

  /**
   * One of the words; `otherwise` when the parameter is absent.
   *
   * @throws {UriError} any other word
   */
  word<W extends string>(name: string, words: readonly W[], otherwise: W): W {
    const value = this.#values.get(name);
    if (value === undefined) return otherwise;
    const found = words.find((word) => word === value);
    if (found === undefined) throw badValue(name, value, `one of ${words.join(", ")}`);
    return found;
  }

  /**
   * A whole number within the bounds; undefined when the parameter is absent.
   *
   * @throws {UriError} anything else
   */
  whole(name: string, min: number, max = Number.MAX_SAFE_INTEGER): number | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (WHOLE.test(value) && number >= min && number <= max) return number;
    const bounds = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    throw badValue(name, value, `a whole number ${bounds}`);
  }

  /**
   * A text that is not empty; undefined when the parameter is absent.
   *
   * @throws {UriError} an empty text
   */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === "") throw badValue(name, value, "a text that is not empty");
    return value;
  }

  /**
   * A text that the pattern matches, as `what` describes it; undefined when it is absent.
   *
   * @throws {UriError} any other text
   */
  matching(name: string, pattern: RegExp, what: string): string | undefined {
    const value = this.#values.get(name);
    if (value !== undefined && !pattern.test(value)) throw badValue(name, value, what);
    return value;
  }
}

/**
 * Decodes a part of a URI.
 *
 * @throws {UriError} a `%` that begins no character
 */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw new UriError(400, `Cannot decode ${quote(part)}: write a percent sign itself as %25`);
  }
}

/** A text in quotes, shortened, for an error. */
export function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
}

function badValue(name: string, value: string, allowed: string): UriError {
  return new UriError(400, `Parameter "${name}" is ${quote(value)}: it must be ${allowed}`);
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
