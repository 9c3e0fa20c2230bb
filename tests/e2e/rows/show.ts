/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

export const show: RowCase = {
  action: "show",
  withoutBrowser: true,
  html: `<p>shown`,
  args: { uri: "workspace://console?level=error" },
  volatile: ["since", "at", "note", "nav"],
  check: ({ uri, capture }) =>
    assertEquals([uri, capture], ["workspace://console?level=error", true]),
  bad: [
    { what: "no URI", args: {}, status: 400, says: /"uri" is required/ },
    {
      what: "a URI of nothing",
      args: { uri: "workspace://nothing" },
      status: 404,
      says: /No resource/,
    },
  ],
};
