/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const assertRow: RowCase = {
  action: "assert",
  html: `<p id=p>0</p><script>setTimeout(() => p.textContent = "done", 200)</script>`,
  args: { script: "return p.textContent === arguments[0]", args: ["done"], stable_for: 0.1 },
  volatile: ["waited_ms"],
  check: ({ passed }) => assertEquals(passed, true),
  bad: [
    { what: "no script", args: {}, status: 400, says: /"script" is required/ },
    {
      what: "a script that does not parse",
      args: { script: "return (" },
      status: 400,
      says: /cannot be run: SyntaxError/,
    },
    {
      what: "what is not so",
      args: { script: "return p.hidden", wait_timeout: 0.2, message: "The total is not hidden" },
      status: 504,
      says:
        /^(?:assert: )?The total is not hidden: the script did not become true within 0\.2 s; the last time it gave false/,
    },
    {
      what: "what does not stay so",
      args: {
        script: "globalThis.asked = (globalThis.asked ?? 0) + 1; return asked === 1",
        wait_timeout: 0.2,
        stable_for: 60,
      },
      status: 504,
      says: /did not stay true for 60 s/,
    },
    {
      what: "what throws",
      args: { script: "throw new TypeError('none')", wait_timeout: 0.2 },
      status: 504,
      says: /the last time it threw in line 1: TypeError: none/,
    },
    {
      what: "no time",
      args: { script: "return 1", stable_for: -1 },
      status: 400,
      says: /"stable_for" must be a number from 0 to 120/,
    },
  ],
};
