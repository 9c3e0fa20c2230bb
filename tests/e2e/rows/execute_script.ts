/** @module */
import { assertEquals } from "@std/assert";
import type { RowAt, RowCase } from "./row_case.ts";

const nested = (depth: number): unknown => depth === 0 ? 0 : [nested(depth - 1)];

/** What an outline of each surface called the button. */
const refs = new WeakMap<RowAt, string>();

export const executeScript: RowCase = {
  action: "execute_script",
  html: `<button id=b>script</button>`,
  before: async (at) => {
    const { outline } = await at.call("outline");
    refs.set(at, /\[ref=(\w+)\]/.exec(String(outline))?.[1] ?? "");
  },
  args: (at) => ({
    script: "return [document.title, ...arguments]",
    ref: refs.get(at) ?? "e1",
    args: [1, null, { a: "b" }],
  }),
  check: ({ value }) =>
    assertEquals(value, ["execute_script", '<button id="b">', 1, null, { a: "b" }]),
  bad: [
    { what: "what does not parse", args: { script: "return {" }, status: 400, says: /SyntaxError/ },
    {
      what: "what throws",
      args: { script: "\nthrow new TypeError('no good')" },
      status: 400,
      says: /threw in line 2: TypeError: no good/,
    },
    {
      what: "what does not return",
      args: { script: "await new Promise(() => {})", timeout: 0.2 },
      status: 504,
      says: /did not return within 0\.2 s/,
    },
    {
      what: "a ref that was not handed out",
      args: { script: "e => e.id", ref: "e999" },
      status: 400,
      says: /Cannot run the script with \{"ref":"e999"\}: it is no ref of the page as it is now/,
    },
    {
      what: "arguments nested too deep",
      args: { script: "return 1", args: [nested(101)] },
      status: 400,
      says: /nested at most 100 deep/,
    },
    { what: "no script", args: { script: "" }, status: 400, says: /a string of 1 to 100000/ },
  ],
};
