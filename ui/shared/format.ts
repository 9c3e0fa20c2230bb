/**
 * How numbers, sizes and times are written.
 *
 * @module
 */

const COUNT = new Intl.NumberFormat("en-US");
const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});

/** `1204` as `1,204`. */
export function count(value: number): string {
  return COUNT.format(value);
}

/** `1 request`, `1,204 requests`. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** The time of day of epoch milliseconds, to the millisecond. */
export function clock(at: number): string {
  return CLOCK.format(at);
}

/** Bytes as `512 B`, `1.2 kB`, `3.4 MB`; a dash for what is not known. */
export function bytes(value: number | null): string {
  if (value === null) return "–";
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1_000).toFixed(1)} kB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

/** Milliseconds as `12 ms`, `1.24 s`; a dash for what is not known. */
export function duration(ms: number | null): string {
  if (ms === null) return "–";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}

/** Seconds as a person says them: `90 s`, `5 min`, `3 h`. */
export function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
