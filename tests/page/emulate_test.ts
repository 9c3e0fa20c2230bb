import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import type { EmulateArgs } from "../../page/args.ts";
import { emulate } from "../../page/emulate.ts";
import { PageError } from "../../page/page.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const ALL: EmulateArgs = {
  locale: "de-DE",
  timezone: "Asia/Tokyo",
  geolocation: { latitude: 48.1, longitude: 11.5, accuracy: 10 },
  user_agent: "Agent/1",
  screen: { width: 400, height: 900 },
  headers: { "x-one": "1", authorization: "Bearer abc12345" },
};

testInBrowsers("emulate() has every tab pretend", {
  "/": "<title>here</title>",
  "/echo": ({ headers }) => Response.json(Object.fromEntries(headers)),
}, async ({ t, page, origin }) => {
  const SEEN = `(async () => {
    const { headers = {} } = await fetch("/echo").then((r) => r.json())
      .then((headers) => ({ headers }), () => ({}));
    return JSON.stringify({
      locale: [navigator.language, (1234.5).toLocaleString(), headers["accept-language"]],
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      agent: [navigator.userAgent, headers["user-agent"]],
      screen: [screen.width, screen.height],
      online: navigator.onLine,
      headers: [headers["x-one"], headers.authorization],
    });
  })()`;
  const seen = async () => JSON.parse(String(await page.evaluate(SEEN)));
  const place = () =>
    page.evaluate(`new Promise((r) => navigator.geolocation.getCurrentPosition(
      ({ coords }) => r([coords.latitude, coords.longitude].join()), ({ code }) => r("no " + code)))`);
  const before = await seen();
  const pretended = {
    locale: ["de-DE", "1.234,5", "de-DE"],
    zone: "Asia/Tokyo",
    agent: ["Agent/1", "Agent/1"],
    screen: [400, 900],
    online: true,
    headers: ["1", "Bearer abc12345"],
  };

  await t.step("all at once, in the document that is there", async () => {
    assertEquals<object>(await emulate(page, ALL), { emulated: ALL });
    assertEquals(await seen(), pretended);
    assertEquals(page.workspace.session.maskedHeaders, [ALL.headers]);
  });

  await t.step("and in the next, and in a new tab", async () => {
    await page.go(`${origin}/`);
    assertEquals(await seen(), pretended);
    const first = page.context;
    ({ context: page.context } = await page.send("browsingContext.create", { type: "tab" }));
    await page.go(`${origin}/`);
    assertEquals(await seen(), pretended);
    page.context = first;
    await page.send("browsingContext.activate", { context: first });
  });

  await t.step("the location, once it is allowed", async () => {
    await page.send("permissions.setPermission", {
      descriptor: { name: "geolocation" },
      state: "granted",
      origin,
    });
    assertEquals(await place(), "48.1,11.5");
  });

  await t.step("null takes one back, and nothing else", async () => {
    await emulate(page, { locale: null, headers: {} });
    const { locale, headers } = before;
    assertEquals(await seen(), { ...pretended, locale, headers });
  });

  await t.step("offline", async () => {
    await emulate(page, { offline: true });
    assertEquals((await seen()).online, false);
    assertEquals(
      await page.evaluate("fetch('/echo').then(() => 'came', () => 'cut off')"),
      "cut off",
    );
    await emulate(page, { offline: false });
    assertEquals((await seen()).online, true);
  });

  for (
    const [args, says] of [
      [{ locale: "no such!" }, 'Cannot emulate locale "no such!": '],
      [{ timezone: "Nowhere/City" }, 'Cannot emulate timezone "Nowhere/City": '],
    ] as const
  ) {
    await t.step(`${JSON.stringify(args)} changes nothing`, async () => {
      const now = await seen();
      const error = await assertRejects(
        () => emulate(page, { ...ALL, ...args, user_agent: "Agent/2", reset: true }),
        PageError,
        says,
      );
      assertStringIncludes(error.message, "; nothing was changed");
      assertEquals([error.status, await seen()], [400, now]);
    });
  }

  await t.step("reset takes all back", async () => {
    assertEquals<object>(await emulate(page, { reset: true }), { emulated: {} });
    assertEquals(await seen(), before);
  });

  await t.step("reset first, then what is given", async () => {
    await emulate(page, { screen: { width: 500, height: 500 } });
    const args = { reset: true, timezone: "Asia/Tokyo" };
    assertEquals<object>(await emulate(page, args), { emulated: { timezone: "Asia/Tokyo" } });
    assertEquals(await seen(), { ...before, zone: "Asia/Tokyo" });
  });
});

/** A page whose browser refuses one command, with what it had to emulate before. */
function refusing(command: string, error: (method: string) => Error) {
  const page = new FakePage((method) => method === command ? error(method) : {}, "firefox");
  page.workspace.session.emulated = { locale: "fr", timezone: "UTC" };
  return page;
}

const UNSUPPORTED = (method: string) => new BidiError(method, "unknown command", "no");

Deno.test("emulate() takes back what it has set when one is not supported", async () => {
  const page = refusing("emulation.setScreenSettingsOverride", UNSUPPORTED);
  const error = await assertRejects(() => emulate(page, { ...ALL, timezone: null }), PageError);
  assertEquals([error.status, error.message], [
    400,
    "Cannot emulate screen: not supported by firefox; nothing was changed",
  ]);
  assertEquals(
    page.sent.map(({ method, params: { userContexts: _, ...params } }) => [method, params]),
    [
      ["emulation.setLocaleOverride", { locale: "de-DE" }],
      ["emulation.setTimezoneOverride", { timezone: null }],
      ["emulation.setGeolocationOverride", { coordinates: ALL.geolocation }],
      ["emulation.setUserAgentOverride", { userAgent: "Agent/1" }],
      ["emulation.setScreenSettingsOverride", { screenArea: ALL.screen }],
      ["emulation.setUserAgentOverride", { userAgent: null }],
      ["emulation.setGeolocationOverride", { coordinates: null }],
      ["emulation.setTimezoneOverride", { timezone: "UTC" }],
      ["emulation.setLocaleOverride", { locale: "fr" }],
    ],
  );
  assertEquals(page.workspace.session.emulated, { locale: "fr", timezone: "UTC" });
});

Deno.test("emulate() resets what a browser supports, and asks no more of it", async () => {
  const page = refusing("emulation.setScreenSettingsOverride", UNSUPPORTED);
  assertEquals<object>(await emulate(page, { reset: true, offline: false }), { emulated: {} });
  assertEquals(page.sent.length, 7);
});

Deno.test("emulate() says what could not be taken back", async () => {
  const page = refusing(
    "emulation.setUserAgentOverride",
    (method) => new CommandTimeoutError(method, 5_000),
  );
  const error = await assertRejects(() => emulate(page, ALL), PageError);
  assertEquals([error.status, error.message], [
    504,
    "Cannot emulate user_agent: firefox did not answer; user_agent may be emulated still: " +
    "use emulate with reset",
  ]);
});

Deno.test("emulate() does not repeat what a browser says of a header's value", async () => {
  const page = refusing(
    "network.setExtraHeaders",
    (method) => new BidiError(method, "invalid argument", "Header value 'hunter2' is bad"),
  );
  const error = await assertRejects(
    () => emulate(page, { headers: { "x-a": "hunter2" } }),
    PageError,
  );
  assertEquals(
    error.message,
    "Cannot emulate headers: firefox says invalid argument; nothing was changed",
  );
});

Deno.test("emulate() goes on when its caller leaves, so that nothing is left half done", async () => {
  const page = new FakePage(() => ({}));
  await emulate(page, ALL);
  const sent = page.sent as { evenAborted?: true }[];
  assertEquals(sent.every(({ evenAborted }) => evenAborted), true);
});
