/**
 * Puts what no Debian package has into the cache: Selenium Grid by Maven, geckodriver by cargo. Whatever
 * is missing in the end is said; where nothing may be left out (`CI=true`) that is an error.
 *
 * @module
 */
import {
  find,
  GECKODRIVER,
  GECKODRIVER_FOLDER,
  GECKODRIVER_VERSION,
  GRID_FOLDER,
  GRID_VERSION,
  missingParts,
} from "./places.ts";

/** Milliseconds that a download or a build may take. */
const TIMEOUT_MS = 900_000;

if (import.meta.main) {
  for (const failure of await installParts()) console.error(failure);
  const missing = missingParts();
  if (missing.length > 0) {
    console.error(`missing: ${missing.join(", ")}; every test with a Selenium Grid is left out`);
    if (Deno.env.get("CI") === "true") {
      console.error("CI=true leaves no test out");
      Deno.exitCode = 1;
    }
  }
}

/** Installs what is not there yet. Never throws; answers one sentence for each part it could not get. */
export async function installParts(): Promise<string[]> {
  const failures: string[] = [];
  for (const part of [installGrid, installGeckodriver]) {
    try {
      await part();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  return failures;
}

async function installGrid(): Promise<void> {
  await into(GRID_FOLDER, (folder) =>
    run("mvn", "maven", [
      "-q",
      "-B",
      "-f",
      new URL("pom.xml", import.meta.url).pathname,
      "dependency:copy-dependencies",
      `-DgridVersion=${GRID_VERSION}`,
      `-DoutputDirectory=${folder}`,
    ], `Selenium Grid ${GRID_VERSION}`));
}

async function installGeckodriver(): Promise<void> {
  // cargo puts the program where it belongs only once it is whole.
  if (await exists(GECKODRIVER)) return;
  await run("cargo", "cargo", [
    "install",
    "--locked",
    `geckodriver@${GECKODRIVER_VERSION}`,
    "--root",
    GECKODRIVER_FOLDER,
  ], `geckodriver ${GECKODRIVER_VERSION}`);
}

/** Fills a folder beside the one that is wanted and renames it, so that a half copy is never taken for whole. */
async function into(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  if (await exists(folder)) return;
  const parent = folder.slice(0, folder.lastIndexOf("/"));
  await Deno.mkdir(parent, { recursive: true });
  const half = await Deno.makeTempDir({ dir: parent, prefix: "half-" });
  try {
    await fill(half);
    await Deno.rename(half, folder);
  } catch (error) {
    await Deno.remove(half, { recursive: true });
    // Somebody else was faster.
    if (!await exists(folder)) throw error;
  }
}

/**
 * Runs a program that installs, and shows what it writes.
 *
 * @param debian the package that has it
 * @param what what it is to install
 * @throws {Error} it is not there, or it failed
 */
export async function run(
  program: string,
  debian: string,
  args: readonly string[],
  what: string,
): Promise<void> {
  const path = program.startsWith("/") ? program : find(program);
  if (path === null) {
    throw new Error(`Cannot install ${what}: there is no ${program}; apt-get install ${debian}`);
  }
  console.error(`Installing ${what} with ${program}`);
  const { success, code } = await new Deno.Command(path, {
    args: [...args],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  if (!success) {
    throw new Error(
      `Cannot install ${what}: ${program} ended with ${code}; what it wrote says why`,
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
