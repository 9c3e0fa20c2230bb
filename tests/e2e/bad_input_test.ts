import { assertEquals, assertMatch } from "@std/assert";
import { BROWSERS, Pagetap, startSite } from "./harness.ts";

let pagetap: Pagetap;
let site: Awaited<ReturnType<typeof startSite>>;
Deno.test.beforeAll(async () => {
  [pagetap, site] = await Promise.all([Pagetap.start(), startSite()]);
});
Deno.test.afterAll(async () => {
  await Promise.all([pagetap.stop(), site.stop()]);
});

interface Bad {
  readonly what: string;
  readonly tool: string;
  readonly args: unknown;
  readonly status: number;
  readonly message: RegExp;
}

const interact = (selector: unknown, action = "click") => ({ selector, action });

function badCalls(): Bad[] {
  return [
    {
      what: "a missing argument",
      tool: "interact",
      args: { action: "click" },
      status: 400,
      message: /interact.*selector/,
    },
    {
      what: "an unknown argument",
      tool: "navigate",
      args: { uri: "http://x/" },
      status: 400,
      message: /navigate.*uri/,
    },
    {
      what: "a selector with no match, with what there was",
      tool: "interact",
      args: interact({ role: "button", name: "Buy" }),
      status: 400,
      message: /Buy.*(covered|below)/s,
    },
    {
      what: "a selector that is no CSS",
      tool: "interact",
      args: interact({ css: "##" }),
      status: 400,
      message: /##/,
    },
    {
      what: "two matches",
      tool: "interact",
      args: interact({ css: "button.b" }),
      status: 400,
      message: /\d+ elements/,
    },
    {
      what: "a covered element, with what covers it",
      tool: "interact",
      args: interact({ css: "#covered" }),
      status: 400,
      message: /covered.*cover/,
    },
    {
      what: "a URL where nothing listens",
      tool: "navigate",
      args: { url: "http://127.0.0.1:1/" },
      status: 400,
      message: /127\.0\.0\.1:1\//,
    },
    {
      what: "a host that does not exist",
      tool: "navigate",
      args: { url: "http://nope.invalid/" },
      status: 400,
      message: /nope\.invalid/,
    },
    {
      what: "a file: URL",
      tool: "navigate",
      args: { url: "file:///etc/passwd" },
      status: 403,
      message: /file:/,
    },
    {
      what: "pagetap's own address",
      tool: "navigate",
      args: { url: `${pagetap.address}/health` },
      status: 403,
      message: /pagetap/,
    },
    {
      what: "pagetap's own address under another name",
      tool: "navigate",
      args: { url: `${pagetap.address.replace("127.0.0.1", "localhost")}/health` },
      status: 403,
      message: /pagetap/,
    },
    {
      what: "a script that throws",
      tool: "execute_script",
      args: { script: "throw new TypeError('no good')" },
      status: 400,
      message: /TypeError.*no good/,
    },
    {
      what: "a script that is none",
      tool: "execute_script",
      args: { script: "return {" },
      status: 400,
      message: /SyntaxError/,
    },
    {
      what: "an id of nothing",
      tool: "network_body",
      args: { id: "9.9" },
      status: 404,
      message: /9\.9/,
    },
  ];
}

for (const browser of BROWSERS) {
  Deno.test(`bad input gets one clear sentence and changes nothing: ${browser}`, async (t) => {
    const workspace = `bad-${browser}`;
    const page = `${site.origin}/p/click`;
    await pagetap.call(workspace, "open_session", {
      browser,
      url: page,
      capture: true,
      wait_timeout: 1,
    });
    const where = () => pagetap.call(workspace, "execute_script", { script: "return pageVar" });

    for (const { what, tool, args, status, message } of badCalls()) {
      await t.step(what, async () => {
        const refused = await pagetap.refused(workspace, tool, args);
        assertEquals(refused.status, status, refused.message);
        assertMatch(refused.message, message);
        assertEquals(refused.message.includes("\n    at "), false, "no stack trace");
      });
      // A navigation that failed has left the page; everything else must not have.
      if (tool === "navigate" && status === 400) {
        await pagetap.call(workspace, "navigate", { url: page });
      }
      assertEquals((await where()).value, 42, what);
    }

    await t.step("a script that never resolves: the next call works", async () => {
      const refused = await pagetap.refused(workspace, "execute_script", {
        script: "await new Promise(() => {})",
        timeout: 1,
      });
      assertEquals(refused.status, 504, refused.message);
      assertEquals((await where()).value, 42);
    });

    await t.step("a script that never returns: the next call replaces the tab", async () => {
      const refused = await pagetap.refused(workspace, "execute_script", {
        script: "while (true);",
        timeout: 1,
      });
      assertEquals(refused.status, 504, refused.message);
      const next = await where();
      assertEquals(next.value, 42);
      assertEquals(next.url, page);
      assertMatch(next.notices?.[0] ?? "", /tab was closed/);
      assertEquals((await pagetap.click(workspace, "ok")).notices, undefined);
    });

    await t.step("a page that takes itself where none may go is put back", async () => {
      await pagetap.call(workspace, "navigate", { url: page });
      const refused = await pagetap.post(workspace, "execute_script", {
        script: `location.href = ${JSON.stringify(`${pagetap.address}/health`)};
          await new Promise((resolve) => setTimeout(resolve, 1500))`,
      });
      assertEquals(refused.status, 403, JSON.stringify(refused.body));
      const after = await pagetap.call(workspace, "extract");
      assertEquals(after.url, "about:blank");
    });

    await t.step("no session: the sentence names open_session", async () => {
      await pagetap.call(workspace, "end_browser");
      const refused = await pagetap.refused(workspace, "outline");
      assertEquals(refused.status, 404);
      assertMatch(refused.message, /open_session/);
    });
  });
}

Deno.test("an open with a bad URL ends nothing", async () => {
  const workspace = "keep";
  await pagetap.call(workspace, "open_session", { url: `${site.origin}/p/click` });
  for (const [url, status] of [["file:///etc/passwd", 403], ["example", 400]] as const) {
    assertEquals((await pagetap.refused(workspace, "open_session", { url })).status, status);
  }
  const kept = await pagetap.call(workspace, "execute_script", { script: "return pageVar" });
  assertEquals(kept.value, 42);
  await pagetap.call(workspace, "end_browser");
});

Deno.test("a browser too many is refused, and a place given back is free", async () => {
  const small = await Pagetap.start({ MAX_BROWSERS: "1" });
  try {
    await small.call("a", "open_session");
    const refused = await small.refused("b", "open_session");
    assertEquals(refused.status, 503);
    assertMatch(refused.message, /MAX_BROWSERS/);
    const none = await small.refused("b", "navigate", { url: "about:blank" });
    assertEquals(
      none.message,
      "navigate needs a session and this workspace has none (no browser is free: all 1 of MAX_BROWSERS run): " +
        "open one with open_session",
    );
    await small.call("a", "open_session");
    await small.call("a", "end_browser");
    await small.call("b", "open_session");
  } finally {
    await small.stop();
  }
});
