/**
 * Runs the tests; `deno task test` does. They are parted into jobs, of which a few run at once: much of what
 * a test of a browser or a Grid does is to wait. What measures how soon something is told, or rebuilds what
 * others run, comes afterwards by itself. The last thing printed is what failed, and how many tests did what.
 * With arguments it is `deno test` and nothing more.
 *
 * @module
 */
import { parted } from "./runner/jobs.ts";
import { readJunit } from "./runner/junit.ts";
import { type Ended, summary, triedAgain } from "./runner/summary.ts";

/** How many jobs run at once: each waits more than it computes. */
const AT_ONCE = Math.max(2, navigator.hardwareConcurrency) + 2;

/** Runs one file, and tells all of what it said at its end: of two at once nothing could be read. */
async function run(file: string, attempt = ""): Promise<Ended> {
  const began = performance.now();
  const results = `artifacts/junit-${file.replaceAll("/", "-")}${attempt}.xml`;
  const { success, stdout, stderr } = await denoTest(
    // All types were checked at the beginning.
    ["--no-check", `--junit-path=${results}`, file],
    "piped",
  ).output();
  await Deno.stderr.write(stderr);
  await Deno.stdout.write(stdout);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${success ? "passed" : "FAILED"}: ${file}${attempt}, ${seconds} s`);
  // A file that could not be loaded has none.
  const xml = await Deno.readTextFile(results).catch(() => "");
  return { file, success, tests: readJunit(xml) };
}

function denoTest(args: readonly string[], output: "inherit" | "piped"): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", ...args],
    stdin: "null",
    stdout: output,
    stderr: output,
  });
}

/** Every file with tests in `folder`, from the repository's root. */
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
  const check = new Deno.Command(Deno.execPath(), { args: ["check", "--quiet"] });
  if (!(await check.spawn().status).success) return false;
  await Deno.remove("artifacts", { recursive: true }).catch(() => {});
  await Deno.mkdir("artifacts", { recursive: true });
  const { atOnce, alone } = parted(await testFiles("tests"));
  const first: Ended[] = [];
  const lane = async (): Promise<void> => {
    for (let job = atOnce.shift(); job !== undefined; job = atOnce.shift()) {
      for (const file of job.files) first.push(await run(file));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  for (const file of alone.files) first.push(await run(file));
  const again: Ended[] = [];
  for (const file of triedAgain(first)) again.push(await run(file, "-again"));
  // Where nothing may be left out, a test whose parts are missing has failed.
  const { success, lines } = summary(first, again, Deno.env.get("CI") === "true");
  console.log(lines.join("\n"));
  return success;
}

const success = Deno.args.length === 0
  ? await runAll()
  : (await denoTest(Deno.args, "inherit").output()).success;
Deno.exitCode = success ? 0 : 1;
