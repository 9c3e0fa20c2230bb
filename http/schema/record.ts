/**
 * What a JSON object is.
 *
 * @module
 */

/** Whether `value` is what a JSON object becomes: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
