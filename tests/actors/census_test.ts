import { assertEquals } from "@std/assert";
import { Census } from "../../actors/census.ts";

Deno.test("Census counts sessions and channels by browser, until each ends", async () => {
  const census = new Census();
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const [chrome, firefox, channel] = ends.map(({ promise }) => promise);
  census.session("chrome", chrome ?? Promise.resolve());
  census.session("firefox", firefox ?? Promise.resolve());
  census.connection("firefox", channel ?? Promise.resolve());
  const before = census.sessions;
  assertEquals([before, census.connections], [
    { chrome: 1, firefox: 1 },
    { chrome: 0, firefox: 1 },
  ]);
  ends[1]?.resolve();
  await firefox;
  assertEquals([census.sessions, before], [
    { chrome: 1, firefox: 0 },
    { chrome: 1, firefox: 1 },
  ]);
  assertEquals(census.connections, { chrome: 0, firefox: 1 });
});
