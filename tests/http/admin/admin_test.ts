import { assert, assertEquals, assertMatch } from "@std/assert";
import { SCOPES } from "../../../http/door/access.ts";
import { sha256, Tokens } from "../../../http/door/tokens.ts";
import { Tail } from "../../../actors/tail.ts";
import type { TailEntry } from "../../../capture/tap.ts";
import { fixture } from "../../fakes/surface.ts";

const CURRENT = {
  live: true,
  browser: "chrome",
  page: { url: "http://x/", title: "x" },
  settings: { timeout: 30, wait_timeout: 10, call_timeout: 30 },
  capture: true,
  capturing: true,
  captured: { console: 1, network: 2, errors: 0, failed_requests: 0 },
  calls: 3,
};

interface Options {
  readonly token?: boolean;
  readonly now?: () => number;
  readonly tokens?: Tokens;
}

function admin({ token = false, now = () => 1_000, tokens }: Options = {}) {
  const made = fixture({ now, ...(token && { authToken: "t0ken" }), ...(tokens && { tokens }) });
  const tail = new Tail("console");
  made.service.answer = ({ workspace, what, args }) => {
    if (what === "tail") return workspace === "none" ? null : tail;
    if (what === "kept") return { pages: [], entries: [{ seq: 1 }, { seq: 2 }], requests: [] };
    if (what !== "read") return { ok: true };
    const { uri } = args as { uri: string };
    if (uri !== "workspace://current") return { capture: true, uri };
    return workspace === "none" ? { live: false, settings: null, calls: 0 } : CURRENT;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    made.app.handle(
      new Request(`http://localhost:4445${path}`, {
        headers: { host: "localhost:4445", ...headers },
      }),
    );
  return { ...made, tail, get };
}

Deno.test("createAdmin() lists the workspaces with how they are", async () => {
  const { get } = admin();
  const response = await get("/admin/workspaces");
  assertEquals(response.status, 200);
  const { workspaces } = await response.json();
  assertEquals(workspaces.length, 1);
  const { key, state, timeouts, captured } = workspaces[0];
  assertEquals([key, state, timeouts.wait_timeout, captured.network], ["w1", "live", 10, 2]);
});

Deno.test("createAdmin() reads console and network as their resources read, with a link to their tail", async () => {
  const { get } = admin();
  const { uri, tail_url } = await (await get("/admin/workspaces/w1/console?level=error")).json();
  assertEquals(uri, "workspace://console?level=error");
  assertMatch(tail_url, /^\/admin\/workspaces\/w1\/tail\?workspace=w1&kind=console&expires=/);
  const one = await (await get("/admin/workspaces/w1/network/3.7")).json();
  assertEquals(one.uri, "workspace://network/3.7");
});

Deno.test("createAdmin() streams a tail to whoever has its link, and how much was dropped", async () => {
  const { get, tail } = admin({ token: true });
  const auth = { authorization: "Bearer t0ken" };
  const { tail_url } = await (await get("/admin/workspaces/w1/console", auth)).json();
  const response = await get(tail_url);
  assertEquals(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert(reader !== undefined);
  let text = "";
  for (let seq = 1; seq <= 501; seq++) {
    tail.push({ kind: "console", row: { seq, text: "x" } as TailEntry });
  }
  while (!text.includes('"seq":501')) text += (await reader.read()).value ?? "";
  const events = text.split("\n").filter((line) => line.startsWith("data:"))
    .map((line) => JSON.parse(line.slice(5)));
  assertEquals(events[0], { dropped: 1 });
  assertEquals([events.length, events[1].seq], [501, 2]);
  await reader.cancel();
});

Deno.test("createAdmin() lets a tail's link open that tail only, and only while it lives", async () => {
  let now = 1_000;
  const { get } = admin({ token: true, now: () => now });
  const auth = { authorization: "Bearer t0ken" };
  const { tail_url } = await (await get("/admin/workspaces/w1/console", auth)).json();
  const others = [
    tail_url.replace("workspaces/w1", "workspaces/w2"),
    tail_url.replace("workspaces/w1", "workspaces/w2").replace("workspace=w1", "workspace=w2"),
    tail_url.replaceAll("w1", "none"),
    tail_url.replace("kind=console", "kind=network"),
    tail_url.replace("/tail", "/har"),
    tail_url.replace("/tail", "/console"),
    tail_url.replace(/expires=\d+/, "expires=99999999"),
  ];
  const answers = [];
  for (const url of others) {
    const response = await get(url);
    answers.push([response.status, await response.text()]);
  }
  now += 5 * 60_000 + 1;
  const expired = await get(tail_url);
  answers.push([expired.status, await expired.text()]);
  assertEquals(answers.map(([status]) => status), answers.map(() => 403));
  assertEquals(new Set(answers.map(([, text]) => text)).size, 1, "they do not all say the same");
});

Deno.test("createAdmin() exports the console as JSON lines and the network as HAR", async () => {
  const { get } = admin();
  const lines = await get("/admin/workspaces/w1/console.jsonl");
  assertEquals(await lines.text(), '{"seq":1}\n{"seq":2}\n');
  assertEquals(lines.headers.get("content-disposition"), 'attachment; filename="w1.jsonl"');
  const har = await get("/admin/workspaces/w1/har");
  assertEquals((await har.json()).log.version, "1.2");
});

for (
  const [what, path, status, says] of [
    ["a workspace nobody has opened", "/admin/workspaces/none", 404, /nobody has opened it/],
    ["the tail of one", "/admin/workspaces/none/tail?kind=console", 404, /nobody has opened it/],
    ["a kind there is none of", "/admin/workspaces/w1/tail?kind=x", 400, /console or network/],
    ["an unknown parameter", "/admin/workspaces?x=1", 400, /a parameter/],
    ["a path there is none of", "/admin/nothing", 404, /GET \/admin\/workspaces/],
    [
      "a side there is none of",
      "/admin/workspaces/w1/network/1.2/body?side=x",
      400,
      /side must be/,
    ],
    ["a GET that would end a browser", "/admin/workspaces/w1/end", 405, /takes POST only/],
  ] as const
) {
  Deno.test(`createAdmin() refuses ${what}`, async () => {
    const response = await admin().get(path);
    assertEquals(response.status, status);
    assertMatch((await response.json()).error, says);
  });
}

Deno.test("createAdmin() answers nothing without a token, but the page itself", async () => {
  const { get } = admin({ token: true });
  for (const path of ["/admin/workspaces", "/admin/events", "/admin/workspaces/w1/har"]) {
    const response = await get(path);
    await response.body?.cancel();
    assertEquals(response.status, 401, path);
  }
  const page = await get("/admin");
  assertEquals([page.status, await page.text()], [200, "<p>admin"]);
  assertEquals(
    page.headers.get("content-security-policy"),
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

Deno.test("createAdmin() ends a browser on a POST of JSON only", async () => {
  const { app, service } = admin();
  const post = (headers: Record<string, string>) =>
    app.handle(
      new Request("http://localhost:4445/admin/workspaces/w1/end", {
        method: "POST",
        headers: { host: "localhost:4445", ...headers },
        body: "{}",
      }),
    );
  assertEquals((await post({ "content-type": "text/plain" })).status, 415);
  assertEquals((await post({ "content-type": "application/json" })).status, 200);
  assertEquals(service.asked.map(({ what }) => what), ["end_browser"]);
});

Deno.test("createAdmin() shows what was captured to who may observe, and ends browsers for who may interact", async () => {
  const asks: [string, string, string | null][] = [
    ["GET", "", null],
    ["GET", "/console", "observe"],
    ["GET", "/console/1", "observe"],
    ["GET", "/network", "observe"],
    ["GET", "/network/1.2", "observe"],
    ["GET", "/network/1.2/body", "observe"],
    ["GET", "/tail?kind=console", "observe"],
    ["GET", "/har", "observe"],
    ["GET", "/console.jsonl", "observe"],
    ["POST", "/end", "interact"],
  ];
  const tokens = SCOPES.map((missing) => ({
    name: missing,
    digest: sha256(`without-${missing}`),
    scopes: SCOPES.filter((scope) => scope !== missing),
    workspaces: ["*"],
  }));
  const { app } = admin({ tokens: new Tokens(tokens, () => 0) });
  for (const [method, path, scope] of asks) {
    for (const missing of SCOPES) {
      const response = await app.handle(
        new Request(`http://localhost:4445/admin/workspaces/w1${path}`, {
          method,
          headers: {
            host: "localhost:4445",
            authorization: `Bearer without-${missing}`,
            ...(method === "POST" && { "content-type": "application/json" }),
          },
        }),
      );
      const refused = missing === scope || missing === "admin";
      assertEquals(response.status, refused ? 403 : 200, `${path} without ${missing}`);
      if (refused) {
        assertMatch((await response.json()).error, new RegExp(`needs the scope ${missing},`));
      } else await response.body?.cancel();
    }
  }
});
