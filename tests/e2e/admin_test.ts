/**
 * The admin page in real browsers, driven by another pagetap: each state is gone through, looked at by
 * axe-core, and pictured into `artifacts/admin/` at two widths, light and dark.
 *
 * @module
 */
import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { logged } from "../capture/events.ts";
import { AdminFront } from "./admin_front.ts";
import { AdminPage } from "./admin_page.ts";
import { AdminTarget } from "./admin_target.ts";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";
import { until } from "./until.ts";

/** Has the page tell three things, each with the time, each in a moment of its own. */
const TELL = `for (let i = 0; i < 3; i++) {
  console.error("told-at-" + Date.now());
  fetch("/e/json?told-at-" + Date.now());
  await new Promise((resolve) => setTimeout(resolve, 300));
}`;

for (const browser of BROWSERS) {
  Deno.test(`the admin page shows what a browser did, in ${browser}`, async (t) => {
    const site = await startSite();
    try {
      await using target = await Pagetap.start();
      await using front = AdminFront.start(target.address);
      await using pagetap = await Pagetap.start({ BROWSER: browser });
      const page = new AdminPage(pagetap, front.address, browser);
      const live = async () => {
        await page.noteTold();
        await target.call("shop", "execute_script", { script: TELL });
        const took = await page.toldMs(3);
        assertLess(Math.max(...took), 1_000, `${took} ms`);
      };
      await target.call("shop", "open_session", { url: `${site.origin}/p/shop`, capture: true });
      await target.call("shop", "execute_script", {
        script: `await fetch("/e/json?known", { headers: { authorization: "Bearer of-ann" } })`,
      });
      await target.click("shop", "buy");
      await page.session("", async () => {
        await t.step("the list, with pills and what capture is doing", async () => {
          await page.waitFor("Receiving: ");
          assertMatch(await page.text(".card"), /shop\s+live\s+capture/);
          await page.picture("list");
        });
        await t.step("the console, captured, and its filters", async () => {
          await page.click("shop", "link");
          await page.waitFor("order failed: 500");
          assertMatch((await page.rows())[0] ?? "", / error order failed: 500 /);
          await page.picture("console");
          await page.write("Filter", "nothing like this");
          await page.waitFor("Nothing matches the filter.");
          await page.picture("filtered");
          await page.write("Filter", "ORDER");
          await page.count(1);
          await page.write("Filter", "");
          await page.click("Warnings 0");
          await page.waitFor("Nothing matches the filter.");
          await page.click("Errors 1");
          await page.count(1);
          await page.click("All 1");
        });
        await t.step("an entry at its own address", async () => {
          await page.open("order failed");
          await page.waitFor("Stack");
          await page.picture("entry");
          const { seq } = (await target.console("shop")).entries[0] ?? { seq: 0 };
          assertEquals(await page.run("return location.hash"), `#/w/shop/console/${seq}`);
          await page.click("Close");
        });
        await t.step("the console as JSON lines", async () => {
          const { name, text } = await page.save("Save JSON lines");
          assertEquals(name, "shop.jsonl");
          const [line = "", ...more] = text.trimEnd().split("\n");
          assertEquals([JSON.parse(line).text, more], ["order failed: 500", []]);
        });
        await t.step("the network, and what is not shown", async () => {
          await page.click("Network", "tab");
          await page.waitFor("/e/orders");
          assertMatch((await page.rows())[0] ?? "", / 500 POST .*\/e\/orders /);
          assertMatch(await page.text(".foot"), /^3 requests/);
          await page.click("Failed 1");
          await page.count(1);
          await page.picture("failed");
          await page.click("XHR/fetch 2");
          await page.count(2);
          await page.click("All 3");
          await page.picture("network");
        });
        await t.step("the network as HAR", async () => {
          const { name, text } = await page.save("Save HAR");
          const { log } = JSON.parse(text);
          assertEquals([name, log.version, log.entries.length], ["shop.har", "1.2", 3]);
          assert(!text.includes("of-ann"));
        });
        await t.step("a request at its own address, with its headers and its timing", async () => {
          await page.open("/e/json?known");
          await page.waitFor("Response headers");
          const said = await page.text(".detail");
          assertMatch(said, /Response headers \d+ headers?\n/);
          assertMatch(said, /Request headers \d+ headers, 1 masked\n/);
          assert(!said.includes("of-ann"));
          assertMatch(said, /Timing[^]*Wait\s+[\d.]+ m?s/);
          const { requests } = await target.network("shop");
          const id = requests.find(({ url }) => url.endsWith("?known"))?.id;
          assertEquals(await page.run("return location.hash"), `#/w/shop/network/${id}`);
          await page.picture("request");
        });
        await t.step("a body on demand", async () => {
          await page.open("/e/orders");
          await until(async () => /URL\s+\S+\/e\/orders/.test(await page.text(".detail")));
          assert(!(await page.text(".detail")).includes("out of stock"));
          await page.click("Fetch response body");
          await page.waitFor("out of stock");
          await page.picture("body");
          await page.click("Close");
        });
        await t.step("something new is there within a second", live);
        await t.step("clear hides what is here, in this page only", async () => {
          await page.click("Clear");
          await page.waitFor("Cleared.");
          await page.picture("cleared");
          await target.click("shop", "buy");
          await page.count(1);
          assertEquals((await target.network("shop")).count > 1, true);
        });
        await t.step(
          "live, with what is not kept, within a second too; paused and resumed",
          async () => {
            await page.click("Live");
            await page.waitFor("Listening: nothing yet.");
            await live();
            await target.call("shop", "navigate", { url: `${site.origin}/p/basic` });
            await page.row("/e/css");
            assertMatch(await page.text(".list"), /not kept/);
            await page.picture("live");
            await page.click("Pause");
            const frozen = await page.rows();
            await target.call("shop", "navigate", { reload: true });
            assertEquals(await page.rows(), frozen);
            await page.picture("tail-paused");
            await page.click("Resume");
            await until(async () => (await page.rows()).length > frozen.length);
          },
        );
        await t.step("the pages before", async () => {
          await page.click("Captured");
          await page.waitFor("/p/basic");
          assert(!(await page.rows()).some((row) => row.includes("/e/orders")));
          await page.run(`const select = document.querySelector(".pages select");
            select.value = "5"; select.dispatchEvent(new Event("change", { bubbles: true }));
            return null;`);
          await page.row("/e/orders");
        });
        await t.step("the console, live within a second", async () => {
          await page.click("Console", "tab");
          await page.click("Live");
          await page.waitFor("Listening: nothing yet.");
          await live();
          await page.picture("live-console");
          await page.click("Captured");
          await page.row("told-at-");
          await live();
        });
        await t.step("capture paused, with why", async () => {
          await page.click("End browser");
          await page.picture("ending");
          await page.click("Really end it");
          await page.waitFor("Capture is paused: the browser was ended by end_browser");
          assertMatch(await page.text(".pills"), /^idle\s+capture paused$/);
          await page.picture("paused");
        });
        await t.step("capture off, with how to turn it on", async () => {
          await target.call("plain", "open_session", { url: `${site.origin}/p/blank` });
          await page.go("#/w/plain/console");
          await page.waitFor("Capture is off. Turn it on with open_session(capture=true).");
          assertEquals(await page.text(".pills"), "live");
          await page.picture("off");
          await target.call("plain", "end_browser");
        });
      });
    } finally {
      await site.stop();
    }
  });

  Deno.test(`the admin page asks for a token and keeps it for its tab, in ${browser}`, async () => {
    await using target = await AdminTarget.start({ token: "s3cret-t0ken" });
    await using front = AdminFront.start(target.address);
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const page = new AdminPage(pagetap, front.address, browser);
    await target.open("shop");
    await page.session("", async () => {
      await page.waitFor("Sign in");
      await page.picture("sign-in");
      await page.write("Token", "wrong", true);
      await page.waitFor("The token is wrong");
      await page.picture("sign-in-wrong");
      await page.write("Token", "s3cret-t0ken", true);
      await page.waitFor("Receiving: ");
      await page.reload();
      await page.waitFor("Receiving: ");
      const kept = await page.run(
        "return [localStorage.length, document.cookie, location.href]",
      );
      assertEquals(kept, [0, "", `${front.address}/admin`]);
    });
  });

  Deno.test(`the admin page goes on when the link of its tail has expired, in ${browser}`, async () => {
    let lateMs = 0;
    let expiresAtOnce = false;
    const now = () => Date.now() + (lateMs += expiresAtOnce ? 6 * 60_000 : 0);
    await using target = await AdminTarget.start({ now });
    await using front = AdminFront.start(target.address);
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    const say = await target.open("shop");
    const page = new AdminPage(pagetap, front.address, browser);
    const { tail_url } = await (await fetch(`${target.address}/admin/workspaces/shop/console`))
      .json();
    await page.session("#/w/shop/console?live", async () => {
      await page.waitFor("Listening: nothing yet.");
      say(logged("before"));
      await page.waitFor("before");
      assertEquals(front.tails, [200]);
      // From here on a link has expired by the time it is followed.
      expiresAtOnce = true;
      front.cut();
      await until(() => front.tails.at(-1) === 403, 10_000, () => front.tails);
      assertMatch((await page.rows())[0] ?? "", /before/);
      await page.picture("expired");
      expiresAtOnce = false;
      // Longer than the page waits between two attempts.
      await until(() => front.tails.at(-1) === 200, 15_000, () => front.tails);
      say(logged("after all"));
      await page.waitFor("after all");
      assertEquals(await page.text(".foot"), "Live · 2 entries · 1 interruption");
    });
    const expired = await fetch(`${target.address}${tail_url}`);
    assertEquals(expired.status, 403);
    assertMatch((await expired.json()).error, /has expired/);
  });
}
