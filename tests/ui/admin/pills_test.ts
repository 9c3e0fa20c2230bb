import { assertEquals } from "@std/assert";
import type { Summary } from "../../../http/admin/shapes.ts";
import { captureWords } from "../../../ui/admin/pills.tsx";

const SUMMARY: Summary = {
  key: "shop",
  state: "live",
  browser: "chrome",
  page: null,
  timeouts: null,
  capture: true,
  capturing: true,
  captured: { console: 1, network: 1_204, errors: 0, failed_requests: 2 },
  kept_for: 10_800,
  calls: 3,
};

const none: Partial<Summary> = { capture: false, capturing: false };

for (
  const [what, change, says] of [
    [
      "that receives",
      {},
      "Receiving: 1 entry, 1,204 requests, 0 errors, 2 failed requests since the last navigation; kept for 3 h after the last of it",
    ],
    [
      "that is kept for minutes",
      { kept_for: 600 },
      "Receiving: 1 entry, 1,204 requests, 0 errors, 2 failed requests since the last navigation; kept for 10 min after the last of it",
    ],
    [
      "that is paused",
      { capturing: false, paused: "idle", kept_for: 60 },
      "Capture is paused: idle; kept for 60 s after the last of it",
    ],
    [
      "that is paused for no reason told",
      { capturing: false },
      "Capture is paused: no browser is open; kept for 3 h after the last of it",
    ],
    [
      "that is off",
      { ...none, how: "open_session(capture=true)" },
      "Capture is off: turn it on with open_session(capture=true)",
    ],
    [
      "that is off, by an older server",
      none,
      "Capture is off: turn it on with open_session(capture=true)",
    ],
  ] as [string, Partial<Summary>, string][]
) {
  Deno.test(`captureWords() says of capture ${what}: ${says}`, () => {
    const { state, counts } = captureWords({ ...SUMMARY, ...change });
    assertEquals(state + counts, says);
  });
}

Deno.test("captureWords() tells how capture is apart from what comes all the time", () => {
  const states = [{}, { capturing: false, paused: "idle" }, none]
    .map((change) => captureWords({ ...SUMMARY, ...change }).state);
  assertEquals(states, [
    "Receiving",
    "Capture is paused: idle",
    "Capture is off: turn it on with open_session(capture=true)",
  ]);
});
