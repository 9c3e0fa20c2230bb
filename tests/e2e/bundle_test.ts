import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { dirname } from "node:path";
import config from "../../deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url).pathname;
const UTF8 = new TextDecoder();

interface Run {
  readonly command?: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** Runs a program to its end. */
async function run({ command = Deno.execPath(), args, env, cwd = root }: Run) {
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd,
    ...(env && { env }),
  }).output();
  return { code, output: UTF8.decode(stdout) + UTF8.decode(stderr) };
}

/** Runs a task that must succeed. */
async function task(name: string): Promise<void> {
  const { code, output } = await run({ args: ["task", name] });
  assertEquals(code, 0, output);
}

/** Calls with a temporary folder, which is gone after. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "pagetap-bundle-" });
  try {
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Begins a command that is run with no network but loopback; empty where the machine allows none. */
async function offline(): Promise<string[]> {
  const prefix = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  const tried = await run({ command: "/usr/bin/env", args: [...prefix, "true"] });
  return tried.code === 0 ? prefix : [];
}

Deno.test("the bundle does the main job offline, with an empty cache and least permissions", async () => {
  await task("bundle");
  const { size } = await Deno.stat(`${root}dist/pagetap.js`);
  assert(size > 100_000 && size < 3_000_000, `${size} bytes`);
  await inFolder(async (folder) => {
    // Elsewhere, so that nothing of the repository can be found by chance.
    const bundle = `${folder}/pagetap.js`;
    await Deno.copyFile(`${root}dist/pagetap.js`, bundle);
    const job = ["run", "-A", "--cached-only", `${root}tests/e2e/bundle_job.ts`, bundle, folder];
    const { code, output } = await run({
      command: "/usr/bin/env",
      args: [...await offline(), Deno.execPath(), ...job],
    });
    assertEquals(code, 0, output);
    assertStringIncludes(output, "done");
  });
});

Deno.test("the bundle says in one sentence which right it lacks", async () => {
  await task("bundle");
  const { code, output } = await run({
    args: [
      "run",
      "--no-prompt",
      "--no-config",
      "--allow-env=HOST,WS_NO_BUFFER_UTIL",
      "dist/pagetap.js",
    ],
  });
  assertEquals(code, 2);
  assertMatch(
    output.trim(),
    /^pagetap: Requires env access to "[A-Z_]+", run again with the --allow-env flag$/,
  );
});

/** Runs the task `compile` with another runtime and output; the environment names the runtime. */
function compile(output: string, env: Record<string, string>) {
  const { command } = config.tasks.compile;
  assertStringIncludes(command, " -o dist/pagetap ");
  return run({
    command: "/bin/sh",
    args: ["-c", command.replace(" -o dist/pagetap ", ` -o ${output} `)],
    env: { PATH: `${dirname(Deno.execPath())}:/usr/bin:/bin`, NO_COLOR: "1", ...env },
  });
}

// The runtime of a binary is fetched from Deno's own site; here the bundle is embedded into the one at hand.
Deno.test("deno task compile embeds the bundle", async () => {
  await inFolder(async (folder) => {
    const { code, output } = await compile(`${folder}/pagetap`, { DENORT_BIN: Deno.execPath() });
    assertEquals(code, 0, output);
    const binary = await Deno.stat(`${folder}/pagetap`);
    const runtime = await Deno.stat(Deno.execPath());
    const embedded = binary.size - runtime.size;
    assert(embedded > 500_000 && embedded < 8_000_000, `${embedded} bytes`);
    assert((binary.mode ?? 0) & 0o100, "it cannot be run");
  });
});

Deno.test("deno task compile says what is missing when the runtime cannot be had", async () => {
  await inFolder(async (folder) => {
    const { code, output } = await compile(`${folder}/pagetap`, { DENORT_BIN: `${folder}/none` });
    assertEquals(code, 1, output);
    assertStringIncludes(output, "none");
  });
});
