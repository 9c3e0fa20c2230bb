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
    "tests/page/b_test.ts",
    "tests/page/c_test.ts",
    "tests/page/d_test.ts",
  ];
  const { atOnce, alone } = parted(files);
  assertEquals(alone.files, ["tests/e2e/grid_many_test.ts", "tests/e2e/stop_test.ts"]);
  assertEquals(atOnce.map((job) => [job.name, ...job.files]), [
    ["grid_1", "tests/e2e/grid_drop_test.ts"],
    ["grid_2", "tests/grid/part_test.ts"],
    ["rows", "tests/e2e/rows_test.ts"],
    ["page_1", "tests/page/a_test.ts", "tests/page/d_test.ts"],
    ["page_2", "tests/page/b_test.ts"],
    ["page_3", "tests/page/c_test.ts"],
    ["main", "tests/capture/masker_test.ts", "tests/readme_test.ts"],
    ["tabs", "tests/e2e/tabs_test.ts"],
  ]);
  assertEquals([...atOnce, alone].flatMap((job) => job.files).toSorted(), files.toSorted());
});
