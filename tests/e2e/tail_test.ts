/**
 * The live tail over real HTTP: what it tells, whom it tells, and what becomes of one that does not read.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { logged } from "../capture/events.ts";
import { AdminTarget } from "./admin_target.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { TailListener } from "./tail_listener.ts";
import { until } from "./until.ts";

const TOKEN = "t0ken-0123456789";

for (const browser of BROWSERS) {
  Deno.test(`the tail tells of everything as it happens, masked, in ${browser}`, async () => {
    const site = await startSite();
    try {
      await using pagetap = await Pagetap.start({ BROWSER: browser });
      const tail = (kind: string) => `${pagetap.address}/admin/workspaces/w/tail?kind=${kind}`;
      await pagetap.session("w", { url: `${site.origin}/p/blank` }, async () => {
        await using said = await TailListener.open(tail("console"));
        await using sent = await TailListener.open(tail("network"));
        await pagetap.call("w", "navigate", { url: `${site.origin}/p/basic` });
        await pagetap.call("w", "execute_script", {
          script: `console.debug("only counted"); console.log("token=s3cr3t-tok");`,
        });
        const bad = await said.first(({ text }) => text === "bad thing");
        assertEquals([bad.level, bad.kept], ["error", true]);
        const debug = await said.first(({ text }) => text === "only counted");
        assertEquals([debug.level, debug.kept, debug.seq], ["debug", false, 0]);
        await said.first(({ text }) => text === "token=•••");

        const failed = await sent.first(({ url, state }) =>
          url?.includes("/e/status/500") === true && state === "complete"
        );
        assertMatch(failed.url ?? "", /\?token=•••$/);
        assertEquals([failed.status, failed.failed, failed.kept], [500, true, true]);
        const style = await sent.first(({ url, state }) =>
          url?.endsWith("/e/css") === true && state === "complete"
        );
        assertEquals(style.kept, false);
        // The same request, when it had only been sent.
        const before = sent.events.filter(({ id }) => id === failed.id);
        assert(before.length > 1 && before[0]?.state === "pending");
        const all = JSON.stringify([said.events, sent.events]);
        for (const secret of ["s3cr3t-tok", "s3cr3t-pw", "s3cr3t-bearer"]) {
          assert(!all.includes(secret), secret);
        }
        const { entries } = await pagetap.console("w");
        assert(!entries.some(({ text }) => text === "only counted"));
      });
      assertEquals(await pagetap.stop(), 0);
    } finally {
      await site.stop();
    }
  });
}

Deno.test("a tail is of what comes while somebody listens, and is kept nowhere", async () => {
  await using target = await AdminTarget.start();
  const say = await target.open("shop");
  const url = `${target.address}/admin/workspaces/shop/tail?kind=console`;
  say(logged("before"));
  {
    await using first = await TailListener.open(url);
    say(logged("heard"));
    await first.first(({ text }) => text === "heard");
    assertEquals(first.events.map(({ text }) => text), ["heard"]);
  }
  say(logged("between"));
  await using second = await TailListener.open(url);
  say(logged("after"));
  await second.first(({ text }) => text === "after");
  assertEquals(second.events.map(({ text }) => text), ["after"]);
});

Deno.test("who does not read loses rows of its own only, and is told how many", async () => {
  await using target = await AdminTarget.start();
  const say = await target.open("shop");
  const url = `${target.address}/admin/workspaces/shop/tail?kind=console`;
  const read = await TailListener.openUnread(url);
  await using quick = await TailListener.open(url);
  const rowsOf = ({ events }: TailListener) => events.filter(({ text }) => text !== undefined);
  let told = 0;
  // More than the sockets in between hold.
  while (told < 30_000) {
    say(...Array.from({ length: 450 }, () => logged(`${++told} ${"x".repeat(490)}`)));
    await until(() => quick.events.length >= told);
  }
  assertEquals(rowsOf(quick).length, told);
  await using slow = read();
  await slow.first(({ text }) => text?.startsWith(`${told} `) === true);
  const dropped = slow.events.reduce((sum, event) => sum + (event.dropped ?? 0), 0);
  assert(dropped > 0, "nothing was dropped");
  assertEquals(rowsOf(slow).length + dropped, told);
});

Deno.test("a tail opens to the admin's token or to its own link, and to nothing else", async () => {
  let lateMs = 0;
  await using target = await AdminTarget.start({ token: TOKEN, now: () => Date.now() + lateMs });
  const say = await target.open("shop");
  await target.open("other");
  const admin = { authorization: `Bearer ${TOKEN}` };
  const at = (path: string) => `${target.address}/admin/workspaces/${path}`;
  const linkOf = async (kind: string): Promise<string> => {
    const { tail_url } = await (await fetch(at(`shop/${kind}`), { headers: admin })).json();
    return tail_url;
  };
  const link = await linkOf("console");
  {
    await using byToken = await TailListener.open(at("shop/tail?kind=console"), admin);
    await using byLink = await TailListener.open(`${target.address}${link}`);
    say(logged("both"));
    for (const each of [byToken, byLink]) await each.first(({ text }) => text === "both");
  }
  const answer = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return [response.status, await response.text()] as const;
  };
  const [bare] = await answer(at("shop/tail?kind=console"));
  assertEquals(bare, 401);
  const others = [
    link.replaceAll("shop", "other"),
    link.replaceAll("shop", "nobody"),
    link.replace("workspaces/shop", "workspaces/other"),
    link.replace("workspaces/shop", "workspaces/nobody"),
    link.replace("kind=console", "kind=network"),
  ];
  const refused = await Promise.all(others.map((path) => answer(`${target.address}${path}`)));
  lateMs = 5 * 60_000 + 1;
  const expired = await answer(`${target.address}${link}`);
  assertEquals([...refused, expired].map(([status]) => status), [403, 403, 403, 403, 403, 403]);
  assertEquals(new Set([...refused, expired].map(([, text]) => text)).size, 1);
});

Deno.test("a token without the scope admin opens no tail", async () => {
  const file = await Deno.makeTempFile({ suffix: ".json" });
  try {
    const entry = { name: "dev", token: TOKEN, scopes: ["observe", "interact"] };
    await Deno.writeTextFile(file, JSON.stringify([entry]));
    await using pagetap = await Pagetap.start({ TOKENS_FILE: file });
    for (const path of ["workspaces/w/tail?kind=console", "workspaces/w/console", "events"]) {
      const response = await fetch(`${pagetap.address}/admin/${path}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      assertEquals([response.status, (await response.json()).status], [403, 403], path);
    }
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a server stops at once although streams are open", async () => {
  const target = await AdminTarget.start();
  let stopped = false;
  try {
    await target.open("shop");
    const at = (path: string) => `${target.address}/admin/${path}`;
    const streams = await Promise.all([
      TailListener.open(at("workspaces/shop/tail?kind=console")),
      TailListener.open(at("workspaces/shop/tail?kind=network")),
      TailListener.open(at("events")),
    ]);
    const began = performance.now();
    await target[Symbol.asyncDispose]();
    stopped = true;
    await Promise.all(streams.map(({ ended }) => ended));
    assertLess(performance.now() - began, 4_000);
  } finally {
    if (!stopped) await target[Symbol.asyncDispose]();
  }
});
