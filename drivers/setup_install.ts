/**
 * The two ways setup installs browsers. Each runs a program whose progress the terminal shows.
 *
 * @module
 */
import type { BrowserName } from "./driver.ts";
import { type Installed, installedFile } from "./find.ts";
import { packages, titles } from "./setup_plan.ts";

/** The downloader, run on its own so that its packages are never part of the service. */
const DOWNLOADER = new URL("./setup_download.ts", import.meta.url).href;

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
  for (const args of [["update"], ["install", "-y", ...packages(browsers)]]) {
    await run("apt-get", args, { name: `apt-get ${args.join(" ")}`, env, echo: true });
  }
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
  const options = ["-A", "--no-config", "--no-lock"];
  const output = await run(Deno.execPath(), [
    "run",
    ...options,
    DOWNLOADER,
    browsersDir,
    ...browsers,
  ], {
    name: `the download of ${titles(browsers)}`,
  });
  const downloaded = JSON.parse(output) as Installed;
  const paths: Installed = { ...known, ...downloaded };
  try {
    await Deno.writeTextFile(installedFile(browsersDir), JSON.stringify(paths, null, 2) + "\n");
  } catch {
    throw new InstallError(`Cannot write to ${browsersDir}`);
  }
}

interface RunOptions {
  /** What failed, when it fails. */
  readonly name: string;
  readonly env?: Record<string, string>;
  /** Shows what the program writes to its output, where that is its progress. */
  readonly echo?: boolean;
}

/** Most characters of a program's output that are kept; its result is at the end. */
const MAX_OUTPUT_CHARS = 4096;

/** Runs a program to its end, its progress shown, and gives what it wrote to its output. */
async function run(program: string, args: string[], options: RunOptions): Promise<string> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(program, {
      args,
      env: options.env ?? {},
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  } catch {
    throw new InstallError(`Cannot run ${options.name}`);
  }
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output = (output + text).slice(-MAX_OUTPUT_CHARS);
    if (options.echo) await Deno.stderr.write(new TextEncoder().encode(text));
  }
  const { code } = await child.status;
  if (code !== 0) {
    throw new InstallError(`Setup failed: ${options.name} ended with exit code ${code}`);
  }
  return output;
}
