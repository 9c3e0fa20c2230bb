import { assertEquals } from "@std/assert";
import { parted } from "./jobs.ts";

Deno.test("parted() has each file in one job, and what takes long first", () => {
  const files = [
    "tests/page/a_test.ts",
    "tests/readme_test.ts",
    "tests/capture/masker_test.ts",
    "tests/e2e/tabs_test.ts",
    "tests/e2e/rows_test.ts",
    "tests/e2e/stop_test.ts",
    "tests/e2e/grid_drop_test.ts",
    "tests/e2e/grid_many_test.ts",
    "tests/grid/part_test.ts",
    "tests/e2e/grid_idle_test.ts",
    "tests/page/in_page/a_b_test.ts",
  ];
  const { atOnce, alone } = parted(files);
  assertEquals(alone.files, ["tests/e2e/grid_many_test.ts", "tests/e2e/stop_test.ts"]);
  assertEquals(atOnce.map((job) => [job.name, ...job.files]), [
    ["grid", "tests/e2e/grid_drop_test.ts", "tests/grid/part_test.ts"],
    ["grid_idle", "tests/e2e/grid_idle_test.ts"],
    ["rows (e2e)", "tests/e2e/rows_test.ts"],
    ["main", "tests/capture/masker_test.ts", "tests/readme_test.ts"],
    ["tabs (e2e)", "tests/e2e/tabs_test.ts"],
    ["a (page)", "tests/page/a_test.ts"],
    ["in_page/a_b (page)", "tests/page/in_page/a_b_test.ts"],
  ]);
  assertEquals([...atOnce, alone].flatMap((job) => job.files).toSorted(), files.toSorted());
});
