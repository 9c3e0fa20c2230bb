import { assertEquals } from "@std/assert";
import { type GridNode, readNodes } from "../../../drivers/grid/status.ts";
import { Strays } from "../../../drivers/grid/strays.ts";
import { FakeTime } from "./fake_time.ts";

function fixture() {
  const time = new FakeTime();
  const world = { looks: [] as number[], held: [] as string[] | null, ended: [] as string[] };
  const strays = new Strays({
    nodes: () => {
      world.looks.push(time.now());
      return Promise.resolve(world.held === null ? null : holding(world.held));
    },
    end: (id) => Promise.resolve(void world.ended.push(id)),
    time,
  });
  return { time, world, strays };
}

function holding(tags: readonly string[]): readonly GridNode[] {
  const slots = tags.map((tag) => ({
    stereotype: { browserName: "chrome" },
    session: { sessionId: `id of ${tag}`, capabilities: { "se:name": tag } },
  }));
  return readNodes({ nodes: [{ availability: "UP", slots }] }) ?? [];
}

Deno.test("Strays.find() ends a session that turns up late, and then looks no more", async () => {
  const { time, world, strays } = fixture();
  strays.find("t");
  await time.advance(1_000);
  world.held = ["other", "t"];
  await time.advance(60_000);
  assertEquals(world.looks, [500, 2_000]);
  assertEquals(world.ended, ["id of t"]);
});

Deno.test("Strays.find() gives up after three looks, failed ones counted", async () => {
  const { time, world, strays } = fixture();
  world.held = null;
  strays.find("t");
  await time.advance(60_000);
  assertEquals([world.looks, world.ended], [[500, 2_000, 6_000], []]);
});

Deno.test("Strays.settled() waits for all that is under way", async () => {
  const { time, world, strays } = fixture();
  strays.find("t");
  strays.end("x");
  let settled = false;
  const all = strays.settled(60_000).then(() => settled = true);
  await time.advance(5_999);
  assertEquals([settled, world.ended], [false, ["x"]]);
  await time.advance(1);
  await all;
});
