/**
 * Who is let in by the admin page, and how one leaves, in real browsers.
 *
 * @module
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { BROWSERS, Pagetap } from "./harness.ts";
import { until } from "./until.ts";

const OBSERVER = "observer-0123456789abcdef";
const OPERATOR = "operator-0123456789abcdef";
const TOKENS = [
  { name: "observer", token: OBSERVER, scopes: ["observe"] },
  { name: "operator", token: OPERATOR, scopes: ["observe", "interact", "admin"] },
];

for (const browser of BROWSERS) {
  Deno.test(`the admin page asks for another token where one is refused, and forgets it, in ${browser}`, async (t) => {
    const path = await Deno.makeTempFile({ suffix: ".json" });
    await Deno.writeTextFile(path, JSON.stringify(TOKENS));
    try {
      await using target = await Pagetap.start({ TOKENS_FILE: path });
      await using pagetap = await Pagetap.start({ BROWSER: browser });
      const run = async (script: string) =>
        (await pagetap.call("w", "execute_script", { script })).value;
      const text = async () => String(await run("return document.body.innerText"));
      const says = (part: string) => until(async () => (await text()).includes(part), 5_000, text);
      const enter = (token: string) =>
        pagetap.call("w", "write", {
          selector: { label: "Token" },
          text: token,
          clear: true,
          submit: true,
        });
      await pagetap.session("w", { url: `${target.address}/admin`, wait_timeout: 5 }, async () => {
        await t.step("a right token without the scope admin", async () => {
          await says("Sign in");
          await enter(OBSERVER);
          await says("The admin API needs the scope admin, and the token observer has observe");
          assertStringIncludes(await text(), "Sign in");
          await pagetap.call("w", "navigate", { reload: true });
          await says("The admin API needs the scope admin");
          assertStringIncludes(await text(), "Sign in");
        });
        await t.step("a wrong one, which is sent once", async () => {
          await run(`const before = globalThis.fetch;
            globalThis.asked = 0;
            globalThis.fetch = (...args) => (asked++, before(...args));`);
          await enter("wrong");
          await says("The token is wrong");
          const asked = await run("return asked");
          // A second later it would be sent again.
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          assertEquals([asked, await run("return asked")], [1, 1]);
        });
        await t.step("one that is let in, and signs out", async () => {
          await enter(OPERATOR);
          await says("There are none yet.");
          assertMatch(await text(), /^Workspaces\s+Sign out/);
          await pagetap.call("w", "interact", {
            selector: { role: "button", name: "Sign out" },
            action: "click",
          });
          await says("Sign in");
          assertEquals(await run("return sessionStorage.length"), 0);
          assertEquals(await run("return document.activeElement.type"), "password");
          assert(!(await text()).includes("required"));
          await pagetap.call("w", "navigate", { reload: true });
          await says("Sign in");
        });
      });
    } finally {
      await Deno.remove(path);
    }
  });
}
