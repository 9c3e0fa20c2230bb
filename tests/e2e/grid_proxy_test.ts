import { assert, assertEquals, assertMatch } from "@std/assert";
import { encodeBase64 } from "@std/encoding";
import { Grid, gridTest, TlsProxy } from "../grid/parts.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { mainJob } from "./main_job.ts";

const RESOURCES = ["current", "console", "network"];

/** The user and the password of an address, in every form that they could be told in. */
function credentials(url: string): string[] {
  const { username, password } = new URL(url);
  const plain = [username, password].map(decodeURIComponent);
  return [username, password, ...plain, encodeBase64(plain.join(":"))];
}

gridTest(
  "the main job goes through TLS, a password and a path prefix; no secret is told",
  async () => {
    await using grid = await Grid.standalone();
    await using proxy = await TlsProxy.start(grid.url);
    await using pagetap = await Pagetap.start({ GRID_URL: proxy.url, GRID_CA: proxy.caFile });
    const site = await startSite();
    const { address } = pagetap;
    const secrets = credentials(proxy.url);
    const told: string[] = [];
    const heard: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const [kept, passed] = response.body?.tee() ?? [];
      if (kept) {
        void new Response(kept).text().then((text) => told.push(text), () => {});
      }
      return new Response(passed ?? null, response);
    };
    const hear = async (path: string) => {
      const response = await fetch(`${address}${path}`);
      told.push(await response.text());
      assertEquals(response.status, 200);
    };
    try {
      for (const browser of BROWSERS) {
        const workspace = browser;
        await mainJob({
          address,
          workspace,
          browser,
          origin: site.origin,
          fetch: heard,
          async meanwhile() {
            const sessions = await grid.sessions();
            assertEquals(sessions.length, 1);
            secrets.push(...sessions.map(({ id }) => id));
            for (const url of [proxy.url, `${proxy.bareUrl}/status`, grid.url]) {
              const { status, body } = await pagetap.post(workspace, "navigate", { url });
              told.push(JSON.stringify(body));
              assertEquals(status, 403);
            }
            for (const name of RESOURCES) {
              await hear(`/resources?workspace=${workspace}&uri=workspace://${name}`);
            }
            await hear("/metrics");
            await hear("/health");
          },
        });
      }
      await grid.taken(0, 10_000);
      await proxy.kill();
      const { status, body } = await pagetap.post("chrome", "open_session", { browser: "chrome" });
      assertEquals(status, 503);
      assertMatch(String(body.error), new RegExp(`^[^\n]*${proxy.bareUrl}[^\n]*refused[^\n]*$`));
      told.push(JSON.stringify(body));
    } finally {
      await site.stop();
    }
    assert(told.length > 30);
    told.push(pagetap.log);
    for (const text of told) {
      for (const secret of secrets) assert(!text.includes(secret), text);
    }
  },
);

gridTest("a proxy that cannot be trusted or does not let us in is one sentence", async () => {
  await using grid = await Grid.standalone({ firefox: 0 });
  await using proxy = await TlsProxy.start(grid.url);
  const wrong = new URL(proxy.url);
  wrong.password = "another";
  const cases = [
    [{ GRID_URL: proxy.url }, /has a certificate that is not trusted; set GRID_CA/],
    [
      { GRID_URL: wrong.href, GRID_CA: proxy.caFile },
      /wants a user and password that GRID_URL does not give \(HTTP 401\); put them into it/,
    ],
    [
      { GRID_URL: proxy.bareUrl, GRID_CA: proxy.caFile },
      /wants a user and password that GRID_URL does not give \(HTTP 401\)/,
    ],
  ] as const;
  for (const [env, sentence] of cases) {
    await using pagetap = await Pagetap.start(env);
    const { status, message } = await pagetap.refused("a", "open_session", { browser: "chrome" });
    assertEquals(status, 503);
    assertMatch(message, sentence);
    assertEquals(message.split("\n").length, 1);
    assert(message.includes(`the Grid at ${proxy.bareUrl} `), message);
    for (const secret of [...credentials(proxy.url), "another"]) {
      assert(!message.includes(secret), message);
      assert(!pagetap.log.includes(secret), pagetap.log);
    }
  }
  assertEquals((await grid.slots()).taken, 0);
});
