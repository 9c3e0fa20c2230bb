import { assertEquals } from "@std/assert";
import {
  addressesOf,
  findSession,
  placesFor,
  readNodes,
  readQueue,
} from "../../../drivers/grid/status.ts";

interface Fake {
  readonly availability?: string;
  readonly maxSessions?: number;
  readonly chrome?: readonly (string | null)[];
  readonly firefox?: readonly (string | null)[];
}

/** A node with a slot for each session or null. */
function node({ availability = "UP", maxSessions = 4, chrome = [], firefox = [] }: Fake) {
  const slots = Object.entries({ chrome, firefox }).flatMap(([browserName, sessions]) =>
    sessions.map((id) => ({
      stereotype: { browserName },
      session: id === null ? null : { sessionId: id, capabilities: { "se:name": `tag ${id}` } },
    }))
  );
  return { uri: "http://n:5555", availability, sessionTimeout: 30_000, maxSessions, slots };
}

function nodes(...fakes: Fake[]) {
  return readNodes({ ready: true, nodes: fakes.map(node) }) ?? [];
}

Deno.test("placesFor() counts free slots of the browser, no more than the node runs at once", () => {
  const free = [null, null, null];
  assertEquals(placesFor("chrome", nodes({ chrome: ["a", null], firefox: free })), {
    free: 1,
    total: 2,
  });
  const busy = nodes({ maxSessions: 2, chrome: free, firefox: ["a", null] });
  assertEquals(placesFor("chrome", busy), { free: 1, total: 2 });
  assertEquals(placesFor("firefox", nodes({ maxSessions: 1, chrome: ["a"], firefox: [null] })), {
    free: 0,
    total: 1,
  });
  assertEquals(placesFor("firefox", nodes({ chrome: free })), { free: 0, total: 0 });
});

Deno.test("placesFor() adds nodes up, each by itself, and leaves out those that take none", () => {
  const grid = nodes(
    { maxSessions: 1, chrome: [null, null] },
    { chrome: ["a", "b", null] },
    { availability: "DRAINING", chrome: [null] },
    { availability: "DOWN", chrome: [null] },
  );
  assertEquals(placesFor("chrome", grid), { free: 2, total: 4 });
});

Deno.test("findSession() finds a session by id or tag, on whichever node", () => {
  const grid = nodes({ chrome: [null] }, { availability: "DOWN", firefox: [null, "b"] });
  assertEquals(findSession(grid, ({ tag }) => tag === "tag b")?.session.id, "b");
  assertEquals(findSession(grid, ({ id }) => id === "b")?.node.sessionTimeoutMs, 30_000);
  assertEquals(findSession(grid, ({ id }) => id === "a"), null);
});

Deno.test("readNodes() gives null for what is no listing, and takes a node with nothing in it", () => {
  for (const value of [undefined, null, "x", {}, { nodes: {} }]) {
    assertEquals(readNodes(value), null);
  }
  assertEquals(readNodes({ nodes: [{}, null] })?.[0], {
    uri: null,
    address: null,
    up: false,
    sessionTimeoutMs: null,
    maxSessions: 0,
    slots: [],
  });
});

Deno.test("addressesOf() names each node and what runs on it, once", () => {
  const capabilities = {
    "se:gridWebSocketUrl": "ws://localhost:18946/session/x",
    "goog:chromeOptions": { debuggerAddress: "localhost:42321" },
  };
  const slots = [{ stereotype: {}, session: { sessionId: "a", capabilities } }];
  const grid = readNodes({ nodes: [{ uri: "http://n" }, { uri: "http://n", slots }] }) ?? [];
  assertEquals(addressesOf(grid), ["n:80", "localhost:18946", "localhost:42321"]);
});

Deno.test("readQueue() reads what each request wants", () => {
  const capabilities = [{ browserName: "chrome", "se:name": "t" }];
  assertEquals(readQueue([{ requestId: "1", capabilities }, { capabilities: [] }, 1]), [
    { browser: "chrome", tag: "t" },
    { browser: null, tag: null },
    { browser: null, tag: null },
  ]);
  assertEquals(readQueue({}), null);
});
