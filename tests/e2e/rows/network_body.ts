/** @module */
import { assertEquals } from "@std/assert";
import type { RowAt, RowCase } from "./row_case.ts";

/** Ids differ between the surfaces; each has the one of its own page. */
const ids = new WeakMap<RowAt, string>();

export const networkBody: RowCase = {
  action: "network_body",
  html: `<p>body`,
  pages: {
    "/row/network_body/data": () => Response.json({ out: "of stock" }),
    "/row/network_body/empty": () => new Response(null, { status: 204 }),
  },
  async before(at) {
    await at.call("execute_script", {
      script: "await (await fetch('/row/network_body/data')).text()",
    });
    const { requests } = await at.call("read", {
      uri: "workspace://network?url=body/data&limit=1",
    });
    ids.set(at, (requests as { id: string }[])[0]?.id ?? "");
  },
  args: (at) => ({ id: ids.get(at) }),
  volatile: ["id", "uri"],
  check({ side, mime, text, truncated }) {
    assertEquals(
      [side, mime, text, truncated],
      ["response", "application/json", '{"out":"of stock"}', false],
    );
  },
  withoutBrowser: true,
  bad: [
    {
      what: "a request that is not kept",
      args: { id: "999.9" },
      status: 404,
      says: /request 999\.9 is not kept/,
    },
    {
      what: "a side there is none of",
      args: { id: "1.1", side: "both" },
      status: 400,
      says: /one of response, request/,
    },
    { what: "an empty id", args: { id: "" }, status: 400, says: /a request's id in quotes/ },
    {
      what: "an id that is a number",
      args: { id: 1.1 },
      status: 400,
      says: /in quotes.*found 1\.1/,
    },
  ],
};
