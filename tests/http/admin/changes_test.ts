import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing";
import { changeEvents } from "../../../http/admin/changes.ts";
import type { Summary } from "../../../http/admin/summary.ts";

/** Those there are; each has as many calls as it was changed. */
function watched(names: readonly string[], reached: (name: string) => boolean = () => true) {
  const calls = new Map(names.map((name) => [name, 0]));
  const asked: string[] = [];
  let tell: ((name: string) => void) | null = null;
  const source = changeEvents({
    service: {
      workspaces: () => names,
      watch(changed) {
        tell = changed;
        return () => void (tell = null);
      },
    },
    reaches: reached,
    summary(key) {
      asked.push(key);
      return Promise.resolve({ key, calls: calls.get(key) } as Summary);
    },
  });
  return {
    source,
    asked,
    isWatched: () => tell !== null,
    change(name: string): void {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      tell?.(name);
    },
    take: () => (source.take() as Summary[] | null)?.map(({ key, calls }) => [key, calls]),
  };
}

Deno.test("changeEvents() tells of every workspace at its beginning", async () => {
  using time = new FakeTime();
  const { source, take } = watched(["ann", "ben"]);
  await time.tickAsync(250);
  await source.ready;
  assertEquals(take(), [["ann", 0], ["ben", 0]]);
  source.close();
});

Deno.test("changeEvents() tells of a workspace once in 250 ms, as it then is", async () => {
  using time = new FakeTime();
  const { source, change, take } = watched([]);
  for (const name of ["ann", "ben", "ann"]) change(name);
  await time.tickAsync(249);
  assertEquals(take(), []);
  await time.tickAsync(1);
  await source.ready;
  assertEquals(take(), [["ann", 2], ["ben", 1]]);
  source.close();
});

Deno.test("changeEvents() tells a listener of the workspaces it reaches, and looks at no other", async () => {
  using time = new FakeTime();
  const { source, change, take, asked } = watched(["ann", "ben"], (name) => name === "ben");
  await time.tickAsync(250);
  assertEquals(take(), [["ben", 0]]);
  for (const name of ["ann", "ben"]) change(name);
  await time.tickAsync(250);
  assertEquals(take(), [["ben", 1]]);
  assertEquals(asked, ["ben", "ben"]);
  source.close();
});

Deno.test("changeEvents() watches no more once it is closed, and is at its end", async () => {
  using time = new FakeTime();
  const { source, change, isWatched, take, asked } = watched(["ann"]);
  await time.tickAsync(250);
  take();
  const { ready } = source;
  change("ann");
  source.close();
  await ready;
  await time.tickAsync(1_000);
  assertEquals([isWatched(), source.take(), asked], [false, null, ["ann"]]);
});
