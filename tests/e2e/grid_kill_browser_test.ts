import { assertEquals } from "@std/assert";
import { isAlive } from "../../drivers/pid.ts";
import { Grid, gridTest } from "../grid/parts.ts";
import { CueSite } from "./cue_site.ts";
import { Pagetap } from "./harness.ts";
import { killUnder, openAll, PAGES } from "./killing.ts";
import { until } from "./until.ts";

/** A node gives up one dead driver after another, each in up to 20 s. */
const GIVEN_UP_MS = 100_000;

let grid: Grid;
Deno.test.beforeAll(async () => {
  grid = await Grid.hubAndNode({ chrome: 8, firefox: 7 });
});
Deno.test.afterAll(() => grid.stop());

for (
  const [victim, pid, why] of [
    ["driver", "driverPid", /its driver on the Grid has ended/],
    ["browser", "browserPid", /the browser on the Grid has ended/],
  ] as const
) {
  gridTest(`on a Grid the ${victim} is killed, idle and in the middle of a call`, async () => {
    await using site = new CueSite(PAGES);
    await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
    const before = new Set((await grid.sessions()).map(({ id }) => id));
    const all = await openAll(pagetap, site);
    const victims = (await grid.sessions()).filter(({ id }) => !before.has(id));
    assertEquals(victims.length, 4);
    await pagetap.call("other", "open_session", { browser: "chrome", url: `${site.origin}/page` });
    const kill = () => {
      for (const each of victims) Deno.kill(each[pid] ?? 0, "SIGKILL");
    };
    await killUnder(all, kill, why, () => pagetap.call("other", "outline"));
    await pagetap.call("other", "end_browser");
    if (victim === "driver") return;
    // What a dead driver has left on its machine, only that machine can end.
    for (const { driverPid, browserPid } of victims) {
      await until(() => [driverPid ?? 0, browserPid].every((pid) => isAlive(pid) === false));
    }
  });
}

gridTest("no slot of a Grid stays taken by a browser or a driver that was killed", async () => {
  await grid.taken(0, GIVEN_UP_MS);
});
