import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import type { RemoteValue } from "../../bidi/protocol.ts";
import { entryText, MAX_TEXT } from "../../capture/console_text.ts";
import { consoleEvent, mask } from "./log_frames.ts";

/** Milliseconds; a format of which all was taken to pieces took several times as long on an idle machine. */
const BOUND_MS = 1_000;

const string = (value: string): RemoteValue => ({ type: "string", value });

/** What an entry of these arguments comes to, how long that takes, and how much of it is masked. */
function worded(args: RemoteValue[]) {
  let looked = 0;
  const counting = {
    ...mask,
    text: (text: string) => {
      looked += text.length;
      return text.includes("secret") ? "•••" : text;
    },
  };
  const from = performance.now();
  const entry = entryText(consoleEvent(args), "chrome", counting);
  return { ...entry, looked, ms: performance.now() - from };
}

Deno.test("entryText() looks at the start of a long format only, and says how much it left out", () => {
  for (const unit of ["%%", "%d", "%x"]) {
    const args = [string(unit.repeat(10_000_000)), string("1")];
    const { text, cut, ms } = worded(args);
    assertEquals(text.length, MAX_TEXT);
    assertGreater(cut, 19_000_000);
    // A second try tells a slow scan from a machine that was busy.
    if (ms >= BOUND_MS) assertLess(worded(args).ms, BOUND_MS, unit);
  }
});

Deno.test("entryText() looks at no more of strings that a mask makes short", () => {
  const secrets = string('"secret'.repeat(9_000));
  const list: RemoteValue = { type: "array", value: Array.from({ length: 50 }, () => secrets) };
  const lists: RemoteValue = { type: "array", value: Array.from({ length: 50 }, () => list) };
  const { text, args, looked } = worded([lists]);
  assertLess(looked, 2_000_000);
  assert(!JSON.stringify([text, args]).includes("secret"));
});
