/** Every recorded scenario of both browsers, replayed to what FACTS says is right. */
import { assertEquals, assertNotMatch } from "@std/assert";
import {
  allFramesOf,
  framesOf,
  readingOf,
  type Recorded,
  replay,
  requestsOf,
  scenarios,
} from "./replay.ts";
import { expected, summary } from "./summary.ts";

const RECORDED: readonly Recorded[] = ["chromium", "firefox"];

for (const browser of RECORDED) {
  const right = expected(browser);

  for (const scenario of scenarios(browser)) {
    Deno.test(`Capture reads ${browser}/${scenario} as FACTS says`, () => {
      const found = summary(scenario, readingOf(replay(browser, framesOf(browser, scenario))));
      assertEquals(found, right.get(scenario));
    });
  }

  Deno.test(`Capture reads ${browser}/reconnect over both of its sockets`, () => {
    const frames = allFramesOf(browser, "reconnect");
    assertEquals(
      summary("reconnect", readingOf(replay(browser, frames))),
      right.get("reconnect over both sockets"),
    );
  });

  Deno.test(`Capture reads ${browser} the same without responseStarted`, () => {
    const frames = framesOf(browser, "status-started");
    const without = frames.filter(({ text }) => !text.includes('"network.responseStarted"'));
    assertEquals(
      summary("status-started", readingOf(replay(browser, without))),
      right.get("status-started"),
    );
  });

  Deno.test(`Capture keeps nothing of ${browser} that was planted as a secret`, () => {
    for (const scenario of scenarios(browser)) {
      const played = replay(browser, framesOf(browser, scenario));
      const { capture, end } = played;
      const all = { pages: 5, limit: 1_000 };
      const console = capture.consoleList({ ...all, level: "all" }, end);
      const entries = console.entries.map(({ seq }) => capture.entry(seq, end));
      const kept = JSON.stringify([requestsOf(played), console, entries, capture.page]);
      assertNotMatch(kept, /s3cr3t-(?:tok|pw|bearer|sid|js|form|obj)/, scenario);
    }
  });
}

Deno.test("Capture ends every request it saw begin, except those that hang", () => {
  for (const browser of RECORDED) {
    for (const scenario of scenarios(browser)) {
      const pending = requestsOf(replay(browser, framesOf(browser, scenario)))
        .filter(({ state, url }) => state === "pending" && !/\/(?:hang|never)$/.test(url));
      assertEquals(pending.map(({ url }) => url), [], `${browser}/${scenario}`);
    }
  }
});
