import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import type { Cookie } from "../../bidi/protocol.ts";
import type { CookiesArgs } from "../../page/args.ts";
import { cookies, MAX_LISTED, type ShownCookie } from "../../page/cookies.ts";
import { PageError } from "../../page/page.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const SET_COOKIES = [
  "sid=s3cr3t-sid; HttpOnly; Path=/",
  "theme=dark; SameSite=Lax; Max-Age=1000",
  "deep=1; SameSite=Strict; Path=/deep",
];
const PAGES = {
  "/": () =>
    new Response("<title>t</title>", {
      headers: [
        ["content-type", "text/html"],
        ...SET_COOKIES.map((each) => ["set-cookie", each]),
      ] as [
        string,
        string,
      ][],
    }),
  "/again": "again",
};

testInBrowsers("cookies() lists, sets and clears", PAGES, async ({ t, page, origin }) => {
  const names = async (args: Partial<CookiesArgs> = {}) =>
    (await cookies(page, { action: "list", ...args })).cookies?.map(({ name }) => name);
  const cookieOf = (name: string) =>
    page.evaluate(
      `document.cookie.split("; ").find((each) => each.startsWith("${name}="))`,
    );

  await t.step("those of the page's host, in one shape", async () => {
    const { cookies: listed = [] } = await cookies(page, { action: "list" });
    const [sid, theme, deep] = listed;
    const common = { value: "•••", domain: "127.0.0.1", secure: false };
    assertEquals<unknown>([sid, deep], [
      {
        ...{ ...common, name: "sid", path: "/", expires: null, http_only: true },
        ...{ same_site: "default", size: 13 },
      },
      {
        ...{ ...common, name: "deep", path: "/deep", expires: null, http_only: false },
        ...{ same_site: "strict", size: 5 },
      },
    ]);
    assertEquals([theme?.name, theme?.same_site, theme?.size], ["theme", "lax", 9]);
    const lasts = (Date.parse(theme?.expires ?? "") - Date.now()) / 1000;
    assertEquals(lasts > 900 && lasts < 1_100, true, `${theme?.expires}`);
  });

  await t.step("with no size where a typed secret is in it", async () => {
    await page.evaluate("document.cookie = 'mine=hunter22-of-the-shop', 1");
    const sizes = async () =>
      (await cookies(page, { action: "list" })).cookies?.map(({ name, size }) => [name, size]);
    const before = await sizes();
    assertEquals(before?.find(([name]) => name === "mine"), ["mine", 24]);
    const { masked } = page.workspace;
    masked.push("hunter22-of-the-shop");
    assertEquals(
      await sizes(),
      before?.map(([name, size]) => [name, name === "mine" ? undefined : size]),
    );
    masked.pop();
    await page.evaluate("document.cookie = 'mine=; max-age=0', 1");
  });

  await t.step("sets one that the page is sent, and says what the browser has", async () => {
    const { set, note } = await cookies(page, {
      ...{ action: "set", name: "mine", value: "v4lue-of-mine", max_age: 60 },
      same_site: "strict",
    });
    assertEquals([set?.domain, set?.path, set?.same_site, note], [
      "127.0.0.1",
      "/",
      "strict",
      undefined,
    ]);
    assertEquals(await cookieOf("mine"), "mine=v4lue-of-mine");
    assertEquals(page.workspace.masked, ["v4lue-of-mine"]);
  });

  await t.step("does not mask what is all over a page", async () => {
    const { note = "" } = await cookies(page, { action: "set", name: "flag", value: "true" });
    assertStringIncludes(note, "is not masked elsewhere");
    assertEquals(page.workspace.masked.length, 1);
  });

  await t.step("sets one of another host, with and without its subdomains", async () => {
    await cookies(page, { action: "set", name: "o", value: "x", domain: "shop.test" });
    const { set } = await cookies(page, {
      ...{
        action: "set",
        name: "o",
        value: "x",
        domain: ".Shop.test",
        path: "/p",
        http_only: true,
      },
      ...{ secure: true, same_site: "none" },
    });
    assertEquals<Partial<ShownCookie> | undefined>(set, {
      ...{ name: "o", value: "•••", domain: ".shop.test", path: "/p", expires: null },
      ...{ http_only: true, secure: true, same_site: "none", size: 2 },
    });
    assertEquals(await names(), ["flag", "mine", "sid", "theme", "deep"]);
    assertEquals(await names({ domain: "shop.test" }), ["o", "o"]);
    assertEquals(await names({ domain: "shop.test", path: "/p" }), ["o"]);
    assertEquals(await names({ all: true }), ["flag", "mine", "sid", "theme", "deep", "o", "o"]);
  });

  await t.step("clears one by its name, then the page's own, then all", async () => {
    assertEquals(await cookies(page, { action: "clear", name: "mine" }), { cleared: 1 });
    assertEquals(await cookieOf("mine"), undefined);
    assertEquals(await cookies(page, { action: "clear" }), { cleared: 4 });
    assertEquals(await names({ all: true }), ["o", "o"]);
    assertEquals(await cookies(page, { action: "clear", all: true }), { cleared: 2 });
    assertEquals(await cookies(page, { action: "clear", all: true }), { cleared: 0 });
  });

  await t.step("a page without a host has none, and needs a domain", async () => {
    await page.go("about:blank");
    assertEquals(await names(), []);
    const set = () => cookies(page, { action: "set", name: "a", value: "b" });
    await assertRejects(set, PageError, "the page has no host; give its domain");
    await page.go(`${origin}/again`);
  });

  const refused: [string, Partial<CookiesArgs>, string][] = [
    ["a name with a space", { name: "a b" }, "its name must be letters"],
    ["a value with a semicolon", { value: "a;b" }, "its value must be printable ASCII"],
    ["a value with a line break", { value: "a\nb" }, "its value must be printable ASCII"],
    ["a value that is no ASCII", { value: "é" }, "its value must be printable ASCII"],
    ["a value that begins with a space", { value: " a" }, "its value must be printable ASCII"],
    ["a value that is too long", { value: "v".repeat(4_096) }, "4097 bytes; 4096 are the most"],
    ["a domain that is none", { domain: "not a host" }, "its domain must be a host's name"],
    ["a domain with a port", { domain: "a.test:80" }, "its domain must be a host's name"],
    ["a path without its slash", { path: "p" }, "its path must begin with /"],
    ["none that is not secure", { same_site: "none" }, "with same_site none it must be secure"],
    ["__Secure- that is not", { name: "__Secure-a" }, "must be secure"],
    ["__Host- for subdomains", { name: "__Host-a", secure: true, domain: ".a.test" }, "a dot"],
  ];
  for (const [what, args, why] of refused) {
    await t.step(`refuses ${what}`, async () => {
      const set = () => cookies(page, { action: "set", name: "n", value: "v", ...args });
      const error = await assertRejects(set, PageError, why);
      assertEquals(error.status, 400);
      assertEquals(await names({ all: true }), []);
    });
  }
});

const COOKIE: Cookie = {
  ...{ name: "a", value: { type: "string", value: "v" }, domain: "a.test", path: "/", size: 2 },
  ...{ httpOnly: false, secure: false, sameSite: "default" },
};

/** A browser with these cookies, at `https://<host>/`. */
function browserWith(kept: Cookie[], host: string): FakePage {
  return new FakePage((method) => {
    if (method === "storage.getCookies") return { cookies: kept, partitionKey: {} };
    return method === "script.callFunction" ? gives(host) : {};
  });
}

Deno.test("cookies() takes a domain's cookies for its subdomains and for none that only end like it", async () => {
  const domains = [".a.test", "a.test", "b.a.test", "nota.test", ".b.a.test"];
  const kept = domains.map((domain) => ({ ...COOKIE, domain }));
  const of = async (host: string) =>
    (await cookies(browserWith(kept, host), { action: "list" })).cookies?.map((each) =>
      each.domain
    );
  assertEquals(await of("a.test"), [".a.test", "a.test"]);
  assertEquals(await of("b.a.test"), [".a.test", ".b.a.test", "b.a.test"]);
  assertEquals(await of("nota.test"), ["nota.test"]);
});

Deno.test("cookies() lists no more than it says, and how many it left out", async () => {
  const kept = Array.from({ length: MAX_LISTED + 3 }, (_, i) => ({ ...COOKIE, name: `n${i}` }));
  const { cookies: listed, left_out } = await cookies(browserWith(kept, "a.test"), {
    action: "list",
  });
  assertEquals([listed?.length, left_out], [MAX_LISTED, 3]);
});

Deno.test("cookies() says that a browser does not take one, whether it refuses or drops it", async () => {
  const refuses = new FakePage((method) =>
    method === "storage.setCookie"
      ? new BidiError(method, "unable to set cookie", "[object Object]")
      : method === "storage.getCookies"
      ? { cookies: [], partitionKey: {} }
      : gives("a.test")
  );
  for (const page of [refuses, browserWith([], "a.test")]) {
    await assertRejects(
      () => cookies(page, { action: "set", name: "n", value: "v" }),
      PageError,
      "the browser does not take it for a.test/",
    );
  }
});

Deno.test("cookies() shows a cookie whose end no calendar has", async () => {
  const { cookies: listed } = await cookies(
    browserWith([{ ...COOKIE, expiry: Number.MAX_SAFE_INTEGER }], "a.test"),
    { action: "list" },
  );
  assertEquals(listed?.[0]?.expires, "+275760-09-13T00:00:00.000Z");
});
