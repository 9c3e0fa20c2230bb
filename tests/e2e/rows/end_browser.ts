/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const endBrowser: RowCase = {
  action: "end_browser",
  html: `<p>end`,
  args: {},
  async check({ ended }, at) {
    assertEquals(ended, true);
    assertEquals((await at.call("read", { uri: "workspace://current" })).live, false);
  },
  bad: [
    {
      what: "no browser to end",
      before: (at) => at.call("end_browser"),
      args: {},
      status: 404,
      says: /open_session/,
    },
  ],
};
