/** @module */
import { assertEquals, assertMatch } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

export const download: RowCase = {
  action: "download",
  html:
    `<a id=report href=/row/download/report>Report</a><a id=page href=/row/download/page>Page</a>
    <a class=two>A</a><a class=two>B</a>`,
  pages: {
    "/row/download/page": "a page",
    "/row/download/report": () =>
      new Response("1,2", {
        headers: {
          "content-type": "text/csv",
          "content-disposition": 'attachment; filename="../a b.csv"',
        },
      }),
  },
  args: { selector: { role: "link", name: "Report" } },
  volatile: ["link"],
  async check({ element, file, notices }, at) {
    const { link, ...kept } = file as Record<string, unknown>;
    const name = "_a b.csv";
    const uri = "workspace://files/_a%20b.csv";
    assertEquals(kept, { name, uri, size: 3, mime: "text/csv" });
    assertEquals([element, notices], ['<a id="report"> "Report"', undefined]);
    assertMatch(String(link), /^http:.*\/files\/_a%20b\.csv\?workspace=.*&signature=/);
    assertEquals(await (await fetch(String(link))).text(), "1,2");
    const { text, kind, origin } = await at.call("read", { uri });
    assertEquals([text, kind, origin], ["1,2", "download", at.origin]);
    const by = await at.call("download", { url: `${at.origin}/row/download/report` });
    assertEquals((by.file as { name: string }).name, "_a b (2).csv");
  },
  bad: [
    ...badSelectors((selector) => ({ selector })),
    { what: "nothing to download", args: {}, status: 400, says: /exactly one of selector, url/ },
    {
      what: "two things to download",
      args: { selector: { css: "#report" }, url: "http://a.test/" },
      status: 400,
      says: /exactly one of selector, url/,
    },
    {
      what: "a URL without a scheme",
      args: { url: "localhost:1/x" },
      status: 400,
      says: /the scheme is missing/,
    },
    {
      what: "a URL that is forbidden",
      args: { url: "file:///etc/passwd" },
      status: 403,
      says: /navigation to file:.* is not allowed/,
    },
    {
      what: "a URL that cannot be reached",
      args: { url: "http://127.0.0.1:1/x" },
      status: 400,
      says: /cannot be reached/,
    },
    {
      what: "what opens a page",
      args: { selector: { css: "#page" }, wait_timeout: 0.3 },
      status: 504,
      says: /"Page" was clicked, and no download began within 0\.3 s/,
    },
  ],
};
