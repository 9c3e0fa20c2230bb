import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import { navigate, Unanswered } from "../../page/navigate.ts";
import { PageError } from "../../page/page.ts";
import { navigation } from "../capture/events.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { type Pages, testInBrowsers } from "../fakes/page_site.ts";

const download = () =>
  new Response("file", {
    headers: {
      "content-disposition": "attachment; filename=x.bin",
      "content-type": "application/octet-stream",
    },
  });

/** Whether `/once` answers at once. */
let answering = true;
const NOT_KEPT = { "content-type": "text/html", "cache-control": "no-store" };
const later = (): Promise<Response> =>
  new Promise((done) => setTimeout(done, 1_500, new Response(null)));

const PAGES: Pages = {
  "/": "<title>start</title>",
  "/a": "<title>a</title><p>a",
  "/b": "<title>b</title>",
  "/moved": () => new Response(null, { status: 302, headers: { location: "/a" } }),
  "/loop": () => new Response(null, { status: 302, headers: { location: "/loop" } }),
  "/script": "<script>location.replace('/a')</script>",
  "/empty": () => new Response(null, { status: 204 }),
  "/file": download,
  "/slow": "<p>slow<img src=/hang>",
  "/hang": later,
  "/tohang": () => new Response(null, { status: 302, headers: { location: "/hang" } }),
  "/framing": "<title>framing</title><iframe src=/unframed></iframe><p>framing",
  "/unframed": () =>
    new Response("unframed", {
      headers: {
        "content-type": "text/html",
        "content-security-policy": "frame-ancestors 'none'",
      },
    }),
  "/once": () => answering ? new Response("once", { headers: NOT_KEPT }) : later(),
};

testInBrowsers("navigate() goes where it is told", PAGES, async ({ t, page, origin }) => {
  const to = (path: string) => navigate(page, { url: origin + path });

  await t.step("a URL, a redirect, a fragment, an error page of the server", async () => {
    assertEquals(await to("/a"), { url: `${origin}/a` });
    assertEquals(await to("/moved"), { url: `${origin}/a` });
    assertEquals(await to("/a#part"), { url: `${origin}/a#part` });
    assertEquals(await to("/none"), { url: `${origin}/none` });
    assertEquals(await navigate(page, { url: "about:blank" }), { url: "about:blank" });
  });

  await t.step("a page that goes on by itself is no failure", async () => {
    const { url, stayed } = await to("/script");
    assertEquals(stayed, undefined);
    // Firefox answers before the script's own navigation.
    assertEquals([`${origin}/a`, `${origin}/script`].includes(url ?? ""), true);
  });

  await t.step("a page with a frame that refuses to be one", async () => {
    const url = `${origin}/framing`;
    assertEquals(await to("/framing"), { url });
    assertEquals(await to("/framing"), { url });
    assertEquals(await navigate(page, { reload: true }), { url });
    assertEquals(await page.evaluate("document.title"), "framing");
    assertEquals(await to("/unframed"), { url: `${origin}/unframed` });
  });

  await t.step("back and forward, over documents and entries of one", async () => {
    await to("/a");
    await to("/b");
    await page.evaluate("void history.pushState({}, '', '/b2')");
    assertEquals(await navigate(page, { back: true }), { url: `${origin}/b` });
    assertEquals(await navigate(page, { back: true }), { url: `${origin}/a` });
    assertEquals(await navigate(page, { forward: true }), { url: `${origin}/b` });
    assertEquals(await page.evaluate("document.readyState"), "complete");
  });

  await t.step("reload", async () => {
    await to("/a");
    await page.evaluate("globalThis.mark = 1");
    assertEquals(await navigate(page, { reload: true }), { url: `${origin}/a` });
    assertEquals(await page.evaluate("typeof mark"), "undefined");
  });

  await t.step("no history to go to", async () => {
    await to("/a");
    const error = await assertRejects(
      () => navigate(page, { forward: true }),
      PageError,
      "there is no page to go forward to",
    );
    assertEquals(error.status, 400);
  });

  await t.step("a download and a 204 leave the page", async () => {
    await to("/a");
    const file = await to("/file");
    assertEquals(file.url, `${origin}/a`);
    assertStringIncludes(file.stayed ?? "", "download");
    const empty = await to("/empty");
    assertEquals(empty.url, `${origin}/a`);
    assertStringIncludes(empty.stayed ?? "", "no content (204)");
  });

  await t.step("a page that does not load in time is there as it is", async () => {
    const url = `${origin}/slow`;
    const { loading } = await navigate(page, { url, timeout: 0.7 });
    assertEquals(loading, true);
    const early = await navigate(page, {
      url,
      wait: "interactive",
    });
    assertEquals(early, { url });
  });

  await t.step("a page that is not waited for, and does not answer", async () => {
    await to("/a");
    const url = `${origin}/hang`;
    assertEquals(await navigate(page, { url, wait: "none" }), {
      loading: true,
      stayed: `${url} has not answered yet`,
    });
  });

  const unanswered: [string, Parameters<typeof navigate>[1]][] = [
    ["a URL", { url: `${origin}/hang` }],
    ["a redirect", { url: `${origin}/tohang` }],
    ["reload", { reload: true }],
    ["back", { back: true }],
  ];
  for (const [what, args] of unanswered) {
    await t.step(`nothing comes in time: ${what}`, async () => {
      answering = true;
      await to("/once");
      if (what === "back") await to("/b");
      answering = false;
      const error = await assertRejects(
        () => navigate(page, { ...args, timeout: 0.6 }),
        Unanswered,
        "has not answered within 0.6 s: the navigation was given up",
      );
      assertEquals(error.status, 504);
    });
  }

  const unreachable: [string, string][] = [
    ["http://127.0.0.1:9/", "http://127.0.0.1:9/ cannot be reached: the browser blocks this port"],
    ["http://nope.invalid/", "http://nope.invalid/ cannot be reached: the name cannot be resolved"],
    [`${origin}/loop`, "/loop cannot be reached: it redirects without end"],
    [origin.replace("http:", "https:"), "cannot be reached: no secure connection (TLS)"],
  ];
  for (const [url, message] of unreachable) {
    await t.step(message, async () => {
      const error = await assertRejects(() => navigate(page, { url }), PageError, message);
      assertEquals(error.status, 400);
    });
  }

  await t.step("a port nobody listens on", async () => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = listener.addr as Deno.NetAddr;
    listener.close();
    await assertRejects(
      () => navigate(page, { url: `http://127.0.0.1:${port}/` }),
      PageError,
      `http://127.0.0.1:${port}/ cannot be reached: connection refused`,
    );
  });

  await t.step("back to a page that could not be reached", async () => {
    await to("/a");
    await assertRejects(() => navigate(page, { back: true }), PageError, "cannot be reached");
  });
});

const here = (url: string, origin = 1, state = "complete") =>
  gives({ url, origin, state, error: null });

Deno.test("navigate() refuses what is no address before anything is sent", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  const refused: [Parameters<typeof navigate>[1], number, string][] = [
    [{}, 400, "exactly one of url, back, forward and reload"],
    [{ url: "http://a/", back: true }, 400, "exactly one of"],
    [{ back: true, reload: true }, 400, "exactly one of"],
    [{ url: "example.com" }, 400, '"example.com": the scheme is missing'],
    [{ url: "localhost:8000/x" }, 400, "the scheme is missing"],
    [{ url: "/path" }, 400, "the scheme is missing"],
    [{ url: "http://[" }, 400, "it is no URL"],
    [{ url: "file:///etc/passwd" }, 403, "file: is forbidden"],
  ];
  for (const [args, status, message] of refused) {
    const error = await assertRejects(() => navigate(page, args), PageError, message);
    assertEquals(error.status, status);
  }
  assertEquals(page.sent, []);
});

Deno.test("navigate() takes white space off a URL, as a browser does", async () => {
  const page = new FakePage((method) =>
    method === "script.callFunction" ? here("http://a/") : { navigation: "n", url: "http://b/" }
  );
  assertEquals(await navigate(page, { url: "\u00a0\t http://b/ \n" }), { url: "http://b/" });
  const sent = page.sent.find(({ method }) => method === "browsingContext.navigate");
  assertEquals(sent?.params.url, "http://b/");
});

Deno.test("navigate() tells what has come when its time is up, and that nothing has", async () => {
  const came = (url: string | null, now: unknown) => {
    const page: FakePage = new FakePage((method) => {
      if (method === "script.callFunction") return page.sent.length === 1 ? here("http://a/") : now;
      if (url !== null) page.tell(navigation("navigationCommitted", "n", { context: "T", url }));
      return new CommandTimeoutError(method, 30_000);
    });
    return page;
  };
  const busy = new CommandTimeoutError("script.callFunction", 1_000);
  const there = came("http://b/", here("http://b/#now", 2));
  assertEquals(await navigate(there, { url: "http://b/" }), {
    url: "http://b/#now",
    loading: true,
  });
  const sent = there.sent.find(({ method }) => method === "browsingContext.navigate");
  assertEquals([sent?.timeoutMs, sent?.params.wait], [30_000, "complete"]);
  assertEquals(await navigate(came("http://b/", busy), { url: "http://b/" }), {
    url: "http://b/",
    loading: true,
  });
  await assertRejects(
    () => navigate(came(null, here("http://a/")), { url: "http://b/" }),
    Unanswered,
    "http://b/ has not answered within 30 s: the navigation was given up and the page before is",
  );
});

Deno.test("navigate() does not answer the address of Chrome's error page", async () => {
  const page = new FakePage((method) =>
    method === "script.callFunction"
      ? here("chrome-error://chromewebdata/")
      : new BidiError(method, "unknown error", "net::ERR_ABORTED")
  );
  assertEquals((await navigate(page, { url: "http://b/" })).url, undefined);
});

Deno.test("navigate() follows a navigation that another one cancelled", async () => {
  let looks = 0;
  const page = new FakePage((method) =>
    method === "script.callFunction"
      ? looks++ < 2 ? here("http://a/") : here("http://c/", 2, looks < 5 ? "loading" : "complete")
      : new BidiError(method, "unknown error", "navigation canceled by concurrent navigation")
  );
  assertEquals(await navigate(page, { url: "http://b/" }), { url: "http://c/" });
  assertEquals(looks, 5);
});

Deno.test("navigate() keeps an error that is no news of the page", async () => {
  const page = new FakePage((method) =>
    method === "script.callFunction" ? here("http://a/") : new Error("closed")
  );
  await assertRejects(() => navigate(page, { url: "http://b/" }), Error, "closed");
});
