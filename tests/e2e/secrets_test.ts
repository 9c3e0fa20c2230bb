/**
 * A password that was typed by name into a page that tells it everywhere: its bytes are in nothing pagetap says
 * or keeps, on either surface, also not after a restart.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";
import type { SecretList } from "../../actors/secrets.ts";
import { Child } from "./child.ts";
import { encodingsOf, tell } from "./encodings.ts";
import { exported } from "./exported.ts";
import { filesWith } from "./files_with.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";
import { McpClient } from "./mcp_client.ts";

const PASSWORD = 'zq9-"Xk7/Pw<T>&31+v=';
const USER = "Xk7-ann@shop";
const ENCODED = encodingsOf(PASSWORD);

/** Tells, in every way a page can, what is put into its field, once. */
const TELLTALE = `<!doctype html><meta charset=utf-8><title>sign in</title>
<link rel=icon href="data:,"><input id=user><input id=word type=password><p id=out></p><script>
const get = (url, init) => fetch(url, init).then((r) => r.text()).catch(() => {});
const heard = [];
addEventListener("input", () => heard.push(word.value), true);
word.oninput = async () => {
  word.oninput = null;
  const secret = word.value;
  const encoded = ${JSON.stringify(Object.values(ENCODED)).replaceAll("<", "\\u003c")};
  document.title = "title " + secret;
  document.cookie = "mine=" + encodeURIComponent(secret) + "; path=/";
  localStorage.mine = secret;
  for (const each of encoded) {
    out.append(" text " + each);
    await get("/echo?q=" + encodeURIComponent(each) + "&password=" + encodeURIComponent(each));
    await get("/echo", { method: "POST", body: JSON.stringify({ note: each, deep: [{ list: [each] }] }) });
    await get("/echo", { method: "POST", body: new URLSearchParams({ note: each }) });
    console.error("said " + each);
    console.error("%s and %o", each, { note: each, ["k" + each]: [each] });
    console.error(new Error(each));
    history.replaceState({}, "", "/page?q=" + encodeURIComponent(each) + "#" + encodeURIComponent(each));
    setTimeout(() => { throw new Error("threw " + each) });
  }
  history.replaceState({}, "", "/page?q=" + encodeURIComponent(secret) + "#" + btoa(secret));
  out.append(" all told");
};</script>`;

/** The site, which sends back whatever it is sent. */
function serveSite(): { origin: string; other: string; stop(): Promise<void> } {
  const stopper = new AbortController();
  const { signal } = stopper;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal, onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/page") {
        return new Response(TELLTALE, { headers: { "content-type": "text/html" } });
      }
      return Response.json({
        got: await request.text(),
        search,
        cookie: request.headers.get("cookie"),
      }, {
        status: 500,
      });
    },
  );
  const { port } = server.addr;
  return {
    origin: `http://127.0.0.1:${port}`,
    other: `http://localhost:${port}`,
    async stop() {
      stopper.abort();
      await server.finished;
    },
  };
}

/** One surface: everything it said is kept. */
interface Surface {
  readonly name: string;
  /** Calls an action, whatever it answers. */
  ask(action: string, args?: object): Promise<Result>;
  read<T>(uri: string): Promise<T>;
}

function surfaces(
  pagetap: Pagetap,
  client: McpClient,
  hear: (what: string, said: unknown) => void,
): Surface[] {
  return [{
    name: "json",
    async ask(action, args = {}) {
      const { body } = await pagetap.post("json", action, args);
      const { data: _image, ...told } = body;
      hear(`json ${action}`, told);
      return body as unknown as Result;
    },
    async read<T>(uri: string) {
      const read = await pagetap.read<T>("json", uri);
      hear(`json ${uri}`, read);
      return read;
    },
  }, {
    name: "mcp",
    async ask(action, args = {}) {
      const answer = await client.ask(action, { ...args });
      hear(`mcp ${action}`, [answer.text, answer.structured]);
      return (answer.structured ?? { error: answer.text }) as Result;
    },
    async read<T>(uri: string) {
      const read = await client.resource<T>(uri);
      hear(`mcp ${uri}`, read);
      return read;
    },
  }];
}

/** Has the password typed, and asks for everything there is to be told after. */
async function askForAll({ ask, read }: Surface, browser: string, origin: string): Promise<void> {
  await ask("open_session", { browser, url: `${origin}/page`, capture: true, settle_ms: 3_000 });
  const user = await ask("write", {
    selector: { css: "#user" },
    secret: { name: "shop", key: "user" },
  });
  assertMatch(String(user.note), /so would a screenshot/);
  const typed = await ask("write", {
    selector: { css: "#word" },
    secret: { name: "shop", key: "password" },
  });
  assertEquals([typed.how, typed.value, typed.value_length], ["inserted", undefined, undefined]);
  await ask("wait_for", { text: "all told", timeout: 20 });
  const held = await ask("execute_script", {
    script: "return [word.value === arguments[0], heard.length, word.value, { deep: heard }]",
    args: [PASSWORD],
  });
  // Whole, and in one go: a page hears no beginnings of it, which could not be masked.
  assertEquals((held.value as unknown[]).slice(0, 3), [true, 2, "•••"]);
  await ask("execute_script", { script: "throw new Error(word.value)" });
  for (const action of ["extract", "outline", "screenshot"]) await ask(action);
  for (const max_chars of [1, 9, 12]) {
    await ask("extract", { selector: { css: "#user" }, max_chars });
    await ask("extract", { selector: { css: "#out" }, max_chars });
  }
  await ask("extract", { format: "html" });
  await ask("press_key", { selector: { css: "#user" }, keys: "Backspace" });
  await ask("outline");
  await ask("extract", { selector: { css: "#user" } });
  await ask("cookies", { action: "list" });
  const { withheld } = await ask("save_site_data");
  assertEquals(withheld, 2);
  await read("workspace://site-data");
  await ask("wait_for", { text: `${PASSWORD}?`, timeout: 0.2 });
  await ask("execute_script", { script: "setTimeout(() => confirm(word.value), 50)" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await ask("extract");
  await read("workspace://current");
  await ask("dialog", { action: "accept" });
  const { entries } = await read<ConsoleList>("workspace://console?limit=1000");
  assert(entries.length > 20, `${entries.length} entries`);
  for (const { seq } of entries) await read(`workspace://console/${seq}`);
  const { requests } = await read<NetworkList>("workspace://network?limit=1000");
  assert(requests.length > 30, `${requests.length} rows`);
  for (const { id } of requests.slice(0, 12)) {
    await read(`workspace://network/${id}`);
    for (const side of ["request", "response"]) await ask("network_body", { id, side });
  }
  await read("workspace://current");
}

/** The folder of secrets of a server for `origin`. */
async function writeSecrets(folder: string, origin: string): Promise<void> {
  await Deno.mkdir(`${folder}/shop`, { recursive: true });
  for (const [key, text] of Object.entries({ user: USER, password: PASSWORD, origins: origin })) {
    await Deno.writeTextFile(`${folder}/shop/${key}`, `${text}\n`);
  }
}

for (const browser of BROWSERS) {
  Deno.test({
    name: `a typed password is in nothing pagetap says or keeps: ${browser}`,
    // The browser keeps its connections to the site open past the test's steps.
    sanitizeResources: false,
    sanitizeOps: false,
    async fn(t) {
      const root = await Deno.makeTempDir({ prefix: "pagetap-secrets-" });
      const [secrets, data] = [`${root}/secrets`, `${root}/data`];
      const site = serveSite();
      const said: [string, string][] = [];
      const hear = (what: string, value: unknown) => void said.push([what, JSON.stringify(value)]);
      const logs: string[] = [];
      try {
        await writeSecrets(secrets, site.origin);
        const env = { SECRETS_DIR: secrets, BROWSER: browser };
        {
          await using pagetap = await Pagetap.start(env, data);
          await using client = await McpClient.connect({ ...pagetap, workspace: "mcp" });
          for (const surface of surfaces(pagetap, client, hear)) {
            await t.step(`over ${surface.name}`, () => askForAll(surface, browser, site.origin));
            await t.step(`what is exported of ${surface.name}`, async () => {
              const { har, entries } = await exported(pagetap.address, surface.name);
              assert(har.log.entries.length > 30, `${har.log.entries.length} requests`);
              assert(entries.length > 20, `${entries.length} entries`);
              for (const each of [har, entries]) assert(JSON.stringify(each).includes("•••"));
              hear(`${surface.name} HAR`, har);
              hear(`${surface.name} JSON lines`, entries);
            });
          }
          await t.step("the list of secrets tells no value", async () => {
            const list = await pagetap.read<SecretList>("json", "secret://secrets");
            assertEquals(list, {
              secrets: [{ name: "shop", keys: ["password", "user"], origins: [site.origin] }],
              total: 1,
            });
          });
          logs.push(pagetap.log);
          await pagetap.stop();
        }
        await t.step("after a start it is masked before it is typed again", async () => {
          await using pagetap = await Pagetap.start(env, data);
          const said = await pagetap.call("json", "execute_script", {
            script: "return [arguments[0], location.href]",
            args: [PASSWORD],
          });
          hear("after a start", said);
          assertEquals(said.value, ["•••", `${site.origin}/page`]);
          assertMatch((said.reopened as { why: string }).why, /pagetap was stopped/);
          const refused = await pagetap.refused("json", "save_flow", {
            name: "sign-in",
            flow: {
              steps: [{ tool: "write", arguments: { selector: { css: "#a" }, text: PASSWORD } }],
            },
          });
          assertMatch(refused.message, /the value of a secret is in the flow, which is not kept/);
          hear("a flow with it", refused.message);
          logs.push(pagetap.log);
        });
      } finally {
        await site.stop();
      }

      const masked = said.map(([, text]) => text).join("").split("•••").length - 1;
      assert(masked > 400, `only ${masked} masks: the page did not say enough to test`);
      // "Xk7" is a piece of both values that most encodings leave as it is.
      for (const [name, encoded] of Object.entries({ ...ENCODED, "a part": "Xk7" })) {
        await t.step(name, () => {
          const bytes = tell(name, encoded);
          const needle = JSON.stringify(bytes).slice(1, -1);
          assertEquals(said.filter(([, text]) => text.includes(needle)).map(([what]) => what), []);
          assertEquals(logs.filter((log) => log.includes(bytes) || log.includes(needle)), []);
          assertEquals(filesWith(data, bytes), []);
          assertEquals(filesWith(data, needle), []);
        });
      }
      await Deno.remove(root, { recursive: true });
    },
  });
}

Deno.test("a folder of secrets that is none stops the start", async () => {
  const child = await Child.start({
    command: Deno.execPath(),
    args: ["run", "-A", "main.ts", "--port", "0"],
    cwd: new URL("../../", import.meta.url).pathname,
    env: { SECRETS_DIR: "/no/such/folder" },
    ready: /pagetap: SECRETS_DIR "\/no\/such\/folder" is no folder that can be read/,
  });
  assertEquals(await child.ended(), 2);
  await child.stop();
});
