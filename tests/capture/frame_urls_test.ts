import { assertEquals, assertLess } from "@std/assert";
import { FrameUrls } from "../../capture/frame_urls.ts";
import { Masker } from "../../capture/masker.ts";

const SECRET = "s3cr3t-value-12345";
const URL_WITH_SECRET = `https://site.test/${SECRET}.js`;

Deno.test("FrameUrls.masked() masks what was learned after the URL was seen first", () => {
  for (
    const learn of [
      (masker: Masker) =>
        masker.learnHeaders([{ name: "authorization", value: `Bearer ${SECRET}` }]),
      (masker: Masker) => masker.bind(SECRET),
    ]
  ) {
    const masker = new Masker();
    const urls = new FrameUrls(masker);
    assertEquals(urls.masked(URL_WITH_SECRET), URL_WITH_SECRET);
    learn(masker);
    assertEquals(urls.masked(URL_WITH_SECRET), "https://site.test/•••.js");
  }
});

Deno.test("FrameUrls.masked() masks each URL once while there is nothing new", () => {
  let asked = 0;
  const mask = {
    generation: 1,
    text: (text: string) => text,
    member: () => false,
    url: (url: string) => `${++asked} ${url}`,
  };
  const urls = new FrameUrls(mask);
  assertEquals([urls.masked("a"), urls.masked("b"), urls.masked("a")], ["1 a", "2 b", "1 a"]);
  mask.generation++;
  assertEquals(urls.masked("a"), "3 a");
});

Deno.test("FrameUrls.masked() looks at no more of a long URL than it needs", () => {
  const looked: number[] = [];
  const masker = new Masker();
  const mask = {
    generation: 1,
    text: (text: string) => text,
    member: () => false,
    url: (url: string) => {
      looked.push(url.length);
      return masker.url(url);
    },
  };
  new FrameUrls(mask).masked(`https://site.test/?a=${"x".repeat(1_000_000)}`);
  assertLess(Math.max(...looked), 25_000);
});

Deno.test("FrameUrls.masked() keeps at most 2 048 characters", () => {
  assertEquals(new FrameUrls(new Masker()).masked("x".repeat(5_000)).length, 2_048);
});
