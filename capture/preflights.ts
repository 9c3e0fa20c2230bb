/**
 * Preflights are folded into the request they are for. Chrome names that request; Firefox does not,
 * and sends the preflight after it. A page cannot set the header that tells one.
 *
 * @module
 */
import type { BeforeRequestSent } from "../bidi/protocol.ts";
import type { NetworkEvent } from "./network_log.ts";
import { findHeader } from "./headers.ts";
import { remember } from "./remember.ts";
import type { Owner } from "./windows.ts";

/** Preflights remembered, oldest forgotten first. */
const MAX_PREFLIGHTS = 200;

interface Preflight {
  readonly owner: Owner;
  open: boolean;
}

/** Whose a preflight is. */
export interface PreflightOwner {
  /** The owner of the request with this id of the browser's, or of the newest open one with this URL. */
  (main: string | null, url: string): Owner;
}

/** The preflights under way and just past. */
export class Preflights {
  readonly #byRequest = new Map<string, Preflight>();
  /** The owner of a preflight that came before its request, by the request's id. */
  readonly #owners = new Map<string, Owner>();

  /** Takes an event that is a preflight's; answers whether it was. */
  take(event: NetworkEvent, owner: PreflightOwner): boolean {
    const request = event.params.request;
    if (request.method !== "OPTIONS") return false;
    let preflight = this.#byRequest.get(request.request);
    if (preflight === undefined) {
      const main = event.method === "network.beforeRequestSent" ? mainOf(event.params) : null;
      if (main === null && findHeader(request.headers, "access-control-request-method") === null) {
        return false;
      }
      preflight = { owner: owner(main, request.url), open: true };
      remember(this.#byRequest, request.request, preflight, MAX_PREFLIGHTS);
      if (main !== null) remember(this.#owners, main, preflight.owner, MAX_PREFLIGHTS);
    }
    if (event.method === "network.responseCompleted" || event.method === "network.fetchError") {
      preflight.open = false;
    }
    return true;
  }

  /** The preflight with this id ended, if it is one. */
  end(request: string): void {
    const preflight = this.#byRequest.get(request);
    if (preflight !== undefined) preflight.open = false;
  }

  /** Whose preflight came before this request; undefined when none did. */
  ownerOf(main: string): Owner | undefined {
    return this.#owners.get(main);
  }

  /** Whether a preflight of this call has not been answered. */
  isOpenFor(call: number): boolean {
    for (const preflight of this.#byRequest.values()) {
      if (preflight.open && preflight.owner.call === call) return true;
    }
    return false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#byRequest.clear();
    this.#owners.clear();
  }
}

function mainOf(params: BeforeRequestSent): string | null {
  const initiator = params.initiator;
  return initiator?.type === "preflight" && typeof initiator.request === "string"
    ? initiator.request
    : null;
}
