/**
 * Runs the tests; `deno task test` does. What mostly waits (for timeouts, for a Grid to reap, for what was
 * killed to come back) runs beside what mostly computes, and what measures how soon something is told runs
 * by itself afterwards. With arguments it is `deno test` and nothing more.
 *
 * @module
 */

/** Tests that mostly wait. */
const WAITS = [
  "tests/e2e/grid_drop_test.ts",
  "tests/e2e/grid_idle_test.ts",
  "tests/e2e/grid_kill_browser_test.ts",
  "tests/e2e/grid_kill_part_test.ts",
  "tests/e2e/grid_restart_test.ts",
  "tests/e2e/grid_stall_test.ts",
];

/** Tests that a busy machine would disturb. */
const ALONE = [
  "tests/e2e/attribution_test.ts",
  "tests/e2e/flood_test.ts",
  "tests/e2e/grid_many_test.ts",
];

/** Where a run writes what it found. */
const results = (name: string): string => `artifacts/junit-${name}.xml`;

function test(args: readonly string[], output: "inherit" | "piped" = "inherit"): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", ...args],
    stdin: "null",
    stdout: output,
    stderr: output,
  });
}

async function runAll(): Promise<boolean> {
  await Deno.remove("artifacts", { recursive: true }).catch(() => {});
  await Deno.mkdir("artifacts", { recursive: true });
  // Its output is told afterwards, whole: two at once could not be read.
  const waiting = test([`--junit-path=${results("waiting")}`, ...WAITS], "piped").output();
  const ignored = [...WAITS, ...ALONE].join();
  const main = await test([
    `--junit-path=${results("main")}`,
    `--ignore=${ignored}`,
    "tests/",
  ]).output();
  const waited = await waiting;
  await Deno.stdout.write(waited.stdout);
  await Deno.stderr.write(waited.stderr);
  const alone = await test([`--junit-path=${results("alone")}`, ...ALONE]).output();
  return main.success && waited.success && alone.success;
}

const success = Deno.args.length === 0 ? await runAll() : (await test(Deno.args).output()).success;
Deno.exitCode = success ? 0 : 1;
