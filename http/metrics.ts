/**
 * What `GET /metrics` says, in Prometheus text. Nothing in it names a workspace, and every label has a
 * bounded set of values: rows of the table, surfaces, statuses, browsers.
 *
 * @module
 */
import { Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";
import { LAG_BOUNDS_MS } from "../actors/dispatcher_stats.ts";
import type { Stats } from "../actors/service.ts";
import { CountedHistogram } from "./metrics/counted_histogram.ts";

/** A call that has ended. */
export interface EndedCall {
  /** A row's name, or `unknown`. */
  readonly tool: string;
  /** Where it came in. */
  readonly surface: "mcp" | "json";
  /** `ok`, the HTTP status it was refused with, or that its caller left. */
  readonly outcome: "ok" | "cancelled" | number;
  /** The browser it ran in; null when it ran in none. */
  readonly browser: "chrome" | "firefox" | null;
  /** How long it took, waiting included; null when there was nothing to run. */
  readonly seconds: number | null;
}

/** Upper bounds, seconds: from a read to the longest call that is usual. */
const CALL_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const QUANTILES = [0.5, 0.95, 1];

/** Counts calls, and shows them with the state of the actors. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #stats: () => Stats;
  readonly #calls = this.#counter("calls_total", "Calls ended, by how they ended", [
    "tool",
    "surface",
    "outcome",
    "browser",
  ]);
  readonly #seconds = new Histogram({
    name: "pagetap_call_duration_seconds",
    help: "How long calls took, waiting for earlier ones included",
    labelNames: ["tool", "surface"],
    buckets: CALL_BOUNDS,
    registers: [this.#registry],
  });
  readonly #lag = new CountedHistogram({
    name: "pagetap_dispatcher_lag_seconds",
    help: "From an event's arrival to its handling, over all listeners",
    bounds: LAG_BOUNDS_MS.map((ms) => ms / 1000),
    registry: this.#registry,
  });
  readonly #recentLag = this.#gauge(
    "dispatcher_recent_lag_seconds",
    "Quantiles of the last 1000 lags; 1 is the longest",
    ["quantile"],
  );
  readonly #peak = this.#gauge(
    "dispatcher_queue_peak",
    "The most messages one listener's queue has held since the start",
  );
  readonly #dropped = this.#counter(
    "dispatcher_dropped_events_total",
    "Events lost: displaced in a full queue, or left in one whose browser ended",
  );
  readonly #unsolicited = this.#counter(
    "connection_unsolicited_events_total",
    "Frames nobody had asked for or could read",
  );
  readonly #sessions = this.#gauge("sessions", "Open sessions", ["browser"]);
  readonly #connections = this.#gauge("connections", "Connections held to browsers", ["browser"]);
  readonly #workspaces = this.#gauge("workspaces", "Workspaces, with a session or without");
  readonly #browsers = this.#gauge("browsers", "Browsers that run, start or end");
  readonly #captureBytes = this.#gauge("capture_bytes", "What all capture buffers hold");

  /**
   * Counts from 0.
   *
   * @param version told as a label
   * @param stats gives the state of the actors when it is asked for
   */
  constructor(version: string, stats: () => Stats) {
    this.#stats = stats;
    this.#gauge("build_info", "Which pagetap this is", ["version"]).set({ version }, 1);
  }

  /** The type of {@linkcode text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Counts a call. */
  ended({ tool, surface, outcome, browser, seconds }: EndedCall): void {
    this.#calls.inc({ tool, surface, outcome: String(outcome), browser: browser ?? "none" });
    if (seconds !== null) this.#seconds.observe({ tool, surface }, seconds);
  }

  /** All of it, as it is now. */
  async text(): Promise<string> {
    this.#show(this.#stats());
    return await this.#registry.metrics();
  }

  #show(
    { sessions, connections, workspaces, browsers, captureBytes, dispatcher }: Stats,
  ): void {
    for (const browser of ["chrome", "firefox"] as const) {
      this.#sessions.set({ browser }, sessions[browser]);
      this.#connections.set({ browser }, connections[browser]);
    }
    this.#workspaces.set(workspaces);
    this.#browsers.set(browsers);
    this.#captureBytes.set(captureBytes);
    const { lags, recentMs, peak, dropped, unsolicited } = dispatcher;
    this.#lag.show({ counts: lags.counts, sum: lags.sumMs / 1000 });
    const sorted = recentMs.toSorted((a, b) => a - b);
    for (const quantile of QUANTILES) {
      const ms = sorted[Math.ceil(quantile * sorted.length) - 1];
      if (ms !== undefined) this.#recentLag.set({ quantile }, ms / 1000);
    }
    this.#peak.set(peak);
    set(this.#dropped, dropped);
    set(this.#unsolicited, unsolicited);
  }

  #counter<L extends string>(name: string, help: string, labelNames: L[] = []): Counter<L> {
    return new Counter({ name: `pagetap_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge<L extends string>(name: string, help: string, labelNames: L[] = []): Gauge<L> {
    return new Gauge({ name: `pagetap_${name}`, help, labelNames, registers: [this.#registry] });
  }
}

/** Sets a counter that is counted elsewhere. */
function set(counter: Counter, total: number): void {
  counter.reset();
  counter.inc(total);
}
