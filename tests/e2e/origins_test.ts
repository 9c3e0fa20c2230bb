/**
 * Where pages may be taken, with the lists an operator gives: by the address, and by where a page leads.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

/** What the page says where none may go. */
const SECRET = "kept-to-itself";

const page = (html: string): Response =>
  new Response(html, { headers: { "content-type": "text/html" } });

for (const browser of BROWSERS) {
  Deno.test(`pages in ${browser} go where the lists let them, and redirects too`, async (t) => {
    await using site = servePages({
      "/": "<title>here</title>",
      "/out": ({ url }) => {
        const location = new URL(url).searchParams.get("to") ?? "";
        return new Response(null, { status: 302, headers: { location } });
      },
    });
    const { port } = new URL(site.origin);
    await using pagetap = await Pagetap.start({
      BROWSER: browser,
      ALLOW_ORIGINS: `${site.origin}, localhost, http://*.localhost:${port}`,
      DENY_ORIGINS: `http://denied.localhost:${port}`,
    });
    const workspace = "lists";
    const refused = async (url: string, why: string): Promise<void> => {
      for (
        const [tool, args] of [
          ["open_session", { url }],
          ["navigate", { url }],
          ["tabs", { action: "open", url }],
          ["download", { url }],
        ] as const
      ) {
        const { status, message } = await pagetap.refused(workspace, tool, args);
        assertEquals(status, 403, `${tool}: ${message}`);
        assertStringIncludes(message, why, tool);
      }
    };
    await pagetap.call(workspace, "open_session", { url: `${site.origin}/` });

    await t.step("by the address", async () => {
      await pagetap.call(workspace, "navigate", { url: `http://localhost:${port}/` });
      await pagetap.call(workspace, "navigate", { url: `http://a.localhost:${port}/` });
      await refused("https://example.com/", "ALLOW_ORIGINS does not have its origin");
      await refused(`http://DENIED.localhost.:${port}/`, "DENY_ORIGINS has its origin");
      await refused("http://0xa9fea9fe/latest/", "a link-local or cloud metadata address");
      await refused("http://[::ffff:169.254.169.254]/", "a link-local or cloud metadata address");
      await refused("http://metadata.google.internal/", "a link-local or cloud metadata address");
      const { tabs } = await pagetap.read<{ tabs: unknown[] }>(workspace, "workspace://current");
      assertEquals(tabs.length, 1);
    });

    await t.step("by a redirect, and by a script of the page", async () => {
      const there = `http://denied.localhost:${port}/`;
      const redirect = `${site.origin}/out?to=${encodeURIComponent(there)}`;
      const back = () =>
        until(async () => {
          const { body } = await pagetap.post(workspace, "extract");
          return body.url === "about:blank" && body;
        });
      const { status, message } = await pagetap.refused(workspace, "navigate", { url: redirect });
      assertEquals(status, 403, message);
      assertStringIncludes(message, "DENY_ORIGINS has its origin; the tab was put back");
      await back();
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
      await pagetap.post(workspace, "execute_script", {
        script: `location.href = ${JSON.stringify(there)}`,
      });
      await back();
    });
    await pagetap.call(workspace, "end_browser");
  });
}

for (const browser of BROWSERS) {
  Deno.test(`nothing of where no page may go comes out of ${browser}`, async (t) => {
    await using site = servePages({
      "/": "<title>here</title>",
      "/out": ({ url }) => {
        const location = new URL(url).searchParams.get("to") ?? "";
        return new Response(null, { status: 302, headers: { location } });
      },
      "/framing": ({ url }) => {
        const src = new URL(url).searchParams.get("of") ?? "";
        return page(`<title>framing</title><iframe src="${src}"></iframe>`);
      },
      "/asking": ({ url }) => {
        const src = new URL(url).searchParams.get("of") ?? "";
        return page(
          `<title>asking</title><script>fetch(${JSON.stringify(src)}).catch(() => {})</script>`,
        );
      },
      "/secret": () =>
        new Response(`<title>${SECRET}</title><p>${SECRET}`, {
          headers: { "content-type": "text/html", "access-control-allow-origin": "*" },
        }),
    });
    const { port } = new URL(site.origin);
    await using pagetap = await Pagetap.start({
      BROWSER: browser,
      DENY_ORIGINS: `http://denied.localhost:${port}`,
    });
    const workspace = "shut";
    const denied = `http://denied.localhost:${port}/secret`;
    await pagetap.call(workspace, "open_session", { url: `${site.origin}/`, capture: true });

    /** That the newest request of the denied URL is known and its bodies are not. */
    const hasNoBody = async (path: string, args: object, tool: string) => {
      const { seq = 0 } = (await pagetap.network(workspace, "?pages=all")).requests[0] ?? {};
      await pagetap.post(workspace, tool, args);
      const row = await until(async () => {
        const { requests } = await pagetap.network(workspace, "?pages=all&url=denied.localhost");
        return requests.find((row) => row.seq > seq && row.state !== "pending");
      });
      for (const side of ["response", "request"]) {
        const body = await pagetap.call(workspace, "network_body", { id: row.id, side });
        assertEquals(body.text, null, path);
        assertStringIncludes(String(body.why), "DENY_ORIGINS has its origin", path);
      }
    };
    const by = (path: string, name: string) =>
      `${site.origin}${path}?${name}=${encodeURIComponent(denied)}`;

    await t.step(
      "by a redirect",
      () => hasNoBody("a redirect", { url: by("/out", "to") }, "navigate"),
    );
    await t.step(
      "in a frame",
      () => hasNoBody("a frame", { url: by("/framing", "of") }, "navigate"),
    );
    await t.step(
      "by a fetch",
      () => hasNoBody("a fetch", { url: by("/asking", "of") }, "navigate"),
    );
    await t.step("by a script that goes there", async () => {
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
      const script = `location.href = ${JSON.stringify(denied)}`;
      await hasNoBody("a script", { script }, "execute_script");
    });
    await t.step("nor does any result have its title or its text", async () => {
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
      const script = `setTimeout(() => location.href = ${JSON.stringify(denied)}, 50)`;
      const answers = [await pagetap.post(workspace, "execute_script", { script })];
      await until(async () => {
        answers.push(await pagetap.post(workspace, "extract"));
        return answers.at(-1)?.body.url === "about:blank";
      });
      answers.push({ status: 200, body: await pagetap.read(workspace, "workspace://current") });
      for (const answer of answers) {
        assertEquals(JSON.stringify(answer).includes(SECRET), false, JSON.stringify(answer));
      }
    });
    await pagetap.call(workspace, "end_browser");
  });
}
