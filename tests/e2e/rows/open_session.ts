/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const openSession: RowCase = {
  action: "open_session",
  html: `<p>open`,
  args: ({ url }) => ({ url, capture: true, width: 700, height: 500, wait_timeout: 0.5 }),
  async check({ url, browser, capture }, at) {
    assertEquals([url, browser, capture], [at.url, at.browser, true]);
    const { value } = await at.call("execute_script", {
      script: "return [innerWidth, innerHeight]",
    });
    assertEquals(value, [700, 500]);
  },
  bad: [
    {
      what: "half a viewport",
      args: { width: 700 },
      status: 400,
      says: /give width and height, or neither/,
    },
    {
      what: "a browser there is none of",
      args: { browser: "ie" },
      status: 400,
      says: /one of chrome/,
    },
    {
      what: "a viewport too small",
      args: { width: 9, height: 9 },
      status: 400,
      says: /from 100 to/,
    },
    { what: "a URL that is none", args: { url: "shop" }, status: 400, says: /"shop" is not a URL/ },
    { what: "a file", args: { url: "file:///etc/passwd" }, status: 403, says: /file:/ },
    {
      what: "a short life of what is captured",
      args: { capture: { ttl: 1 } },
      status: 400,
      says: /ttl: a number from 60/,
    },
  ],
  withoutBrowser: true,
  async after(at) {
    assertEquals((await at.call("read", { uri: "workspace://current" })).live, true);
    await at.call("open_session", { capture: true, wait_timeout: 0.5, width: 1_280, height: 800 });
  },
};
