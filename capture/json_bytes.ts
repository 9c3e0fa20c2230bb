/** Measures what a value takes as JSON. @module */

const ENCODER = new TextEncoder();

/** The bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return ENCODER.encode(JSON.stringify(value)).length;
}
