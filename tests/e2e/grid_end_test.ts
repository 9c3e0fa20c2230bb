import { assertEquals } from "@std/assert";
import { FaultProxy, Grid, gridTest } from "../grid/parts.ts";
import { Pagetap } from "./harness.ts";

/** Milliseconds in which what could not be ended is ended once the Grid is back: tries are 5 s apart. */
const ENDED_MS = 15_000;

gridTest("a session ended while the Grid is out of reach gives its slot back later", async () => {
  await using grid = await Grid.standalone({ chrome: 1, firefox: 0, sessionTimeoutS: 300 });
  await using proxy = FaultProxy.start(grid.url);
  await using pagetap = await Pagetap.start({ GRID_URL: proxy.url });
  await pagetap.call("w", "open_session", { browser: "chrome" });
  await proxy.refuse();
  await proxy.cut();
  assertEquals((await pagetap.call("w", "end_browser")).ended, true);
  assertEquals((await grid.slots()).taken, 1);
  proxy.accept();
  await grid.taken(0, ENDED_MS);
});
