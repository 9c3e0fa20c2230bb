/**
 * The requests of the page, as far as the workspace has captured them.
 *
 * @module
 */
import type { RequestWish } from "./args.ts";

/** A request that did not fit. */
export interface NearMiss {
  /** Its id. */
  readonly id: string;
  /** Its method. */
  readonly method: string;
  /** Its URL, masked. */
  readonly url: string;
  /** Its status; null before it came. */
  readonly status: number | null;
  /** In what it differs, in words. */
  readonly differs: readonly string[];
}

/** How a wait for a request ended. */
export type RequestWaited =
  | {
    readonly kind: "found";
    /** Its id. */
    readonly id: string;
    /** Where it is read; absent for one that is counted instead of kept. */
    readonly uri?: string;
    /** The status it was answered with; null when it failed without one. */
    readonly status: number | null;
    /** Why it failed; absent when it did not. */
    readonly error?: string;
    /** Its body has not ended; absent when it has. */
    readonly pending?: true;
  }
  | {
    readonly kind: "late";
    /** The call since which requests count; 0 for all there are. */
    readonly since: number;
    /** Those that came nearest, the nearest first. */
    readonly misses: readonly NearMiss[];
  }
  /** Nothing is captured. */
  | { readonly kind: "off" };

/** What was captured of the page's requests. */
export interface PageRequests {
  /**
   * Waits until a request that fits has been answered or has failed; those count that began since the last call
   * that sent input or navigated.
   *
   * @param ms how long at the most, in milliseconds
   * @throws The signal's reason, when it aborts first.
   */
  wait(wish: RequestWish, ms: number, signal: AbortSignal): Promise<RequestWaited>;
}
