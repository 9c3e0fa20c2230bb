/**
 * Puts Schemathesis into the cache, in a virtual environment of its own. Where it cannot be had that is said;
 * where nothing may be left out (`CI=true`) it is an error.
 *
 * @module
 */
import { run } from "../grid/install.ts";
import { hasSchemathesis, SCHEMATHESIS_VERSION, VENV } from "./places.ts";

if (import.meta.main) {
  try {
    await install();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error("missing: Schemathesis; the JSON surface is not fuzzed");
    if (Deno.env.get("CI") === "true") Deno.exitCode = 1;
  }
}

/**
 * Installs it, unless it is there.
 *
 * @throws {Error} there is no Python with virtual environments, or a package cannot be had
 */
export async function install(): Promise<void> {
  // pip installs what a package needs before the package, so the program is there only once all is.
  if (hasSchemathesis()) return;
  const what = `Schemathesis ${SCHEMATHESIS_VERSION}`;
  await run("python3", "python3-venv", ["-m", "venv", VENV], what);
  await run(`${VENV}/bin/python`, "python3-venv", [
    ...["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"],
    ...["--requirement", new URL("requirements.txt", import.meta.url).pathname],
  ], what);
}
