/**
 * One session on a Grid.
 *
 * @module
 */
import { deadline } from "@std/async";
import type { BrowserName, Lease, Listing, Liveness, NodeDownloads, Session } from "../driver.ts";
import { hostPort } from "./address.ts";
import { type Answer, REQUEST_MS } from "./client.ts";
import { GridDownloads } from "./downloads.ts";
import { GridFault, refusal, webDriverError, withoutIds } from "./fault.ts";
import type { Grid } from "./grid.ts";
import { findSession } from "./status.ts";
import { writeTicket } from "./ticket.ts";

/** Most tries to drain a wedged session: 17 were needed for 20 entries it could not send. */
const UNWEDGE_TRIES = 200;

/** Milliseconds that a probe may take, and then a second look: 5 s in all. */
const PROBE_MS = 4_000;
const PROBE_AGAIN_MS = 1_000;

/** Which session it is. */
export interface SessionIdentity {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** Its id on the Grid: a secret. */
  readonly id: string;
  /** Milliseconds without traffic after which its node ends it. */
  readonly timeoutMs: number;
  /** The URL of its node; null when that is not known. */
  readonly node: string | null;
}

/** A session that a Grid holds: it outlives its sockets, and this process. */
export class GridSession implements Session {
  /** Which browser it is. */
  readonly browser: BrowserName;
  /** The address of its BiDi socket, made from the Grid's. */
  readonly socketUrl: string;
  /** `Authorization` when the Grid's address has a user. */
  readonly socketHeaders: Readonly<Record<string, string>>;
  /** Certificates, PEM, that the socket's peer may be signed by. */
  readonly socketCa?: string;
  /** Always null: the session exists. */
  readonly newSession = null;
  /** Never resolves: that it has ended is found by listings and probes. */
  readonly died: Promise<string> = new Promise(() => {});
  /** Always true. */
  readonly reconnects = true;
  /** How it is held. */
  readonly lease: Lease;
  /** What it has downloaded. */
  readonly downloads: NodeDownloads;
  /** Drains a wedged session; absent for Firefox. */
  readonly unwedge?: (signal: AbortSignal) => Promise<boolean>;
  readonly #grid: Grid;
  readonly #id: string;
  /** The URL of the node it was last listed with. */
  #node: string | null;
  #ended: Promise<void> | null = null;

  /** Makes the one that a Grid holds; whether it does is not asked. */
  constructor(grid: Grid, { browser, id, timeoutMs, node }: SessionIdentity) {
    this.#grid = grid;
    this.#id = id;
    this.#node = node;
    this.browser = browser;
    this.socketUrl = grid.address.socketUrl(id);
    this.socketHeaders = grid.address.headers;
    if (grid.ca !== null) this.socketCa = grid.ca;
    if (browser === "chrome") this.unwedge = (signal) => this.#unwedge(signal);
    this.downloads = new GridDownloads(grid, id);
    this.lease = {
      timeoutMs,
      ticket: writeTicket({ grid: grid.address.shown, session: id }),
      probe: (signal) => this.#probe(signal),
      listing: (maxAgeMs, signal) => this.#listing(maxAgeMs, signal),
    };
  }

  /** Gives the browser back. Safe twice; never throws; takes at most 10 s. */
  end(): Promise<void> {
    return this.#ended ??= this.#grid.end(this.#id, this.#node);
  }

  async #probe(signal: AbortSignal): Promise<Liveness> {
    try {
      let { status, value } = await this.#askUrl(signal, PROBE_MS);
      // Of a browser that has died geckodriver says at first that it cannot read it, and then that it is gone.
      if (webDriverError(value)?.error === "unknown error" && unreachedAddress(value) === null) {
        ({ status, value } = await this.#askUrl(signal, PROBE_AGAIN_MS));
      }
      if (answersForPage(status, value)) return { kind: "live" };
      const why = goneWhy(value);
      if (why !== null) return { kind: "gone", why };
      const unreached = unreachedAddress(value);
      if (unreached === null) {
        return { kind: "unknown", why: this.#gridThat(refusal(status, value).message) };
      }
      if (await this.#grid.mayBeNode(unreached)) {
        return { kind: "unknown", why: this.#gridThat(`does not reach its node ${unreached}`) };
      }
      return { kind: "gone", why: DRIVER_ENDED };
    } catch (error) {
      if (!(error instanceof GridFault)) throw error;
      return { kind: "unknown", why: this.#gridThat(error.message) };
    }
  }

  async #listing(maxAgeMs: number, signal: AbortSignal): Promise<Listing> {
    // A fetch that is shared goes on when one of those who wait for it no longer does.
    const fetched = this.#grid.listings.get(maxAgeMs);
    const { number, value } = await deadline(fetched, 2 * REQUEST_MS, { signal });
    if (value.nodes === null) return { number, kind: "unknown", why: this.#gridThat(value.why) };
    if (value.nodes.length === 0) {
      return { number, kind: "unknown", why: this.#gridThat("shows no node") };
    }
    const found = findSession(value.nodes, ({ id }) => id === this.#id);
    if (found === null) return { number, kind: "absent" };
    this.#node = found.node.uri;
    return { number, kind: "listed" };
  }

  #gridThat(does: string): string {
    return `the Grid at ${this.#grid.address.shown} ${does}`;
  }

  async #unwedge(signal: AbortSignal): Promise<boolean> {
    try {
      for (let tries = 0; tries < UNWEDGE_TRIES; tries++) {
        const { status, value } = await this.#askUrl(signal, REQUEST_MS);
        if (status === 200 || webDriverError(value)?.error === ALERT) return true;
        if (goneWhy(value) !== null) return false;
      }
    } catch {
      // No answer at all: it is the way to it that is dead, or nobody waits any more.
    }
    return false;
  }

  #askUrl(signal: AbortSignal, timeoutMs: number): Promise<Answer> {
    const path = `/session/${this.#id}/url`;
    return this.#grid.client.ask({ method: "GET", path, signal, timeoutMs });
  }
}

const ALERT = "unexpected alert open";

const DRIVER_ENDED =
  "its driver on the Grid has ended, and its slot may stay taken until the session's time is up";

/** Whether there was a browser to answer: also of a page that is closed, or that waits for a dialog. */
function answersForPage(status: number, value: unknown): boolean {
  const error = webDriverError(value)?.error;
  return status === 200 || error === ALERT || error === "no such window";
}

/** The `host:port` that the Grid could not reach: of a node, or of a driver on one; null when it could. */
function unreachedAddress(value: unknown): string | null {
  const message = webDriverError(value)?.message ?? "";
  const url = /Connection error \([A-Z]+ (\S+?)\)/.exec(message)?.[1];
  return url === undefined ? null : hostPort(url);
}

/** Why the session is gone, in words; null when the answer does not say that it is. */
function goneWhy(value: unknown): string | null {
  const error = webDriverError(value);
  if (error === null) return null;
  const unfound = error.message.startsWith("Unable to find session");
  if (error.error !== "invalid session id" && !unfound) return null;
  const reason = /reason: ([^,\n]{1,120})/.exec(error.message)?.[1];
  if (reason !== undefined) return `the Grid ended it: ${withoutIds(reason)}`;
  return unfound ? "the Grid no longer knows it" : "the browser on the Grid has ended";
}
