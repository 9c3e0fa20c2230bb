/**
 * Runs the tests; `deno task test` does. They are parted into jobs, of which a few run at once: much of what
 * a test of a browser or a Grid does is to wait. What measures how soon something is told, or rebuilds what
 * others run, comes afterwards by itself. The last thing printed is what failed, and how many tests did what.
 * With arguments it is `deno test` and nothing more.
 *
 * @module
 */
import { type Job, parted } from "./runner/jobs.ts";
import { readJunit } from "./runner/junit.ts";
import { type Ended, summary, triedAgain } from "./runner/summary.ts";

/** How many run at once: each waits more than it computes. */
const AT_ONCE = Math.max(2, navigator.hardwareConcurrency) + 1;

/** Runs one job, and tells all of what it said at its end: of two at once nothing could be read. */
async function run(job: Job): Promise<Ended> {
  const began = performance.now();
  const results = `artifacts/junit-${job.name}.xml`;
  const { success, stdout, stderr } = await denoTest(
    [`--junit-path=${results}`, ...job.files],
    "piped",
  ).output();
  await Deno.stderr.write(stderr);
  await Deno.stdout.write(stdout);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${success ? "passed" : "FAILED"}: ${job.name}, ${seconds} s`);
  // A job whose types are wrong writes none.
  const xml = await Deno.readTextFile(results).catch(() => "");
  return { job, success, tests: readJunit(xml) };
}

function denoTest(args: readonly string[], output: "inherit" | "piped"): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", ...args],
    stdin: "null",
    stdout: output,
    stderr: output,
  });
}

/** Every file with tests in `folder`, whole paths. */
async function testFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await testFiles(path));
    else if (/_test\.tsx?$/.test(name)) found.push(path);
  }
  return found;
}

async function runAll(): Promise<boolean> {
  await Deno.remove("artifacts", { recursive: true }).catch(() => {});
  await Deno.mkdir("artifacts", { recursive: true });
  const { atOnce, alone } = parted(await testFiles("tests"));
  const first: Ended[] = [];
  const lane = async (): Promise<void> => {
    for (let job = atOnce.shift(); job !== undefined; job = atOnce.shift()) {
      first.push(await run(job));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  first.push(await run(alone));
  const files = triedAgain(first);
  const again = files.length > 0 ? await run({ name: "again", files }) : undefined;
  // Where nothing may be left out, a test whose parts are missing has failed.
  const { success, lines } = summary(first, again, Deno.env.get("CI") === "true");
  console.log(lines.join("\n"));
  return success;
}

const success = Deno.args.length === 0
  ? await runAll()
  : (await denoTest(Deno.args, "inherit").output()).success;
Deno.exitCode = success ? 0 : 1;
