/**
 * Measures a running server from outside: its memory, what it says of itself, and what it keeps.
 *
 * @module
 */
import type { ConsoleList } from "../../capture/shapes.ts";
import { residentMiB } from "../bench/memory.ts";
import type { Pagetap } from "../e2e/harness.ts";
import { parsePrometheusText } from "../fakes/prometheus_text.ts";
import { lineOf } from "./site.ts";

/** What a server says of itself. */
export interface Reading {
  /** Bytes in capture buffers. */
  readonly captureBytes: number;
  /** Events handled since it started, and events lost. */
  readonly events: number;
  readonly lost: number;
  /** Milliseconds from arrival to handling, which 95 of 100 of the last events did not exceed. */
  readonly lagP95Ms: number;
}

/** What is kept of the console or the network, and what is not any more. */
export interface Kept {
  readonly kept: number;
  readonly evicted: number;
}

/** A server and the workspace of a soak. */
export class Meter {
  readonly #pagetap: Pagetap;
  readonly #workspace: string;

  constructor(pagetap: Pagetap, workspace: string) {
    this.#pagetap = pagetap;
    this.#workspace = workspace;
  }

  /** The memory of the server's process alone. */
  residentMiB(): Promise<number> {
    return residentMiB(this.#pagetap.pid);
  }

  async read(): Promise<Reading> {
    const response = await fetch(`${this.#pagetap.address}/metrics`);
    const families = parsePrometheusText(await response.text());
    const value = (family: string, name = family, quantile?: string) =>
      families.get(`pagetap_${family}`)?.samples.find((sample) =>
        sample.name === `pagetap_${name}` && sample.labels.quantile === quantile
      )?.value ?? 0;
    return {
      captureBytes: value("capture_bytes"),
      events: value("dispatcher_lag_seconds", "dispatcher_lag_seconds_count"),
      lost: value("dispatcher_dropped_events_total"),
      lagP95Ms: 1000 *
        value("dispatcher_recent_lag_seconds", "dispatcher_recent_lag_seconds", "0.95"),
    };
  }

  /** How much is kept of all documents there are. */
  async kept(what: "console" | "network"): Promise<Kept> {
    const query = "?pages=5&limit=1";
    const { total, dropped } = await this.#pagetap[what](this.#workspace, query);
    return { kept: total, evicted: dropped };
  }

  /** How many numbered lines are kept, and how many are missing between two of one document. */
  async lines(): Promise<{ readonly lines: number; readonly holes: number }> {
    const byPage = new Map<number, number[]>();
    let before = "";
    for (let more = true; more;) {
      const list: ConsoleList = await this.#pagetap.console(
        this.#workspace,
        `?pages=5&limit=1000${before}`,
      );
      for (const { text } of list.entries) {
        const numbers = lineOf(text);
        if (numbers === null) continue;
        byPage.set(numbers.page, [...byPage.get(numbers.page) ?? [], numbers.line]);
      }
      before = `&before=${list.entries.at(-1)?.seq}`;
      more = list.more && list.entries.length > 0;
    }
    let lines = 0;
    let holes = 0;
    for (const numbers of byPage.values()) {
      lines += numbers.length;
      holes += Math.max(...numbers) - Math.min(...numbers) + 1 - new Set(numbers).size;
    }
    return { lines, holes };
  }
}
