/**
 * One Selenium Grid, as the drivers of both browsers share it: its requests, its listings, and the
 * sessions on it that nobody waits for any more.
 *
 * @module
 */
import { deadline } from "@std/async";
import { GridAddress } from "./address.ts";
import { GridClient } from "./client.ts";
import { endSession } from "./end_session.ts";
import { GridFault, refusal } from "./fault.ts";
import { SharedFetch } from "./shared_fetch.ts";
import {
  addressesOf,
  findSession,
  type GridNode,
  type QueuedRequest,
  readNodes,
  readQueue,
} from "./status.ts";
import { Strays } from "./strays.ts";
import { realTime, type Time } from "./time.ts";

/** Milliseconds that a close waits for the sessions nobody waits for; it is a part of a server's stop. */
const SETTLE_MS = 7_000;

/** Milliseconds that an end is waited for. */
const END_MS = 4_000;

/** Most addresses of nodes that are known. */
const MAX_KNOWN = 1_000;

/** What {@link Grid} needs to know. */
export interface GridOptions {
  /** `http(s)://[user:pass@]host[:port][/prefix]`. */
  readonly url: string;
  /** Certificates, PEM, trusted beside the usual ones; null: none. */
  readonly ca: string | null;
}

/** What `GET /status` told: the nodes, or why there is nothing. */
export type Told =
  | { readonly nodes: readonly GridNode[] }
  | { readonly nodes: null; readonly why: string; readonly advice: string | null };

/** A Grid. */
export class Grid {
  /** Where it is. */
  readonly address: GridAddress;
  /** Certificates, PEM, trusted beside the usual ones; null: none. */
  readonly ca: string | null;
  /** Speaks to it. */
  readonly client: GridClient;
  /** What it waits by. */
  readonly time: Time;
  /** Its listings; never throws. */
  readonly listings: SharedFetch<Told>;
  /** The requests in its own queue; null when it does not say. Never throws. */
  readonly queue: SharedFetch<readonly QueuedRequest[] | null>;
  /** Sessions made for nobody. */
  readonly strays: Strays;
  /** What every tag of this process begins with. */
  readonly tagPrefix = `pagetap-${crypto.randomUUID().slice(0, 8)}-`;
  readonly #closing = new AbortController();
  #tags = 0;
  #closed: Promise<void> | null = null;
  /** The newest listing that showed a node. */
  #nodes: readonly GridNode[] = [];
  /** `host:port` of nodes, also of those that are listed no more; the first is the oldest. */
  readonly #known = new Set<string>();

  /**
   * Makes one; nothing is asked before a browser is wanted.
   *
   * @throws {TypeError} the address is no URL, or the certificates cannot be read
   */
  constructor({ url, ca }: GridOptions, time: Time = realTime) {
    this.address = new GridAddress(url);
    this.ca = ca;
    this.client = new GridClient(this.address, ca);
    this.time = time;
    this.listings = new SharedFetch(() => this.#list(), () => time.now());
    this.queue = new SharedFetch(() => this.#queued(), () => time.now());
    this.strays = new Strays({
      nodes: async () => (await this.listings.get(0)).value.nodes,
      end: (id) => this.end(id),
      time,
    });
  }

  /** Aborted once it is being closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** A tag no session has yet. */
  newTag(): string {
    return `${this.tagPrefix}${++this.#tags}`;
  }

  /** `host:port` of the Grid, of its nodes, and of what runs on them. */
  ownAddresses(): readonly string[] {
    return [...new Set([this.address.hostPort, ...addressesOf(this.#nodes)])];
  }

  /** Whether a node is, or was lately, at that `host:port`; also when that cannot be told. */
  async mayBeNode(address: string): Promise<boolean> {
    const { nodes } = (await this.listings.get(0)).value;
    return nodes === null || this.#known.has(address);
  }

  /**
   * Ends a session; what takes longer than 4 s goes on when this has resolved. Never throws.
   *
   * @param node the URL of the node it was last listed with; null when that is not known
   */
  async end(id: string, node: string | null = null): Promise<void> {
    const nodeOf = async () => {
      const { nodes } = (await this.listings.get(0)).value;
      const found = findSession(nodes ?? [], (session) => session.id === id);
      if (found !== null) return found.node.uri;
      // A hub that was started again does not list a node before it has heard from it: up to a minute.
      return nodes?.some(({ uri }) => uri === node) ? null : node;
    };
    const ending = endSession(id, {
      client: this.client,
      time: this.time,
      nodeOf,
      closing: this.closing,
    });
    this.strays.keep(ending);
    await deadline(ending, END_MS).catch(() => {});
  }

  /** Gives up what is asked for, and waits a little until nothing is left held by it. Sessions in use stay. */
  close(): Promise<void> {
    return this.#closed ??= this.#close();
  }

  async #close(): Promise<void> {
    this.#closing.abort();
    // What is given up by it tells the strays in the turns that follow.
    await this.time.sleep(0);
    await this.strays.settled(SETTLE_MS);
    this.client.close();
  }

  async #list(): Promise<Told> {
    try {
      const { status, value } = await this.client.ask({ method: "GET", path: "/status" });
      const nodes = readNodes(value);
      if (nodes === null) throw refusal(status, value);
      if (nodes.length > 0) this.#nodes = nodes;
      for (const { address } of nodes) if (address !== null) this.#know(address);
      return { nodes };
    } catch (error) {
      const fault = error instanceof GridFault ? error : new GridFault("gave no listing");
      return { nodes: null, why: fault.message, advice: fault.advice };
    }
  }

  #know(address: string): void {
    this.#known.delete(address);
    this.#known.add(address);
    const [oldest] = this.#known;
    if (oldest !== undefined && this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
  }

  async #queued(): Promise<readonly QueuedRequest[] | null> {
    try {
      const path = "/se/grid/newsessionqueue/queue";
      return readQueue((await this.client.ask({ method: "GET", path })).value);
    } catch {
      return null;
    }
  }
}
