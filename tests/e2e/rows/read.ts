/** @module */
import { assertEquals } from "@std/assert";
import type { RowCase } from "./row_case.ts";

const bad = (what: string, uri: string, status: number, says: RegExp) => ({
  what,
  args: { uri },
  status,
  says,
});

export const read: RowCase = {
  action: "read",
  html: `<script>console.error("row says no")</script>`,
  args: { uri: "workspace://console?level=error&text=row%20says&limit=1" },
  volatile: ["at", "context", "nav", "pages", "seq", "since", "total"],
  check({ entries }) {
    const [entry] = entries as { text: string; level: string }[];
    assertEquals([entry?.text, entry?.level], ["row says no", "error"]);
  },
  withoutBrowser: true,
  bad: [
    bad("no URI", "console", 404, /workspace:\/\//),
    bad("a list there is none of", "workspace://cookies", 404, /workspace:\/\//),
    bad("a parameter there is none of", "workspace://console?lvl=error", 400, /lvl/),
    bad("a level there is none of", "workspace://console?level=fatal", 400, /all, error, warn/),
    bad("too many", "workspace://network?limit=1001", 400, /1000/),
    bad("an entry that is not kept", "workspace://console/999999", 404, /999999/),
    bad("a request that is not kept", "workspace://network/999.9", 404, /999\.9/),
    bad("an id that is none", "workspace://network/first", 400, /first/),
  ],
};
