import { assertEquals, assertRejects } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { waitFor } from "../../page/wait_for.ts";
import { FakePage } from "../fakes/page.ts";

const page = () => new FakePage(() => new Error("nothing is to be sent"));

Deno.test("waitFor() a request answers what the workspace found", async () => {
  const given = page();
  const { requests } = given.workspace;
  requests.waited = { kind: "found", id: "1.2", uri: "workspace://network/1.2", status: 500 };
  const request = { url: "/api", status: "5xx" } as const;
  assertEquals<object>(await waitFor(given, { request, timeout: 2 }), {
    found: true,
    id: "1.2",
    uri: "workspace://network/1.2",
    status: 500,
    waited_ms: 0,
  });
  await waitFor(given, { request });
  assertEquals(requests.asked, [[request, 2_000], [request, 1_000]]);
});

Deno.test("waitFor() a request says how to have them captured", async () => {
  const error = await assertRejects(
    () => waitFor(page(), { request: { url: "/api" } }),
    PageError,
    "nothing is captured; open the session with open_session(capture=true)",
  );
  assertEquals(error.status, 400);
});

Deno.test("waitFor() a request that does not come says which came nearest, bounded", async () => {
  const given = page();
  const long = `https://site.test/${"x".repeat(1_000)}`;
  given.workspace.requests.waited = {
    kind: "late",
    since: 12,
    misses: [
      {
        id: "1.2",
        method: "GET",
        url: long,
        status: 200,
        differs: ["other method", "other status"],
      },
      {
        id: "1.1",
        method: "POST",
        url: "https://site.test/",
        status: null,
        differs: ["cancelled"],
      },
    ],
  };
  const request = { url: "/api", method: "post", status: 500 };
  const error = await assertRejects(() => waitFor(given, { request, timeout: 3 }), PageError);
  assertEquals([error.status, error.message], [
    504,
    'Waited 3 s: no request since call 12 was answered that is POST "/api" with status 500; nearest: ' +
    `GET ${long.slice(0, 200)}… 200 (1.2: other method, other status); ` +
    "POST https://site.test/ - (1.1: cancelled)",
  ]);
  given.workspace.requests.waited = { kind: "late", since: 0, misses: [] };
  await assertRejects(
    () => waitFor(given, { request: { method: "PUT" }, timeout: 3 }),
    PageError,
    "Waited 3 s: no request was answered that is PUT; there was none at all",
  );
});
