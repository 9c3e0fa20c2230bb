/**
 * A Prometheus histogram of what is counted elsewhere.
 *
 * @module
 */
import {
  Gauge,
  type MetricObjectWithValues,
  type MetricValueWithName,
  type Registry,
} from "@prometheus-io/client";

/** What a {@linkcode CountedHistogram} shows. */
export interface Counted {
  /** How many there were within each bound and none before, and last, above all bounds. */
  readonly counts: readonly number[];
  /** The sum of them all. */
  readonly sum: number;
}

/** What a {@linkcode CountedHistogram} is. */
export interface CountedHistogramOptions {
  /** As Prometheus names it, with its unit. */
  readonly name: string;
  /** For a person. */
  readonly help: string;
  /** Upper bounds of the buckets, ascending, without the infinite one. */
  readonly bounds: readonly number[];
  /** Where it is shown. */
  readonly registry: Registry;
}

/**
 * Shows a histogram that was counted elsewhere. The library's own can be filled one observation at a
 * time only, at many times the cost of what is observed here: each event of each browser. A gauge is
 * what it is made from, because of one the library asks `get` for everything it writes.
 */
export class CountedHistogram extends Gauge<"le"> {
  readonly #name: string;
  readonly #bounds: readonly number[];
  #counted: Counted = { counts: [], sum: 0 };

  /** Makes one that is empty. */
  constructor({ name, help, bounds, registry }: CountedHistogramOptions) {
    super({ name, help, labelNames: ["le"], registers: [registry] });
    this.#name = name;
    this.#bounds = bounds;
  }

  /** Shows `counted` from now on. */
  show(counted: Counted): void {
    this.#counted = counted;
  }

  /** What the library writes. */
  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<"le">>> {
    const { counts, sum } = this.#counted;
    const bucket = `${this.#name}_bucket`;
    const values: MetricValueWithName<"le">[] = [];
    let count = 0;
    for (const [i, le] of [...this.#bounds, "+Inf"].entries()) {
      count += counts[i] ?? 0;
      values.push({ metricName: bucket, labels: { le }, value: count });
    }
    values.push({ metricName: `${this.#name}_sum`, labels: {}, value: sum });
    values.push({ metricName: `${this.#name}_count`, labels: {}, value: count });
    return { ...await super.get(), type: "histogram", values };
  }
}
