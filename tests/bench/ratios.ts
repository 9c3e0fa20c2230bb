/**
 * What every measurement shares: medians, and a line that says what was measured against what.
 *
 * @module
 */

/** The median of some numbers; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** One figure and the bound it must keep. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it must be: at most, or at least. */
  readonly bound?: { readonly at: "most" | "least"; readonly value: number };
  /** How it came about. */
  readonly how: string;
}

/** Whether a figure keeps its bound. */
export function keeps({ value, bound }: Figure): boolean {
  if (bound === undefined) return true;
  return bound.at === "most" ? value <= bound.value : value >= bound.value;
}

/** One line for a person. */
export function line(figure: Figure): string {
  const { what, value, unit, bound, how } = figure;
  const target = bound
    ? ` (at ${bound.at} ${bound.value}: ${keeps(figure) ? "ok" : "MISSED"})`
    : "";
  return `${what}: ${value.toFixed(2)} ${unit}${target} - ${how}`;
}
