/** @module */
import { assertEquals, assertMatch } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const waitFor: RowCase = {
  action: "wait_for",
  html:
    `<p>ready<button id=b onclick="fetch('/row/wait_for/none', { method: 'POST' }).then((r) => r.text())">Send`,
  args: { text: "ready" },
  volatile: ["waited_ms"],
  check: async ({ found }, at) => {
    assertEquals(found, true);
    await at.call("interact", { selector: { css: "#b" }, action: "click" });
    const request = { url: "/wait_for/none", method: "POST", status: "4xx" };
    const { id, uri, status } = await at.call("wait_for", { request });
    assertMatch(String(id), /^\d+\.\d+$/);
    assertEquals([uri, status], [`workspace://network/${id}`, 404]);
  },
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
    {
      what: "a request like no other",
      args: { request: {} },
      status: 400,
      says: /at least one of url, method, status/,
    },
    {
      what: "a status there is none of",
      args: { request: { status: "9xx" } },
      status: 400,
      says: /"request\.status" must be .* or one of 1xx, 2xx, 3xx, 4xx, 5xx/,
    },
    {
      what: "a request that does not come",
      args: { request: { url: "/row/wait_for", status: 500 }, timeout: 0.2 },
      status: 504,
      says:
        /Waited 0\.2 s: no request since call \d+ was answered that is "\/row\/wait_for" with status 500; nearest: GET http:\S+\/row\/wait_for 200 \(\d+\.\d+: other status\)/,
    },
  ],
};
