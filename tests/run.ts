/**
 * Runs the tests; `deno task test` does. They are parted into jobs, of which a few run at once: much of what
 * a test of a browser or a Grid does is to wait. What measures how soon something is told, or rebuilds what
 * others run, comes afterwards by itself. With arguments it is `deno test` and nothing more.
 *
 * @module
 */

/** Tests that a busy machine would disturb, or that would disturb others. */
const ALONE = [
  "tests/e2e/admin_hostile_test.ts",
  "tests/e2e/attribution_test.ts",
  "tests/e2e/flood_test.ts",
  "tests/e2e/grid_many_test.ts",
  "tests/e2e/admin_hostile_test.ts",
  "tests/e2e/bundle_test.ts",
  "tests/e2e/stop_test.ts",
];

/** Jobs that take long, which begin first; a part of a job's name is enough. */
const LONG = ["grid", "rows", "admin_test", "fuzz", "page", "views", "tail", "main"];

/** How many run at once: two cores carry three, since one or another waits. */
const AT_ONCE = Math.max(2, navigator.hardwareConcurrency) + 1;

/** Where a run writes what it found. */
const results = (name: string): string => `artifacts/junit-${name}.xml`;

/** Tests that run one after another. */
interface Job {
  readonly name: string;
  /** Files and folders. */
  readonly paths: readonly string[];
  /** What is in those folders and runs elsewhere. */
  readonly ignore?: readonly string[];
}

/** Every test is in one job: what starts a Grid in one, each other file of `e2e/` in one of its own. */
async function jobs(): Promise<Job[]> {
  const e2e = (await Array.fromAsync(Deno.readDir("tests/e2e")))
    .map(({ name }) => `tests/e2e/${name}`)
    .filter((path) => path.endsWith("_test.ts") && !ALONE.includes(path));
  const isGrid = (path: string) => path.startsWith("tests/e2e/grid_");
  return [
    { name: "grid", paths: ["tests/grid", ...e2e.filter(isGrid)] },
    { name: "page", paths: ["tests/page"] },
    { name: "main", paths: ["tests/"], ignore: ["tests/e2e", "tests/grid", "tests/page"] },
    ...e2e.filter((path) => !isGrid(path)).map((path) => ({
      name: path.slice("tests/e2e/".length, -".ts".length),
      paths: [path],
    })),
  ];
}

function test(args: readonly string[], output: "inherit" | "piped"): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", ...args],
    stdin: "null",
    stdout: output,
    stderr: output,
  });
}

/** Runs one job, and tells all of what it said at its end: of two at once nothing could be read. */
async function run({ name, paths, ignore = [] }: Job): Promise<boolean> {
  const began = performance.now();
  // An empty list would leave out everything.
  const without = ignore.length === 0 ? [] : [`--ignore=${ignore.join()}`];
  const args = [`--junit-path=${results(name)}`, ...without, ...paths];
  const { success, stdout, stderr } = await test(args, "piped").output();
  await Deno.stdout.write(stdout);
  await Deno.stderr.write(stderr);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${success ? "passed" : "FAILED"}: ${name}, ${seconds} s`);
  return success;
}

async function runAll(): Promise<boolean> {
  await Deno.remove("artifacts", { recursive: true }).catch(() => {});
  await Deno.mkdir("artifacts", { recursive: true });
  const rank = ({ name }: Job): number => {
    const at = LONG.findIndex((part) => name.startsWith(part));
    return at < 0 ? LONG.length : at;
  };
  const queue = (await jobs()).toSorted((a, b) => rank(a) - rank(b));
  const outcomes: boolean[] = [];
  const lane = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
      outcomes.push(await run(job));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  outcomes.push(await run({ name: "alone", paths: ALONE }));
  return outcomes.every((passed) => passed);
}

const success = Deno.args.length === 0
  ? await runAll()
  : (await test(Deno.args, "inherit").output()).success;
Deno.exitCode = success ? 0 : 1;
