/**
 * How a value is written that is no list of others.
 *
 * @module
 */
import { bytes, count } from "../shared/format.ts";

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** Names of what is in epoch milliseconds, and in bytes. */
const TIMES = /^(?:.+_)?(?:at|since|from|to|expires)$/;
const SIZES = /^(?:size|bytes)$/;

/** The value as a person writes it; `name` says what a number is. */
export function wordsOf(name: string, value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value !== "number") return String(value);
  if (TIMES.test(name)) return DATE.format(value);
  return SIZES.test(name) ? bytes(value) : count(value);
}
