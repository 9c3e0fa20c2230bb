/**
 * What a soak has come to: whether memory stayed flat, nothing was lost without a word, and calls were
 * answered all the while.
 *
 * @module
 */
import { median } from "../bench/ratios.ts";
import { EVENTS_PER_SECOND } from "./site.ts";

/** What was measured. */
export interface Soak {
  /** Seconds it took. */
  readonly seconds: number;
  /** The server's resident memory, MiB, at even times from the start to the end. */
  readonly residentMiB: readonly number[];
  /** Events handled. */
  readonly events: number;
  /** Events lost and said to be. */
  readonly lost: number;
  /** Numbered lines that were kept at the end, and how many are missing between them. */
  readonly lines: number;
  readonly holes: number;
  /** Milliseconds of each call that was answered. */
  readonly callMs: readonly number[];
  /** What calls failed with that the page was not to blame for. */
  readonly failures: readonly string[];
}

/** One thing that was looked at. */
export interface Finding {
  readonly ok: boolean;
  readonly words: string;
}

/** Memory is flat when the last third's median is at most this much above the second third's. */
const MAX_GROWTH = 1.05;
const GROWTH_MIB = 4;
/** The first third fills the buffers, and is not looked at. */
const THIRD = 1 / 3;
/** Of what the page was to send, how much at least must have come. */
const LEAST_SENT = 0.75;
/** Milliseconds a call may take. */
const MAX_CALL_MS = 10_000;

/** Judges a soak. */
export function judge(soak: Soak): Finding[] {
  return [memory(soak), load(soak), loss(soak), calls(soak)];
}

function memory({ residentMiB }: Soak): Finding {
  const at = (part: number) => Math.round(part * THIRD * residentMiB.length);
  const second = median(residentMiB.slice(at(1), at(2)));
  const last = median(residentMiB.slice(at(2)));
  const most = second * MAX_GROWTH + GROWTH_MIB;
  const rule = `at most ${most.toFixed(1)}, which is 5 % and ${GROWTH_MIB} MiB more, is flat`;
  return {
    ok: last <= most,
    words: `memory: medians of ${second.toFixed(1)} MiB in the second third and ` +
      `${last.toFixed(1)} MiB in the last (${rule})`,
  };
}

function load({ events, seconds }: Soak): Finding {
  const rate = events / seconds;
  return {
    ok: rate >= EVENTS_PER_SECOND * LEAST_SENT,
    words: `load: ${rate.toFixed(0)} events a second handled, of ${EVENTS_PER_SECOND} meant`,
  };
}

function loss({ lost, lines, holes }: Soak): Finding {
  return {
    ok: lines > 0 && (holes === 0 || lost > 0),
    words: `loss: ${lost} events said to be lost, ${holes} missing among ${lines} numbered lines`,
  };
}

function calls({ callMs, failures }: Soak): Finding {
  const longest = Math.max(0, ...callMs);
  const why = failures.length === 0 ? "" : `: ${[...new Set(failures)].join("; ")}`;
  return {
    ok: callMs.length > 0 && longest <= MAX_CALL_MS && failures.length === 0,
    words: `calls: ${callMs.length} answered, ${median(callMs).toFixed(0)} ms in the middle and ` +
      `${longest.toFixed(0)} ms at the longest, ${failures.length} failed${why}`,
  };
}
