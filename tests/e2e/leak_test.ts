import { assert, assertEquals } from "@std/assert";
import { encodingsOf, tell } from "./encodings.ts";
import { exported } from "./exported.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

/**
 * The value is first seen in an `Authorization` header, and after that in every place and every encoding
 * that DESIGN 4.4 names. It must be in nothing that pagetap says.
 */
const SECRET = 'zq9-"Xk7/Pw<T>&31+v=';

let pagetap: Pagetap;
Deno.test.beforeAll(async () => {
  pagetap = await Pagetap.start();
});
Deno.test.afterAll(async () => {
  await pagetap.stop();
});

/** The secret as a page may write it. */
const ENCODED = encodingsOf(SECRET);

/** A page that sends the secret every way a page can. */
function script(): string {
  return `
    const secret = ${JSON.stringify(SECRET)};
    const encoded = ${JSON.stringify(ENCODED)};
    const get = (url, init) => fetch(url, init).then((r) => r.text()).catch(() => {});
    await get("/api/login", { headers: { authorization: "Bearer " + secret } });
    document.cookie = "mine=" + encodeURIComponent(secret) + "; path=/";
    await get("/api/cookie");
    for (const each of Object.values(encoded)) {
      await get("/api/echo?token=" + encodeURIComponent(each) + "&other=" + encodeURIComponent(each));
      await get("/api/echo", { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ password: each, note: each, deep: [{ list: [each] }] }) });
      await get("/api/echo", { method: "POST",
        body: new URLSearchParams({ password: each, note: each }) });
      const form = new FormData(); form.set("note", each); form.set("password", each);
      await get("/api/echo", { method: "POST", body: form });
      console.error("said " + each);
      console.error("%s and %o", each, { note: each, deep: { list: [each] }, ["k" + each]: 1 });
      console.error(new Error(each));
      history.replaceState({}, "", "/page?token=" + encodeURIComponent(each) + "#" + encodeURIComponent(each));
      await get("/api/location?to=" + encodeURIComponent(each));
      setTimeout(() => { throw new Error("threw " + each) });
    }
    history.replaceState({}, "", "/page#access_token=" + encodeURIComponent(secret));
    document.title = "title " + secret;
    document.querySelector("#out").textContent = "text " + Object.values(encoded).join(" ");
  `;
}

/** The site that takes all of it and sends it back. */
function serveSite(): { origin: string; stop(): Promise<void> } {
  const stopper = new AbortController();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: stopper.signal, onListen() {} },
    async (request) => {
      const url = new URL(request.url);
      if (url.pathname === "/page") {
        return new Response(
          `<!doctype html><meta charset=utf-8><title>t</title><link rel=icon href="data:,"><p id=out>`,
          { headers: { "content-type": "text/html; charset=utf-8" } },
        );
      }
      const headers = new Headers({ "content-type": "application/json" });
      if (url.pathname === "/api/cookie") {
        headers.append("set-cookie", `sid=${encodeURIComponent(SECRET)}; HttpOnly; Path=/`);
        headers.append("set-cookie", `lang=en; Path=/`);
      }
      if (url.pathname === "/api/location") {
        headers.set(
          "location",
          `/next?token=${url.searchParams.get("to")?.replace(/[^ -~]/g, "")}`,
        );
        headers.set("x-note", encodeURIComponent(url.searchParams.get("to") ?? ""));
        return new Response("{}", { status: 500, headers });
      }
      const body = await request.text();
      return new Response(JSON.stringify({ got: body, query: url.search, password: SECRET }), {
        status: 500,
        headers,
      });
    },
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    async stop() {
      stopper.abort();
      await server.finished;
    },
  };
}

for (const browser of BROWSERS) {
  Deno.test({
    name: `a secret is in nothing pagetap says: ${browser}`,
    // The browser keeps its connections to the site open past the test's steps.
    sanitizeResources: false,
    sanitizeOps: false,
    async fn(t) {
      const workspace = `leak-${browser}`;
      const site = serveSite();
      const said: [string, string][] = [];
      const hear = (what: string, value: unknown) => said.push([what, JSON.stringify(value)]);
      try {
        hear(
          "open_session",
          await pagetap.call(workspace, "open_session", {
            browser,
            url: `${site.origin}/page`,
            capture: true,
            settle_ms: 2_000,
          }),
        );
        const run = await pagetap.post(workspace, "execute_script", {
          script: `${script()}; return { secret, encoded, deep: [secret] }`,
        });
        hear("execute_script", run);
        hear(
          "error",
          await pagetap.post(workspace, "execute_script", {
            script: `throw new Error(${JSON.stringify(SECRET)})`,
          }),
        );
        hear("extract", await pagetap.call(workspace, "extract"));
        hear("html", await pagetap.call(workspace, "extract", { format: "html" }));
        hear("outline", await pagetap.call(workspace, "outline"));
        hear(
          "no match",
          await pagetap.post(workspace, "wait_for", {
            text: SECRET + "?",
            timeout: 0.2,
          }),
        );
        await pagetap.post(workspace, "execute_script", {
          script: `setTimeout(() => confirm(${JSON.stringify(SECRET)}), 50)`,
        });
        await new Promise((resolve) => setTimeout(resolve, 300));
        hear("dialog is open", await pagetap.post(workspace, "extract"));
        hear("current, dialog", await pagetap.read(workspace, "workspace://current"));
        hear("dialog", await pagetap.call(workspace, "dialog", { action: "accept" }));
        hear("current", await pagetap.read(workspace, "workspace://current"));

        const console = await pagetap.console(workspace, "?limit=1000");
        hear("console", console);
        assert(console.entries.length > 20, `${console.entries.length} entries`);
        for (const { seq } of console.entries) {
          hear(`entry ${seq}`, await pagetap.read(workspace, `workspace://console/${seq}`));
        }
        const network = await pagetap.network(workspace, "?limit=1000");
        hear("network", network);
        assert(network.requests.length > 40, `${network.requests.length} rows`);
        for (const { id } of network.requests) {
          hear(`request ${id}`, await pagetap.read(workspace, `workspace://network/${id}`));
          for (const side of ["request", "response"]) {
            const { body } = await pagetap.post(workspace, "network_body", { id, side });
            hear(`${side} body ${id}`, body);
          }
        }
        const { entries, har } = await exported(pagetap.address, workspace);
        hear("HAR", har);
        hear("JSON lines", entries);
        assert(har.log.entries.length >= network.requests.length);
        assert(entries.length >= console.entries.length);
        for (const each of [har, entries]) assert(JSON.stringify(each).includes("•••"));
        await pagetap.call(workspace, "navigate", { url: `${site.origin}/page?again` });
        hear("older URLs", await pagetap.network(workspace, "?pages=5&limit=1000"));
      } finally {
        await pagetap.call(workspace, "end_browser");
        await site.stop();
      }

      const masked = said.map(([, text]) => text).join("").split("•••").length - 1;
      assert(masked > 200, `only ${masked} masks: the page did not say enough to test`);
      said.push(["log", pagetap.log]);
      // A piece that most encodings leave as it is.
      const looked = { ...ENCODED, "a part of it": "Xk7" };
      for (const [name, encoded] of Object.entries(looked)) {
        await t.step(name, () => {
          const needle = JSON.stringify(tell(name, encoded)).slice(1, -1);
          const leaks = said.filter(([, text]) => text.includes(needle)).map(([what]) => what);
          assertEquals(leaks, []);
        });
      }
    },
  });
}
