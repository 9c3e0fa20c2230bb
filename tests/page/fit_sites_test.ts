import { assert, assertEquals } from "@std/assert";
import { fitSites, hostsOf } from "../../page/fit_sites.ts";
import type { KeptCookie, SiteData } from "../../page/kept_sites.ts";

function cookie(domain: string, size: number): KeptCookie {
  return {
    name: "c",
    value: { type: "string", value: "x".repeat(size) },
    domain,
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "lax",
  };
}

function data(over: Partial<SiteData>): SiteData {
  return { savedAt: 1, browser: "chrome", cookies: [], origins: [], session: null, ...over };
}

const storage = (origin: string, size: number) => ({
  origin,
  entries: [["k", "x".repeat(size)]] as const,
});

Deno.test("fitSites() keeps everything that fits", () => {
  const all = data({
    cookies: [cookie("a.test", 10)],
    origins: [storage("https://a.test", 10)],
    session: storage("https://a.test", 10),
  });
  const { data: kept, bytes, leftOut } = fitSites(all, 1_000);
  assertEquals([kept, leftOut], [all, []]);
  assertEquals(bytes, JSON.stringify(all).length);
});

Deno.test("fitSites() leaves out whole sites, the ones that were not seen for longest", () => {
  const all = data({
    cookies: [cookie("tracker.test", 300), cookie(".old.test", 10), cookie(".new.test", 10)],
    origins: [
      storage("https://app.new.test", 300),
      storage("https://middle.test", 300),
      storage("https://old.test", 300),
      storage("http://old.test:81", 10),
    ],
  });
  const { data: kept, bytes, leftOut } = fitSites(all, 1_100);
  assertEquals(leftOut, ["old.test", "tracker.test"]);
  assertEquals(kept.cookies.map(({ domain }) => domain), [".new.test"]);
  assertEquals(kept.origins.map(({ origin }) => origin), [
    "https://app.new.test",
    "https://middle.test",
  ]);
  assert(bytes <= 1_100);
});

Deno.test("fitSites() goes on behind a site that is too big by itself", () => {
  const all = data({
    origins: [storage("https://big.test", 2_000), storage("https://small.test", 10)],
    session: storage("https://big.test", 10),
  });
  const { data: kept, leftOut } = fitSites(all, 1_000);
  assertEquals([leftOut, kept.session], [["big.test"], null]);
  assertEquals(kept.origins.map(({ origin }) => origin), ["https://small.test"]);
});

Deno.test("fitSites() counts bytes, of any text, and never keeps more than it may", () => {
  for (
    const text of ["é".repeat(200), "\u{1f600}".repeat(100), "\ud800".repeat(60), '"'.repeat(200)]
  ) {
    const origins = Array.from({ length: 20 }, (_, i) => ({
      origin: `https://h${i}.test`,
      entries: [[text, text]] as const,
    }));
    const { data: kept, bytes, leftOut } = fitSites(data({ origins }), 3_000);
    assertEquals(bytes, new TextEncoder().encode(JSON.stringify(kept)).length);
    assert(bytes <= 3_000 && bytes > 1_500, `${bytes}`);
    assertEquals(kept.origins.length + leftOut.length, 20);
  }
});

Deno.test("hostsOf() has a cookie's site beside the newest page it is sent to", () => {
  const all = data({
    cookies: [cookie("never.test", 1), cookie(".a.test", 1)],
    origins: [storage("https://b.test", 1), storage("https://x.a.test", 1)],
    session: storage("https://c.test", 1),
  });
  assertEquals(hostsOf(all), ["c.test", "b.test", "x.a.test", "a.test", "never.test"]);
});
