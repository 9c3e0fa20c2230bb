/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const navigate: RowCase = {
  action: "navigate",
  html: `<p>from`,
  pages: { "/row/navigate/to": `<title>there</title>` },
  args: ({ url }) => ({ url: `${url}/to` }),
  check({ url, title }, at) {
    assertEquals([url, title], [`${at.url}/to`, "there"]);
  },
  bad: [
    {
      what: "nowhere to go",
      args: {},
      status: 400,
      says: /exactly one of url, back, forward, reload/,
    },
    { what: "two ways", args: { back: true, reload: true }, status: 400, says: /back and reload/ },
    {
      what: "a URL without a scheme",
      args: { url: "shop" },
      status: 400,
      says: /the scheme is missing/,
    },
    {
      what: "an address where nobody listens",
      args: { url: "http://127.0.0.1:1/" },
      status: 400,
      says: /127\.0\.0\.1:1\//,
    },
    { what: "a file", args: { url: "file:///etc/passwd" }, status: 403, says: /file:/ },
    {
      what: "a cloud's metadata",
      args: { url: "http://169.254.169.254/" },
      status: 403,
      says: /169\.254\.169\.254/,
    },
    {
      what: "a page after the last one",
      args: { forward: true },
      status: 400,
      says: /forward/,
    },
    {
      what: "a wait there is none of",
      args: { url: "http://a.test/", wait: "idle" },
      status: 400,
      says: /none, interactive, load/,
    },
  ],
};
