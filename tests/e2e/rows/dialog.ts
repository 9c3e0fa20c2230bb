/** @module */
import { assertEquals } from "@std/assert";
import type { RowAt, RowCase } from "./row_case.ts";

const ask = (at: RowAt) => at.call("interact", { selector: { css: "#ask" }, action: "click" });

export const dialog: RowCase = {
  action: "dialog",
  html: `<button id=ask onclick="document.title = prompt('Name?', 'Bob')">Ask</button>`,
  async before(at) {
    const { dialog, element } = await ask(at);
    assertEquals(element, '<button id="ask"> "Ask"');
    assertEquals(dialog, { type: "prompt", message: "Name?", default: "Bob" });
  },
  args: { action: "accept", text: "Ann" },
  check: ({ answered, title }) => assertEquals([answered, title], ["accepted", "Ann"]),
  bad: [
    {
      what: "a dialog that is not open",
      args: { action: "accept" },
      status: 404,
      says: /none is open/,
    },
    {
      what: "a text to dismiss with",
      args: { action: "dismiss", text: "x" },
      status: 400,
      says: /text goes with action "accept" only/,
    },
    {
      what: "an answer there is none of",
      args: { action: "ok" },
      status: 400,
      says: /accept, dismiss/,
    },
  ],
};
