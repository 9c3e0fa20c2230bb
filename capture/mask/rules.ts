/**
 * The mask itself, and what the parts of masking see of each other.
 *
 * @module
 */

import type { Names } from "./names.ts";

/** What stands where a value was. */
export const MASK = "•••";

/**
 * How many encodings deep a value inside a value is followed (a URL in a parameter of a URL, JSON in a string of JSON).
 * Learned values are found by {@link Rules.values} whatever the depth here.
 */
export const MAX_DEPTH = 4;

/** The rules as one part sees the others; none but `values` looks for learned values. */
export interface Rules {
  /** Which names are of what is secret. */
  readonly names: Names;
  /** Masks what a free text shows by its shape. */
  text(text: string, depth: number): string;
  /** Masks userinfo and the sensitive members of a URL. */
  url(url: string, depth: number): string;
  /** Masks the sensitive members of `a=b&c=d`. */
  fields(text: string, depth: number): string;
  /** Masks the sensitive members of JSON and everything its strings show. */
  json(text: string, depth: number): string;
  /** Masks every learned and bound value, in every encoding. */
  values(text: string): string;
  /** Learns the value of a sensitive member, when it is one worth learning. */
  learn(value: string): void;
}

/** Whether a value is distinct enough to be looked for everywhere: 8 characters with a digit, or 20. */
export function isDistinct(value: string): boolean {
  return value.length >= 20 || (value.length >= 8 && /[0-9]/.test(value));
}
