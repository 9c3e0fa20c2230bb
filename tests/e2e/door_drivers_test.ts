/**
 * The drivers' door against the browser that is driven: a page that knows the ports of the drivers, and
 * chromedriver's path as well, neither starts a program with them nor ends or drives a browser.
 *
 * @module
 */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

/** What a page tries on `http://host:port`; each says what it got, null for nothing that it can see. */
const ATTEMPTS: Record<string, string> = {
  "a session by POST": `
    const got = await fetch(target + "/session", { method: "POST", mode: "no-cors", body: NEW_CLASSIC });
    return got.type === "opaque" ? null : got.status`,
  "a shutdown by an image": `
    const image = new Image();
    const { promise, resolve } = Promise.withResolvers();
    image.onload = () => resolve("loaded");
    image.onerror = () => resolve(null);
    image.src = target + "/shutdown";
    return promise`,
  "a shutdown by a frame": `
    const frame = document.body.appendChild(document.createElement("iframe"));
    const { promise, resolve } = Promise.withResolvers();
    frame.onload = frame.onerror = () => resolve(null);
    frame.src = target + "/shutdown";
    return promise`,
  "a reading": `return (await fetch(target + "/status")).text()`,
  "a session by a WebSocket": `
    const socket = new WebSocket(target.replace("http", "ws") + "/session");
    const { promise, resolve } = Promise.withResolvers();
    socket.onopen = () => {
      socket.send(NEW_BIDI);
      resolve("open");
    };
    socket.onerror = () => resolve(null);
    return promise`,
};

/** The command lines of the processes that `pid` has started itself. */
async function children(pid: number): Promise<string[]> {
  const command = new Deno.Command("ps", { args: ["-ww", "-o", "args=", "--ppid", String(pid)] });
  return new TextDecoder().decode((await command.output()).stdout).split("\n");
}

/** Where chromedriver answers, with its path. */
async function chromedriver(pid: number): Promise<{ port: number; base: string }> {
  const args = (await children(pid)).find((args) => args.includes("chromedriver"));
  const [, port = "", base = ""] = /--port=(\d+) --url-base=(\S+)/.exec(args ?? "") ?? [];
  assert(base !== "", args);
  return { port: Number(port), base };
}

/** The port that Firefox wrote into its profile below `folder`. */
async function firefoxPort(folder: string): Promise<number> {
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.startsWith("pagetap-firefox-")) continue;
    const file = await Deno.readTextFile(`${folder}/${name}/WebDriverBiDiServer.json`);
    return JSON.parse(file).ws_port;
  }
  throw new Error("no Firefox has a profile there");
}

for (const browser of BROWSERS) {
  Deno.test(`a page in ${browser} cannot speak to the drivers`, async (t) => {
    const folder = await Deno.makeTempDir({ prefix: "pagetap-test-" });
    const made = `${folder}/made`;
    const program = `${folder}/program`;
    await Deno.writeTextFile(program, `#!/bin/sh\ntouch ${made}\n`, { mode: 0o755 });
    try {
      await using pagetap = await Pagetap.start({ BROWSER: browser, TMPDIR: folder });
      await using site = servePages({ "/": "<title>attacker</title><body>" });
      await pagetap.call("chrome", "open_session", { browser: "chrome", url: `${site.origin}/` });
      await pagetap.call("firefox", "open_session", { browser: "firefox", url: `${site.origin}/` });
      await pagetap.call("attacker", "open_session", { url: `${site.origin}/` });
      const { port, base } = await chromedriver(pagetap.pid);
      const options = { "goog:chromeOptions": { binary: program } };
      const alwaysMatch = { capabilities: { alwaysMatch: options } };
      for (const path of [`${port}`, `${port}${base}`, `${await firefoxPort(folder)}`]) {
        for (const host of ["127.0.0.1", "localhost"]) {
          for (const [what, attempt] of Object.entries(ATTEMPTS)) {
            await t.step(`${what} at ${host}:${path.replace(base, "/base")}`, async () => {
              const { body } = await pagetap.post("attacker", "execute_script", {
                script: `
                  const NEW_CLASSIC = ${JSON.stringify(JSON.stringify(alwaysMatch))};
                  const NEW_BIDI = ${
                  JSON.stringify(
                    JSON.stringify({ id: 1, method: "session.new", params: alwaysMatch }),
                  )
                };
                  const target = "http://${host}:${path}";
                  const attempt = async () => { ${attempt} };
                  const late = new Promise((resolve) => setTimeout(() => resolve(null), 2000));
                  return Promise.race([attempt().catch(() => null), late])`,
              });
              assertEquals(body.value, null, JSON.stringify(body));
            });
          }
        }
      }
      await t.step("and nothing of it has acted", async () => {
        await assertRejects(() => Deno.stat(made), Deno.errors.NotFound);
        assertEquals(await chromedriver(pagetap.pid), { port, base });
        for (const workspace of ["chrome", "firefox", "attacker"]) {
          const { url, notices } = await pagetap.call(workspace, "extract");
          assertEquals([url, notices], [`${site.origin}/`, undefined], workspace);
        }
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
