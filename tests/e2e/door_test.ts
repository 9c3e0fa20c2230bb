/**
 * The door against the browser that is driven: whatever a page tries on pagetap's own port is refused, does
 * nothing, tells nothing, and no page can be taken there.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Pages, servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

/** Every way a page has to send a request, as the body of an async function of `target`; each says what it got. */
const ATTEMPTS: Record<string, string> = {
  "fetch": `return (await fetch(target + "/health")).status`,
  "fetch with credentials": `
    return (await fetch(target + "/openapi.json", { credentials: "include" })).status`,
  "fetch of a resource": `
    return (await fetch(target + "/resources?uri=workspace%3A%2F%2Fcurrent")).text()`,
  "fetch with a preflight": `
    const headers = { "content-type": "application/json", "x-workspace": "victim" };
    return (await fetch(target + "/browser/press-key", { method: "POST", headers, body: KEY })).text()`,
  "fetch of MCP with a preflight": `
    const headers = { "content-type": "application/json" };
    return (await fetch(target + "/mcp?workspace=victim", { method: "POST", headers, body: CALL })).text()`,
  "fetch without a preflight": `
    const headers = { "content-type": "text/plain" };
    return (await fetch(target + PRESS, { method: "POST", headers, body: KEY })).text()`,
  "fetch with no-cors": `
    const got = await fetch(target + PRESS, { method: "POST", mode: "no-cors", body: KEY });
    return got.type === "opaque" ? null : got.status`,
  "fetch with no-cors of a reading": `
    const got = await fetch(target + "/metrics", { mode: "no-cors" });
    return got.type === "opaque" ? null : got.status`,
  "XMLHttpRequest": `
    const { promise, resolve } = Promise.withResolvers();
    const xhr = new XMLHttpRequest();
    xhr.onload = () => resolve(xhr.responseText);
    xhr.onerror = () => resolve(null);
    xhr.open("PUT", target + PRESS);
    xhr.send(KEY);
    return promise`,
  "sendBeacon": `
    navigator.sendBeacon(target + PRESS, KEY);
    navigator.sendBeacon(target + PRESS, new URLSearchParams({ keys: "a" }));
    try {
      navigator.sendBeacon(target + PRESS, new Blob([KEY], { type: "application/json" }));
    } catch {}
    return null`,
  ...Object.fromEntries(
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].map((type) => [
      `a form of ${type}`,
      `
    const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), { name: "${type}" }));
    const form = document.body.appendChild(document.createElement("form"));
    Object.assign(form, { method: "post", action: target + PRESS, target: "${type}", enctype: "${type}" });
    form.append(Object.assign(document.createElement("input"), { name: '{"keys":"a","x":"', value: '"}' }));
    form.submit();
    return loaded(frame).then(() => framed(frame))`,
    ]),
  ),
  "a frame": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    frame.src = target + "/health";
    return loaded(frame).then(() => framed(frame))`,
  "an image": `return loaded(Object.assign(new Image(), { src: target + "/health" }))`,
  "a script": `
    const script = document.createElement("script");
    script.src = target + "/openapi.json";
    document.head.append(script);
    return loaded(script)`,
  "a style sheet": `
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet" });
    link.href = target + "/admin/";
    document.head.append(link);
    return loaded(link)`,
  "import()": `return (await import(target + "/health")) && "imported"`,
  "a worker": `
    const text = "importScripts(" + JSON.stringify(target + "/health") + ")";
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    const { promise, resolve } = Promise.withResolvers();
    worker.onerror = () => resolve(null);
    setTimeout(() => resolve("no error"), 3000);
    return promise.finally(() => worker.terminate())`,
  "a WebSocket": `
    const socket = new WebSocket(target.replace("http", "ws") + "/mcp?workspace=victim");
    const { promise, resolve } = Promise.withResolvers();
    socket.onopen = () => resolve("open");
    socket.onerror = () => resolve(null);
    return promise`,
  "an EventSource": `
    const source = new EventSource(target + "/metrics");
    const { promise, resolve } = Promise.withResolvers();
    source.onopen = () => resolve("open");
    source.onerror = () => resolve(null);
    return promise.finally(() => source.close())`,
};

/** What the attempts are written with. */
const PRELUDE = `
  const KEY = '{"keys":"a"}';
  const PRESS = "/browser/press-key?workspace=victim";
  const CALL = JSON.stringify({
    jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "press_key", arguments: { keys: "a" } },
  });
  const loaded = (element) => new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve(null);
  });
  // A frame of another origin shows nothing of itself; what it loads, an error too, it tells of.
  const framed = (frame) => frame.contentDocument === null ? null : frame.contentDocument.body.innerText || null;
  let target = "";
`;

/** Paths the attempts go to, and nothing else here does. */
const ATTEMPTED =
  /request method=(\S+) path=(\/health|\/openapi\.json|\/metrics|\/resources|\/mcp|\/browser\/press-key|\/admin\/) status=(\d+)/g;

/** What must have come of the attempts, or they would prove nothing. */
const ARRIVE = [
  "GET /health",
  "GET /openapi.json",
  "GET /resources",
  "GET /metrics",
  "GET /mcp",
  "GET /admin/",
  "OPTIONS /mcp",
  "OPTIONS /browser/press-key",
  "POST /browser/press-key",
];

/** Where a page takes itself, or is taken, to `target`; the test's own requests are none of these. */
const WAYS: Record<string, (target: string) => string> = {
  "a link": (target) => `
    const link = document.body.appendChild(document.createElement("a"));
    link.href = ${JSON.stringify(target)};
    link.click()`,
  "a script": (target) => `location.replace(${JSON.stringify(target)})`,
  "a form": (target) => `
    const form = document.body.appendChild(document.createElement("form"));
    form.action = ${JSON.stringify(target)};
    form.submit()`,
  "a redirect": (target) => `location.href = "/redirect?to=" + encodeURIComponent("${target}")`,
  "a meta refresh": (target) => `location.href = "/refresh?to=" + encodeURIComponent("${target}")`,
};

const SITE: Pages = {
  "/": "<title>attacker</title><body>",
  "/redirect": ({ url }) =>
    new Response(null, {
      status: 302,
      headers: { location: new URL(url).searchParams.get("to") ?? "" },
    }),
  "/refresh": ({ url }) =>
    new Response(
      `<meta http-equiv="refresh" content="0; url=${new URL(url).searchParams.get("to")}">`,
      { headers: { "content-type": "text/html" } },
    ),
};

/** What a tab shows that was put back. Which call is told of it is the browser's speed to say. */
async function putBack(pagetap: Pagetap, workspace: string): Promise<Record<string, unknown>> {
  return await until(async () => {
    const { body } = await pagetap.post(workspace, "extract");
    return body.url === "about:blank" && body;
  });
}

for (const browser of BROWSERS) {
  Deno.test(`a page in ${browser} gets nothing from pagetap's own port`, async (t) => {
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    await using site = servePages(SITE);
    const { port } = new URL(pagetap.address);
    const elsewhere = site.origin.replace("127.0.0.1", "localhost");
    const workspace = "attacker";
    await pagetap.call("victim", "open_session", { url: `${site.origin}/` });
    await pagetap.call("victim", "execute_script", {
      script: "window.keys = 0; document.addEventListener('keydown', () => window.keys++)",
    });
    await pagetap.call(workspace, "open_session");
    // The same host with another port is the same site; another name of it is another site.
    for (const from of [site.origin, elsewhere]) {
      for (const target of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
        await t.step(`from ${new URL(from).hostname} to ${new URL(target).hostname}`, async () => {
          await pagetap.call(workspace, "navigate", { url: `${from}/` });
          const before = pagetap.log.length;
          for (const [what, attempt] of Object.entries(ATTEMPTS)) {
            const { status, body } = await pagetap.post(workspace, "execute_script", {
              script: `${PRELUDE}
                target = ${JSON.stringify(target)};
                const attempt = async () => { ${attempt} };
                const late = new Promise((resolve) => setTimeout(() => resolve("neither refused nor answered"), 5000));
                return Promise.race([attempt().catch(() => null), late])`,
            });
            if (status === 403) await pagetap.call(workspace, "navigate", { url: `${from}/` });
            else assertEquals(body.value, null, what);
          }
          const seen = [...pagetap.log.slice(before).matchAll(ATTEMPTED)];
          for (const [line, , , status] of seen) assertMatch(status ?? "", /^403$/, line);
          const came = new Set(seen.map(([, method, path]) => `${method} ${path}`));
          for (const request of ARRIVE) assert(came.has(request), `${request} never came`);
        });
      }
    }
    await t.step("and nothing of it has acted", async () => {
      const { value } = await pagetap.call("victim", "execute_script", { script: "return keys" });
      assertEquals(value, 0);
      await pagetap.call("victim", "end_browser");
    });
    await pagetap.call(workspace, "end_browser");
  });

  Deno.test(`no page in ${browser} can be taken to pagetap's own port`, async (t) => {
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    await using site = servePages(SITE);
    const { port } = new URL(pagetap.address);
    const workspace = "attacker";
    const targets = ["127.0.0.1", "localhost", "127.1", "0x7f000001", "[::ffff:127.0.0.1]"]
      .map((host) => `http://${host}:${port}/health`);
    await pagetap.call(workspace, "open_session", { url: `${site.origin}/` });

    await t.step("by the address", async () => {
      const before = pagetap.log.length;
      for (const url of targets) {
        for (const tool of ["navigate", "open_session"]) {
          const { status, message } = await pagetap.refused(workspace, tool, { url });
          assertEquals(status, 403, message);
          assertStringIncludes(message, "an address of pagetap");
        }
      }
      assertEquals(pagetap.log.slice(before).includes("path=/health"), false);
      const { url } = await pagetap.call(workspace, "extract");
      assertEquals(url, `${site.origin}/`);
    });

    for (const [what, script] of Object.entries(WAYS)) {
      await t.step(`by ${what}`, async () => {
        for (const target of targets.slice(0, 2)) {
          await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
          const before = pagetap.log.length;
          await pagetap.post(workspace, "execute_script", { script: script(target) });
          const { text } = await putBack(pagetap, workspace);
          assertEquals(text, "");
          for (const [line, , , status] of pagetap.log.slice(before).matchAll(ATTEMPTED)) {
            assertEquals(status, "403", line);
          }
        }
      });
    }

    await t.step("by another tab", async () => {
      await pagetap.call(workspace, "navigate", { url: `${site.origin}/` });
      const before = pagetap.log.length;
      await pagetap.post(workspace, "execute_script", {
        script: `open(${JSON.stringify(targets[0])}); return null`,
      });
      await until(() => pagetap.log.slice(before).includes("path=/health"));
      const { tabs } = await until(async () => {
        const now = await pagetap.read<{ tabs: { url: string }[] }>(
          workspace,
          "workspace://current",
        );
        return now.tabs.every(({ url }) => !url.includes(`:${port}`)) && now;
      });
      assertEquals(tabs.length, 2);
      assertEquals(/path=\/health status=(?!403)/.test(pagetap.log.slice(before)), false);
    });
    await pagetap.call(workspace, "end_browser");
  });
}

Deno.test("a name that was rebound to pagetap's address is told nothing, on any path", async () => {
  await using pagetap = await Pagetap.start();
  const { port } = new URL(pagetap.address);
  const ask = async (request: string): Promise<string> => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
    await connection.write(new TextEncoder().encode(request));
    let text = "";
    for await (const chunk of connection.readable) text += new TextDecoder().decode(chunk);
    return text;
  };
  const hosts = ["evil.test", "127.0.0.1.evil.test", "localhost.", `user@localhost`, "0.0.0.0"];
  const paths = [
    "/health",
    "/metrics",
    "/openapi.json",
    "/resources?uri=workspace%3A%2F%2Fcurrent",
    "/",
  ];
  for (const host of hosts) {
    for (const path of [...paths, `http://localhost:${port}/health`]) {
      const answer = await ask(
        `GET ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`,
      );
      assertMatch(answer, /^HTTP\/1\.1 403 /, `${host} ${path}`);
      assertStringIncludes(answer, "Host is not one this server answers to");
    }
    const body = '{"keys":"a"}';
    const answer = await ask(
      `POST /browser/press-key HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    assertMatch(answer, /^HTTP\/1\.1 403 /);
  }
  assertMatch(
    await ask(`GET /health HTTP/1.1\r\nConnection: close\r\n\r\n`),
    /^HTTP\/1\.1 40[03] /,
  );
  const two = `Host: localhost:${port}\r\nHost: evil.test:${port}\r\nConnection: close\r\n\r\n`;
  assertMatch(await ask(`GET /health HTTP/1.1\r\n${two}`), /^HTTP\/1\.1 40[03] /);
});
