/** @module */
import { assertEquals } from "@std/assert";
import type { RowAt, RowCase } from "./row_case.ts";

/** Back to the first tab, alone. */
async function alone(at: RowAt): Promise<void> {
  const { tabs } = await at.call("tabs", { action: "list" });
  const [first, ...others] = tabs as { tab: string }[];
  for (const { tab } of others) await at.call("tabs", { action: "close", tab });
  assertEquals(first?.tab, "t1");
}

export const tabs: RowCase = {
  action: "tabs",
  html: `<p>first`,
  pages: { "/row/tabs/second": `<title>second</title><p>second` },
  args: ({ origin }) => ({ action: "open", url: `${origin}/row/tabs/second` }),
  volatile: ["tab"],
  check: async (result, at) => {
    const [first, second] = result.tabs as { tab: string; url: string; driven?: true }[];
    assertEquals([result.title, result.url], ["second", `${at.origin}/row/tabs/second`]);
    assertEquals([first?.driven, second?.driven, second?.url], [undefined, true, result.url]);
    await alone(at);
  },
  bad: [
    { what: "nothing to do", args: {}, status: 400, says: /"action" is required/ },
    {
      what: "an action there is none of",
      args: { action: "move" },
      status: 400,
      says: /one of list, open, switch, close/,
    },
    {
      what: "a switch to no tab",
      args: { action: "switch" },
      status: 400,
      says: /action "switch" needs "tab"/,
    },
    {
      what: "a tab there is none of",
      args: { action: "switch", tab: "t999" },
      status: 400,
      says: /There is no tab t999: there are t1/,
    },
    {
      what: "no id of a tab",
      args: { action: "close", tab: "second" },
      status: 400,
      says: /"tab" must be/,
    },
    {
      what: "a tab to list",
      args: { action: "list", tab: "t1" },
      status: 400,
      says: /"tab" goes with action "switch" or "close" only/,
    },
    {
      what: "a URL to switch to",
      args: { action: "switch", tab: "t1", url: "http://a/" },
      status: 400,
      says: /"url" goes with action "open" only/,
    },
    {
      what: "the last tab to close",
      args: { action: "close" },
      status: 400,
      says: /t1 is the last tab.*end_browser/,
    },
    {
      what: "a URL that may not be navigated to",
      args: { action: "open", url: "file:///etc/hosts" },
      status: 403,
      says: /only http:, https: and about:blank/,
    },
    {
      what: "a URL that cannot be reached",
      args: { action: "open", url: "http://127.0.0.1:1/" },
      status: 400,
      says: /cannot be reached/,
    },
  ],
};
