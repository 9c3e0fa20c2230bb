import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { callInPage, inPage } from "../../page/evaluate.ts";
import { visitOrigins } from "../../page/site_data.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const READ = inPage<null, Record<string, string>>(() => ({ ...localStorage }));

const visit = (page: RealPage, origins: string[]) =>
  visitOrigins(page, origins, async ({ host, realm }) => {
    return (await callInPage(host, READ, null, { realm })).value;
  });

/** Every document, script and fetch of the page that was asked for. */
const hits: string[] = [];

function site(body: string): (request: Request) => Response {
  return (request) => {
    hits.push(new URL(request.url).pathname);
    return new Response(`<link rel=icon href="data:,">${body}`, {
      headers: { "content-type": "text/html" },
    });
  };
}

/** Answers every page of its origin itself, with a document whose script would tell that it ran. */
const WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => event.respondWith(new Response(
  "<script>localStorage.ran = 1; fetch('/ran')</script>",
  { headers: { "content-type": "text/html" } },
)));`;

testInBrowsers(
  "visitOrigins() reads each origin's storage with nothing asked of its server",
  {
    "/": site("<script>localStorage.mine = '1'; localStorage.odd = '\\ud800';</script>"),
    "/worker.js": () => new Response(WORKER, { headers: { "content-type": "text/javascript" } }),
    "/ran": site(""),
  },
  async ({ t, page, origin }) => {
    const local = origin.replace("127.0.0.1", "localhost");
    const tabs = async () =>
      (await page.send("browsingContext.getTree", { maxDepth: 0 })).contexts.map((each) =>
        each.context
      );

    await t.step(
      "of servers that are gone, of HTTPS without a certificate, and on default ports",
      async () => {
        hits.length = 0;
        const origins = [
          origin,
          "https://no-such-host.example",
          "http://no-such-host.example:81",
          "http://[::1]:8123",
          "https://expired.test:8443",
        ];
        const { done, failed } = await visit(page, origins);
        assertEquals(failed, []);
        assertEquals([...done.keys()], origins);
        assertEquals(done.get(origin), { mine: "1", odd: "\ud800" });
        assertEquals(hits, []);
        assertEquals(await tabs(), [page.top]);
        assertEquals(await page.evaluate("location.pathname"), "/");
      },
    );

    await t.step(
      "with a service worker that answers first, none of whose scripts runs",
      async () => {
        await page.go(`${local}/`);
        await page.evaluate(
          "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)",
        );
        await page.go(`${origin}/`);
        hits.length = 0;
        const { done } = await visit(page, [local]);
        assertEquals(done.get(local), { mine: "1", odd: "\ud800" });
        assertEquals(hits, []);
      },
    );

    await t.step("and leaves no tab, intercept or script behind when it is aborted", async () => {
      const abort = new AbortController();
      page.sent.length = 0;
      page.signal = abort.signal;
      const reason = new Error("left");
      const visiting = visitOrigins(page, [origin, local], () => {
        abort.abort(reason);
        return Promise.resolve();
      });
      assertEquals(await assertRejects(() => visiting), reason);
      page.signal = new AbortController().signal;
      const count = (method: string) => page.sent.filter((each) => each === method).length;
      assertEquals([count("network.addIntercept"), count("network.removeIntercept")], [1, 1]);
      assertEquals(await tabs(), [page.top]);
    });
  },
);

/** A browser whose spare tab shows whatever it was last led to. */
function fakeBrowser(over: Record<string, () => unknown> = {}) {
  let url = "about:blank";
  let added = 0;
  return new FakePage((method, params) => {
    if (over[method]) return over[method]();
    switch (method) {
      case "browsingContext.create":
        return { context: "spare" };
      case "network.addIntercept":
        return { intercept: `i${added++}` };
      case "browsingContext.navigate":
        url = String(params.url);
        return { navigation: "n", url };
      case "script.callFunction":
        return gives({ href: url, origin: new URL(url).origin });
    }
    return {};
  });
}

Deno.test("visitOrigins() holds back one path of one tab, and lets go of it before the next", async () => {
  const page = fakeBrowser();
  const order: string[] = [];
  const { send, listen } = page;
  page.send = (method, ...rest) => {
    if (/ntercept|close/.test(method)) order.push(method);
    return send.call(page, method, ...rest) as ReturnType<typeof page.send<typeof method>>;
  };
  page.listen = async (options) => {
    const ear = await listen.call(page, options);
    order.push("listen");
    return {
      stop: () => {
        order.push("stop");
        return ear.stop();
      },
    };
  };
  const { done } = await visitOrigins(
    page,
    ["http://a.test", "https://b.test:8443"],
    (_document, origin) => Promise.resolve(origin),
  );
  assertEquals([...done.values()], ["http://a.test", "https://b.test:8443"]);
  const added = page.sent.filter(({ method }) => method === "network.addIntercept");
  const paths = page.sent.filter(({ method }) => method === "browsingContext.navigate")
    .map(({ params }) => new URL(String(params.url)).pathname);
  assertEquals(new Set(paths).size, 2);
  for (const path of paths) assertMatch(path, /^\/[0-9a-f-]{36}$/);
  const pattern = (protocol: string, hostname: string, port: string, pathname = "") => ({
    type: "pattern",
    protocol,
    hostname,
    pathname,
    port,
  });
  assertEquals(added.map(({ params }) => params), [
    {
      phases: ["beforeRequestSent"],
      contexts: ["spare"],
      urlPatterns: [
        pattern("http", "a.test", "80", paths[0]),
        pattern("https", "a.test", "443", paths[0]),
      ],
    },
    {
      phases: ["beforeRequestSent"],
      contexts: ["spare"],
      urlPatterns: [pattern("https", "b.test", "8443", paths[1])],
    },
  ]);
  // A request that is held back while nobody listens would wait for ever.
  assertEquals(order, [
    "listen",
    "network.addIntercept",
    "network.removeIntercept",
    "network.addIntercept",
    "network.removeIntercept",
    "stop",
    "browsingContext.close",
  ]);
});

Deno.test("visitOrigins() goes on behind an origin that fails, and says why it did", async () => {
  const page = fakeBrowser();
  const { done, failed } = await visitOrigins(
    page,
    ["http://a.test", "http://b.test"],
    (_, origin) =>
      origin === "http://a.test" ? Promise.reject(new Error("it is full")) : Promise.resolve(1),
  );
  assertEquals([...done], [["http://b.test", 1]]);
  assertEquals(failed, [{ origin: "http://a.test", why: "it is full" }]);
});

Deno.test("visitOrigins() says of an origin that it has no page, or that none came in time", async () => {
  const elsewhere = fakeBrowser({ "browsingContext.navigate": () => ({ navigation: "n" }) });
  const { failed } = await visitOrigins(elsewhere, ["http://a.test"], () => Promise.resolve());
  assertMatch(String(failed[0]?.why), /no page of it opened in 5 s/);
  const page: FakePage = new FakePage((method, { url }) => {
    if (method === "browsingContext.create") return { context: "spare" };
    if (method === "network.addIntercept") return { intercept: "i" };
    const led = page.sent.find((each) => each.method === "browsingContext.navigate");
    return url ? {} : gives({ href: led?.params.url ?? "about:blank", origin: "null" });
  });
  const visits = await visitOrigins(page, ["http://a.test"], () => Promise.resolve());
  assertMatch(String(visits.failed[0]?.why), /opens no page of it/);
});

Deno.test("visitOrigins() ends in time, and names what there was none left for", async () => {
  const page = fakeBrowser({ "browsingContext.navigate": () => ({ navigation: "n" }) });
  const origins = Array.from({ length: 6 }, (_, i) => `http://h${i}.test`);
  const { failed } = await visitOrigins(page, origins, () => Promise.resolve());
  assertEquals(failed.length, 6);
  assertMatch(String(failed[5]?.why), /no time left/);
  assert(page.now() <= 21_000);
});

Deno.test("visitOrigins() opens no tab for nothing, and throws what keeps it from opening one", async () => {
  const idle = fakeBrowser();
  await visitOrigins(idle, [], () => Promise.resolve());
  assertEquals(idle.sent, []);
  const refusal = new BidiError("browsingContext.create", "unsupported operation", "no");
  const page = fakeBrowser({ "browsingContext.create": () => refusal });
  const visiting = visitOrigins(page, ["http://a.test"], () => Promise.resolve());
  assertEquals(await assertRejects(() => visiting), refusal);
});
