import { assertEquals, assertLess, assertMatch } from "@std/assert";
import { Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

/** Milliseconds within which a server has to be gone. */
const WITHIN_MS = 10_000;
const PAGES = {
  page: `cue("stopped").then(() => { console.log("nobody hears this"); return say("logged"); });`,
};
const RUNS = `await say("running"); await new Promise(() => {})`;

/**
 * What a session sends to a socket that has subscribed to nothing: of Firefox everything that anyone is
 * still subscribed to.
 */
async function unasked(gridUrl: string, id: string, meanwhile: () => Promise<unknown>) {
  const socket = new WebSocket(`${gridUrl.replace("http", "ws")}/session/${id}/se/bidi`);
  const events: string[] = [];
  const answered = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const { id, method } = JSON.parse(data);
    if (id === undefined) events.push(method);
    else answered.resolve();
  };
  await new Promise((resolve) => socket.onopen = resolve);
  await meanwhile();
  // Whatever came before its answer has been sent by then.
  socket.send(JSON.stringify({ id: 1, method: "browsingContext.getTree", params: {} }));
  await answered.promise;
  const closed = new Promise((resolve) => socket.onclose = resolve);
  socket.close();
  await closed;
  return events;
}

gridTest(
  "SIGTERM tells the calls that run, ends clean, and keeps the sessions on the Grid",
  async () => {
    await using site = new CueSite(PAGES);
    await using grid = await Grid.standalone();
    const pagetap = await Pagetap.start({ GRID_URL: grid.url });
    try {
      const url = `${site.origin}/page`;
      await Promise.all(
        BROWSERS.map((browser) =>
          pagetap.call(browser, "open_session", { browser, url, capture: true })
        ),
      );
      const calls = BROWSERS.map((browser) =>
        pagetap.post(browser, "execute_script", { script: RUNS })
      );
      await site.said("running", BROWSERS.length);
      const began = performance.now();
      pagetap.signal("SIGTERM");
      for (const call of calls) {
        const { status, body } = await call;
        assertEquals(status, 503, JSON.stringify(body));
        assertMatch(String(body.error), /^[^\n]*pagetap is stopping[^\n]*$/);
      }
      assertEquals(await pagetap.ended(), 0, pagetap.log);
      assertLess(performance.now() - began, WITHIN_MS);
      assertEquals((await grid.slots()).taken, 2);
      for (const { id, browser } of await grid.sessions()) {
        const events = await unasked(grid.url, id, async () => {
          site.give("stopped");
          await site.said("logged", BROWSERS.length);
        });
        assertEquals(events, [], browser);
      }
    } finally {
      await pagetap.stop();
    }
  },
);
