import { assertEquals } from "@std/assert";
import { VisitedOrigins } from "../../actors/visited_origins.ts";

Deno.test("VisitedOrigins has each origin once, the last one first", () => {
  const visited = new VisitedOrigins();
  for (
    const url of ["http://a.test/1", "https://a.test/", "http://b.test:81/", "http://a.test/2"]
  ) visited.add(url);
  assertEquals(visited.newestFirst, ["http://a.test", "http://b.test:81", "https://a.test"]);
});

Deno.test("VisitedOrigins takes what has no origin of the web for nothing", () => {
  const visited = new VisitedOrigins();
  for (
    const url of [
      "about:blank",
      "about:neterror?u=http://a.test/",
      "data:,x",
      "chrome-error://x/",
      "http://[",
    ]
  ) visited.add(url);
  assertEquals(visited.newestFirst, []);
});

Deno.test("VisitedOrigins remembers the last hundred", () => {
  const visited = new VisitedOrigins();
  for (let i = 0; i < 150; i++) visited.add(`http://h${i}.test/`);
  assertEquals(visited.newestFirst.length, 100);
  assertEquals(visited.newestFirst[99], "http://h50.test");
});
