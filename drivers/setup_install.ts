/**
 * The two ways setup installs browsers. Each runs a program whose progress the terminal shows.
 *
 * @module
 */
import type { BrowserName } from "./driver.ts";
import { type Installed, installedFile } from "./find.ts";
import { packages } from "./setup_plan.ts";

/** The downloader, run on its own so that its packages are never part of the service. */
const DOWNLOADER = "npm:@puppeteer/browsers@3.2.6";

/** What each browser is downloaded as; a chromedriver has the number of its Chrome. */
const DOWNLOADS: Readonly<Record<BrowserName, Readonly<Record<string, string>>>> = {
  chrome: { chrome: "chrome@stable", chromedriver: "chromedriver@stable" },
  firefox: { firefox: "firefox@stable" },
};

/** An installation failed; the message is one sentence that says which step. */
export class InstallError extends Error {
  /** Always `InstallError`. */
  override readonly name = "InstallError";
}

/**
 * Installs `browsers` from Debian's packages; wants root.
 *
 * @throws {InstallError} when apt-get fails
 */
export async function installWithApt(browsers: readonly BrowserName[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], env);
  await run("apt-get", ["install", "-y", ...packages(browsers)], env);
}

/**
 * Downloads `browsers` into `browsersDir` and writes down where they are.
 *
 * @throws {InstallError} when a download fails or the folder is not writable
 */
export async function download(
  browsers: readonly BrowserName[],
  browsersDir: string,
  known: Installed,
): Promise<void> {
  const paths: Record<string, string> = { ...known };
  for (const browser of browsers) {
    for (const [name, build] of Object.entries(DOWNLOADS[browser])) {
      const args = ["install", build, "--path", browsersDir, "--format", "{{path}}"];
      const output = await run(Deno.execPath(), ["run", "-A", "--no-config", DOWNLOADER, ...args]);
      const path = output.trim().split("\n").at(-1) ?? "";
      if (path === "") throw new InstallError(`Downloading ${build} failed: it named no file`);
      paths[name] = path;
    }
  }
  try {
    await Deno.writeTextFile(installedFile(browsersDir), JSON.stringify(paths, null, 2) + "\n");
  } catch {
    throw new InstallError(`Cannot write to ${browsersDir}`);
  }
}

/** Runs a program to its end, its progress shown, and gives what it wrote to its output. */
async function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  const failed = (why: string) =>
    new InstallError(`\`${program} ${args.join(" ")}\` failed: ${why}`);
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env,
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  } catch {
    throw failed("it cannot be run");
  }
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output = (output + text).slice(-MAX_OUTPUT_CHARS);
    await Deno.stderr.write(new TextEncoder().encode(text));
  }
  const { code } = await child.status;
  if (code !== 0) throw failed(`exit code ${code}`);
  return output;
}

/** Most characters of a program's output that are kept; its result is at the end. */
const MAX_OUTPUT_CHARS = 4096;
