import { assertEquals } from "@std/assert";
import { readNodes } from "../../../drivers/grid/status.ts";
import { othersIn, progressWords, timeoutWords, type Wait } from "../../../drivers/grid/words.ts";

function told(...sessions: (string | null)[]) {
  const slots = sessions.map((id) => ({
    stereotype: { browserName: "chrome" },
    session: id === null ? null : { sessionId: id },
  }));
  return { nodes: readNodes({ nodes: [{ availability: "UP", slots }] }) ?? [] };
}

const FULL: Wait = { browser: "chrome", told: told("a", "b"), others: 0, starting: false };
const DOWN = { nodes: null, why: "refused the connection", advice: "start it" } as const;

Deno.test("progressWords() says what a request waits for", () => {
  const full = "the Grid is full: 2 of 2 chrome slots are taken; ";
  assertEquals(progressWords(FULL, 0), `${full}this request is next`);
  assertEquals(progressWords(FULL, 1), `${full}1 request is ahead`);
  assertEquals(progressWords({ ...FULL, others: 2 }, 1), `${full}3 requests are ahead`);
  assertEquals(progressWords({ ...FULL, others: null }, 2), `${full}2 requests are ahead`);
  assertEquals(progressWords({ ...FULL, told: DOWN }, 0), "the Grid refused the connection");
  assertEquals(progressWords({ ...FULL, told: { nodes: [] } }, 0), "the Grid shows no node yet");
  assertEquals(
    progressWords({ ...FULL, browser: "firefox" }, 0),
    "no node of the Grid that is up offers firefox",
  );
});

Deno.test("progressWords() says nothing of a browser that is being started", () => {
  assertEquals(progressWords({ ...FULL, starting: true }, 0), null);
  assertEquals(progressWords({ ...FULL, told: told("a", null) }, 0), null);
});

Deno.test("timeoutWords() says how it stood and what to do", () => {
  const none = "no chrome became free on the Grid within 60 s: ";
  const todo = "; end a session there, or raise OPEN_TIMEOUT";
  const words = (wait: Partial<Wait>, ours = 0) => timeoutWords({ ...FULL, ...wait }, 60_000, ours);
  assertEquals(words({}), `${none}2 of 2 chrome slots are taken${todo}`);
  assertEquals(
    words({ told: told("a") }, 1),
    `${none}1 of 1 chrome slot is taken and 1 request waits besides${todo}`,
  );
  assertEquals(
    words({ others: 1 }, 2),
    `${none}2 of 2 chrome slots are taken and 3 requests wait besides${todo}`,
  );
  assertEquals(words({ told: DOWN }), `${none}it refused the connection; start it`);
  assertEquals(words({ told: { nodes: [] } }), `${none}it shows no node; start one`);
  assertEquals(
    words({ starting: true }),
    "chrome did not come up on the Grid within 60 s; look at its node's log, or raise OPEN_TIMEOUT",
  );
});

Deno.test("othersIn() counts requests for the browser that are not ours", () => {
  const queue = [
    { browser: "chrome", tag: "pagetap-1-1" },
    { browser: "chrome", tag: null },
    { browser: "chrome", tag: "pagetap-2-1" },
    { browser: "firefox", tag: null },
  ];
  assertEquals(othersIn(queue, "chrome", "pagetap-1-"), 2);
  assertEquals(othersIn(null, "chrome", "pagetap-1-"), null);
});
