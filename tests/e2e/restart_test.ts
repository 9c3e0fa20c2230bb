import { assertEquals, assertGreater, assertMatch } from "@std/assert";
import type { Summary } from "../../http/admin/shapes.ts";
import { CueSite } from "./cue_site.ts";
import { BROWSERS } from "./harness.ts";
import { loggedUntil } from "./logged.ts";
import { type Current, endServer, listed, Restarts } from "./restarts.ts";

const PAGES = { page: `console.log("one"); console.log("two")` };

for (const browser of BROWSERS) {
  Deno.test(`a browser that ended with its server is opened again: ${browser}`, async () => {
    await using site = new CueSite(PAGES);
    await using servers = new Restarts();
    const url = `${site.origin}/page`;
    const first = await servers.start({});
    await first.call("local", "open_session", { browser, url, capture: true });
    const { call } = await first.call("local", "extract");
    const was = await listed(first, "local");
    await endServer(first, "SIGTERM");

    const second = await servers.start({});
    const admin = await (await fetch(`${second.address}/admin/workspaces`)).json();
    assertEquals(admin.workspaces.map(({ key, state }: Summary) => [key, state]), [[
      "local",
      "idle",
    ]]);
    const { live, ended } = await second.read<Current>("local", "workspace://current");
    assertEquals(live, false);
    assertMatch(ended ?? "", /pagetap was stopped, and the browser ended with it/);
    const next = await second.call("local", "extract");
    assertEquals([next.url, next.call], [url, (call ?? 0) + 1]);
    assertMatch((next.reopened as { why: string }).why, /pagetap was stopped/);
    assertEquals(await loggedUntil(second, "local", 2), ["one", "two"]);
    const here = await listed(second, "local");
    assertGreater(here.first, was.seq);
    assertGreater(here.nav, was.nav);
    assertEquals(here.ids.filter((id) => was.ids.includes(id)), []);
  });
}
