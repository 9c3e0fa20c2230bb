/**
 * How a test that needs a Selenium Grid is registered: where the real parts are missing it is left out,
 * and said to be.
 *
 * @module
 */
import { missingParts } from "./places.ts";

const MISSING = missingParts();
if (MISSING.length > 0 && Deno.env.get("CI") === "true") {
  throw new Error(`Cannot leave a test out with CI=true; missing: ${MISSING.join(", ")}`);
}

/** Registers a test that needs a Grid, its browsers and their drivers, or the TLS proxy. */
export function gridTest(name: string, run: (test: Deno.TestContext) => Promise<void>): void {
  if (MISSING.length === 0) return Deno.test(name, run);
  // Said at once and past the console: the runner shows nothing of a file that has no test.
  const line = `left out, missing ${MISSING.join(", ")}: ${name}\n`;
  Deno.stderr.writeSync(new TextEncoder().encode(line));
}
