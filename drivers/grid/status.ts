/**
 * What a Grid tells of itself: `GET /status`, and the queue of requests for a session.
 *
 * @module
 */
import { hostPort } from "./address.ts";

/** A session that a node holds. */
export interface ListedSession {
  /** Its id: a secret, never logged and in no message. */
  readonly id: string;
  /** Its `se:name`; null when it has none. */
  readonly tag: string | null;
  /** `host:port` of its driver's and its browser's own servers, as the node names them. */
  readonly addresses: readonly string[];
}

/** A place for one session on a node. */
export interface Slot {
  /** The `browserName` that it is for. */
  readonly browser: string;
  /** Whether its node hands out what its browser downloads (`--enable-managed-downloads`). */
  readonly downloads: boolean;
  /** Who has it: also one that is only being started; null when it is free. */
  readonly session: ListedSession | null;
}

/** A machine of the Grid. */
export interface GridNode {
  /** The URL of the node's server, without a slash at its end; null when it names none. */
  readonly uri: string | null;
  /** `host:port` of the node's server; null when it names none. */
  readonly address: string | null;
  /** Whether it takes sessions: neither down nor draining. */
  readonly up: boolean;
  /** Milliseconds without traffic after which it ends a session; null when it does not say. */
  readonly sessionTimeoutMs: number | null;
  /** How many sessions it runs at once, of whichever browser. */
  readonly maxSessions: number;
  /** Its places: often more than it runs sessions. */
  readonly slots: readonly Slot[];
}

/** The places of a Grid for one browser. */
export interface Places {
  /** How many a new session could have now. */
  readonly free: number;
  /** How many there are. */
  readonly total: number;
}

/** A request that waits in the Grid's own queue. */
export interface QueuedRequest {
  /** The `browserName` it wants; null when it says none. */
  readonly browser: string | null;
  /** Its `se:name`; null when it has none. */
  readonly tag: string | null;
}

/** The nodes in the `value` of `GET /status`; null when it is none. */
export function readNodes(value: unknown): readonly GridNode[] | null {
  const nodes = member(value, "nodes");
  return Array.isArray(nodes) ? nodes.map(readNode) : null;
}

/** The requests in the `value` of the queue's answer; null when it is none. */
export function readQueue(value: unknown): readonly QueuedRequest[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((request) => {
    const wanted: unknown = member(request, "capabilities");
    // A list of alternatives; ours has one.
    const first: unknown = Array.isArray(wanted) ? wanted[0] : wanted;
    return { browser: text(member(first, "browserName")), tag: text(member(first, "se:name")) };
  });
}

/** The places for `browser` on the nodes that take sessions. */
export function placesFor(browser: string, nodes: readonly GridNode[]): Places {
  let free = 0;
  let total = 0;
  for (const node of nodes.filter(({ up }) => up)) {
    const fitting = node.slots.filter((slot) => slot.browser === browser);
    const used = node.slots.filter(({ session }) => session !== null).length;
    const unused = fitting.filter(({ session }) => session === null).length;
    free += Math.max(0, Math.min(unused, node.maxSessions - used));
    total += Math.min(fitting.length, node.maxSessions);
  }
  return { free, total };
}

/** Whether a node that takes sessions of `browser` hands out what it downloads. */
export function handsOutDownloads(browser: string, nodes: readonly GridNode[]): boolean {
  const slots = nodes.filter(({ up }) => up).flatMap(({ slots }) => slots);
  return slots.some((slot) => slot.browser === browser && slot.downloads);
}

/** The node that holds a session which `is` the one looked for, and that session; null when none does. */
export function findSession(
  nodes: readonly GridNode[],
  is: (session: ListedSession) => boolean,
): { readonly node: GridNode; readonly session: ListedSession } | null {
  for (const node of nodes) {
    for (const { session } of node.slots) {
      if (session !== null && is(session)) return { node, session };
    }
  }
  return null;
}

/** Every `host:port` that is a part of the Grid and no page's business. */
export function addressesOf(nodes: readonly GridNode[]): readonly string[] {
  const all = nodes.flatMap(({ address, slots }) => [
    ...(address === null ? [] : [address]),
    ...slots.flatMap(({ session }) => session?.addresses ?? []),
  ]);
  return [...new Set(all)];
}

function readNode(node: unknown): GridNode {
  const slots = member(node, "slots");
  const list = Array.isArray(slots) ? slots : [];
  const timeout = member(node, "sessionTimeout");
  const most = member(node, "maxSessions");
  return {
    uri: text(member(node, "uri"))?.replace(/\/+$/, "") ?? null,
    address: hostPort(text(member(node, "uri")) ?? ""),
    up: member(node, "availability") === "UP",
    sessionTimeoutMs: typeof timeout === "number" && timeout > 0 ? timeout : null,
    maxSessions: typeof most === "number" ? most : list.length,
    slots: list.map((slot) => ({
      browser: text(member(member(slot, "stereotype"), "browserName")) ?? "",
      downloads: member(member(slot, "stereotype"), "se:downloadsEnabled") === true,
      session: readSession(member(slot, "session")),
    })),
  };
}

function readSession(session: unknown): ListedSession | null {
  if (session === null || session === undefined) return null;
  const capabilities = member(session, "capabilities");
  const driver = text(member(capabilities, "se:gridWebSocketUrl"));
  const debugging = text(member(member(capabilities, "goog:chromeOptions"), "debuggerAddress"));
  return {
    id: text(member(session, "sessionId")) ?? "",
    tag: text(member(capabilities, "se:name")),
    addresses: [driver, debugging && `http://${debugging}`].flatMap((url) =>
      hostPort(url ?? "") ?? []
    ),
  };
}

function member(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
