import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { restoreSites } from "../../actors/restore_sites.ts";
import type { KeptCookie, SiteData } from "../../page/kept_sites.ts";
import { navigation, TAB } from "../capture/events.ts";
import { AnsweringTransport, type Answers, Refused } from "../fakes/browser.ts";
import { gives } from "../fakes/page.ts";
import { fakeSystem } from "../fakes/system.ts";

const COOKIE: KeptCookie = {
  name: "sid",
  value: { type: "string", value: "s3cr3t" },
  domain: "a.test",
  path: "/",
  httpOnly: true,
  secure: true,
  sameSite: "lax",
};

const DATA: SiteData = {
  savedAt: Date.UTC(2026, 0, 2),
  browser: "chrome",
  cookies: [COOKIE, { ...COOKIE, name: "old", expiry: 1 }],
  origins: [
    { origin: "https://a.test", entries: [["k", "v"]] },
    { origin: "http://127.0.0.1:4445", entries: [["ours", "1"]] },
  ],
  session: { origin: "https://a.test", entries: [["step", "3"]] },
};

function setUp(load: () => Promise<SiteData | null>, over: Answers = {}) {
  const fake = fakeSystem();
  let href = "about:blank";
  const transport = new AnsweringTransport({
    "storage.getCookies": () => ({ cookies: [COOKIE] }),
    "browsingContext.create": () => ({ context: "spare" }),
    "session.subscribe": () => ({ subscription: "s" }),
    "network.addIntercept": () => ({ intercept: "i" }),
    "script.addPreloadScript": ({ sandbox }) => ({ script: `script of ${sandbox}` }),
    "browsingContext.navigate": ({ url }) => {
      href = String(url);
      return { navigation: "n", url };
    },
    "script.callFunction": () => gives({ href, origin: new URL(href).origin }),
    ...over,
  });
  const stats = new DispatcherStats();
  const connection = spawnConnection(fake.system, "connection", {
    transport,
    owner: () => {},
    stats,
  });
  const abort = new AbortController();
  const restoring = restoreSites({ browser: "chrome", connection, driven: TAB }, {
    system: fake.system,
    stats,
    signal: abort.signal,
    load,
    navigation: new NavigationRules({ ownAddresses: () => ["127.0.0.1:4445"] }),
  });
  restoring.catch(() => {});
  const stop = async () => {
    void connection.stop();
    await fake.settle();
    assertEquals(fake.clock.pending, 0);
  };
  return { ...fake, transport, abort, restoring, stop };
}

Deno.test("restoreSites() says what it put back, and keeps away from where no page may be taken", async () => {
  const { restoring, settle, transport, stop } = setUp(() => Promise.resolve(DATA));
  await settle();
  assertEquals(await restoring, [
    "the site data saved at 2026-01-02T00:00:00.000Z was put back: 1 cookie(s), localStorage of 1 origin(s); 1 cookie(s) had expired",
  ]);
  const led = transport.commands.filter(({ method }) => method === "browsingContext.navigate");
  assertEquals(led.map(({ params }) => [params.context, new URL(String(params.url)).host]), [
    ["spare", "a.test"],
  ]);
  assertEquals(transport.commands.at(-1)?.params, {
    ...transport.commands.at(-1)?.params,
    contexts: [TAB],
    sandbox: "pagetap",
  });
  await stop();
});

Deno.test("restoreSites() takes the sessionStorage's script back with the first page of the driven tab", async () => {
  const { restoring, settle, transport, stop } = setUp(() => Promise.resolve(DATA));
  await settle();
  await restoring;
  const removed = () =>
    transport.commands.filter(({ method }) => method === "script.removePreloadScript").length;
  for (const [context, url] of [["other", "https://a.test/"], [TAB, "about:blank"]] as const) {
    const { method, params } = navigation("navigationCommitted", "n", { context, url });
    transport.event(method, params);
  }
  await settle();
  assertEquals(removed(), 0);
  for (const url of ["https://b.test/", "https://a.test/"]) {
    const { method, params } = navigation("navigationCommitted", "n", { context: TAB, url });
    transport.event(method, params);
  }
  await settle();
  assertEquals(removed(), 1);
  await stop();
});

Deno.test("restoreSites() does nothing when nothing is kept", async () => {
  const { restoring, settle, transport, stop } = setUp(() => Promise.resolve(null));
  await settle();
  assertEquals([await restoring, transport.commands], [[], []]);
  await stop();
});

Deno.test("restoreSites() names the first few of what did not come back", async () => {
  const cookies = Array.from({ length: 7 }, (_, i) => ({ ...COOKIE, name: `c${i}` }));
  const origins = Array.from({ length: 7 }, (_, i) => ({
    origin: `https://h${i}.test`,
    entries: [["k", "v"]] as const,
  }));
  const { restoring, settle, stop } = setUp(
    () => Promise.resolve({ ...DATA, cookies, origins, session: null }),
    { "network.addIntercept": () => new Refused("unsupported operation", "no") },
  );
  await settle();
  const [notice = "", ...more] = await restoring;
  assertEquals(more, []);
  assertMatch(notice, /: 0 cookie\(s\), localStorage of 0 origin\(s\); /);
  assertMatch(notice, /refused c0 of a\.test, c1 of .*c4 of a\.test and 2 more; /);
  assertMatch(notice, /https:\/\/h0\.test was left out: .*; 2 more were left out$/);
  await stop();
});

Deno.test("restoreSites() keeps no browser from being used, whatever fails", async () => {
  for (
    const [load, over, says] of [
      [() => Promise.reject(new Error("disk gone")), {}, /disk gone/],
      [
        () => Promise.resolve(DATA),
        { "storage.getCookies": () => new Refused("unknown command", "no") },
        /storage\.getCookies/,
      ],
      [
        () => Promise.resolve(DATA),
        { "browsingContext.create": () => new Refused("unknown error", "no") },
        /browsingContext\.create/,
      ],
    ] as const
  ) {
    const { restoring, settle, stop } = setUp(load, over);
    await settle();
    const [notice = ""] = await restoring;
    assertMatch(notice, /^the kept site data was not put back, or not all of it: /);
    assertMatch(notice, says);
    assert(!notice.includes("s3cr3t"));
    await stop();
  }
});

Deno.test("restoreSites() ends with its signal", async () => {
  const { restoring, settle, abort, stop, elapse } = setUp(() => Promise.resolve(DATA), {
    "storage.setCookie": () => undefined,
  });
  await settle();
  const reason = new Error("pagetap is stopping");
  abort.abort(reason);
  await settle();
  assertEquals(await assertRejects(() => restoring), reason);
  await elapse(60_000);
  await stop();
});
