import { assertEquals } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import type { Cookie } from "../../bidi/protocol.ts";
import type { KeptCookie } from "../../page/kept_sites.ts";
import { readCookies, setCookies } from "../../page/site_cookies.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

function cookie(name: string, more: Partial<Cookie> = {}): Cookie {
  return {
    name,
    value: { type: "string", value: "v" },
    domain: "a.test",
    path: "/",
    size: 2,
    httpOnly: false,
    secure: true,
    sameSite: "lax",
    ...more,
  };
}

function kept(name: string, more: Partial<KeptCookie> = {}): KeptCookie {
  const { size: _, ...rest } = cookie(name);
  return { ...rest, ...more };
}

const PARTITION = { topLevelSite: "https://top.test", hasCrossSiteAncestor: true };

Deno.test("readCookies() takes Chrome's none without secure for what does not say", async () => {
  const page = new FakePage(() => ({
    cookies: [
      cookie("plain", { sameSite: "none", secure: false }),
      cookie("none", { sameSite: "none" }),
      cookie("part", { "goog:partitionKey": PARTITION }),
    ],
  }));
  const cookies = await readCookies(page, ["https://a.test"]);
  assertEquals(cookies.map(({ name, sameSite }) => [name, sameSite]), [
    ["plain", "default"],
    ["none", "none"],
    ["part", "lax"],
  ]);
  assertEquals([cookies[2]?.partition, page.sent.length], [PARTITION, 1]);
});

Deno.test("readCookies() asks Firefox for each origin's partition, and has each cookie once", async () => {
  const embedded = cookie("embedded", { domain: "widget.test" });
  const page = new FakePage((_method, { partition }) => ({
    cookies: partition ? [cookie("own"), embedded] : [cookie("own"), embedded, cookie("far")],
  }), "firefox");
  const cookies = await readCookies(page, ["https://a.test", "https://sub.a.test"]);
  assertEquals(cookies.map(({ name, partition }) => [name, partition?.topLevelSite]), [
    ["own", undefined],
    ["far", undefined],
    ["embedded", "https://a.test"],
  ]);
});

Deno.test("setCookies() names what the browser refuses, and what it drops without a word", async () => {
  const there: Cookie[] = [];
  const page = new FakePage((method, params) => {
    if (method === "storage.getCookies") return { cookies: there };
    const { cookie: set } = params as { cookie: Cookie };
    if (set.name === "refused") return new BidiError(method, "unable to set cookie", "no");
    if (set.name !== "dropped") there.push(set);
    return {};
  });
  const cookies = [
    kept("ok", { sameSite: "default" }),
    kept("refused"),
    kept("dropped"),
    kept("old", { expiry: -1 }),
  ];
  assertEquals(await setCookies(page, cookies), {
    set: 1,
    ended: 1,
    refused: ["refused of a.test", "dropped of a.test"],
  });
  assertEquals((page.sent[0]?.params.cookie as Cookie).sameSite, undefined);
});

Deno.test("setCookies() puts a partitioned cookie back where it was, from either browser to either", async () => {
  const set = async (browser: "chrome" | "firefox") => {
    const page = new FakePage(() => ({ cookies: [] }), browser);
    await setCookies(page, [kept("part", { partition: PARTITION })]);
    const { cookie, partition } = page.sent[0]?.params as {
      cookie: Record<string, unknown>;
      partition?: unknown;
    };
    return [cookie["goog:partitionKey"], partition];
  };
  assertEquals(await set("chrome"), [PARTITION, undefined]);
  assertEquals(await set("firefox"), [undefined, {
    type: "storageKey",
    sourceOrigin: "https://top.test",
  }]);
});

const COOKIES = [
  "sid=s3cr3t-1; HttpOnly; Path=/",
  "plain=1",
  "lax=1; SameSite=Lax",
  "strict=1; SameSite=Strict; Path=/x",
  "none=1; SameSite=None; Secure",
  "later=1; Max-Age=1000",
  "__Host-h=1; Secure; Path=/",
  "__Secure-s=1; Secure; Path=/",
  "part=1; Secure; Path=/; SameSite=None; Partitioned",
  'quoted="a b"',
  "empty=",
];

testInBrowsers(
  "readCookies() and setCookies() bring every cookie back as it was",
  {
    "/": (request) => {
      const headers = new Headers({ "content-type": "text/html" });
      if (!request.headers.has("cookie")) {
        for (const each of COOKIES) headers.append("set-cookie", each);
      }
      return new Response(`<link rel=icon href="data:,">`, { headers });
    },
  },
  async ({ page, origin }) => {
    const local = origin.replace("127.0.0.1", "localhost");
    await page.go(`${local}/`);
    const sort = (cookies: KeptCookie[]) =>
      cookies.map((each) => JSON.stringify(each, Object.keys(each).sort())).sort();
    const before = await readCookies(page, [origin, local]);
    assertEquals(before.filter(({ name }) => name === "sid").length, 2);
    await page.send("storage.deleteCookies", {});
    assertEquals(await readCookies(page, []), []);
    const { set, refused } = await setCookies(page, before);
    assertEquals([set, refused], [before.length, []]);
    assertEquals(sort(await readCookies(page, [origin, local])), sort(before));
  },
);
