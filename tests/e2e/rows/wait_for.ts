/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const waitFor: RowCase = {
  action: "wait_for",
  html: `<p>ready`,
  args: { text: "ready" },
  volatile: ["waited_ms"],
  check: ({ found }) => assertEquals(found, true),
  bad: [
    { what: "nothing to wait for", args: {}, status: 400, says: /exactly one of/ },
    {
      what: "two things to wait for",
      args: { text: "a", url: "b" },
      status: 400,
      says: /exactly one of/,
    },
    {
      what: "what does not come",
      args: { text: "never", timeout: 0.2 },
      status: 504,
      says: /Waited 0\.2 s: the text "never" did not come/,
    },
  ],
};
