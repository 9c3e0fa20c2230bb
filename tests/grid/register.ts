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

const leftOut: string[] = [];
globalThis.addEventListener("unload", () => {
  if (leftOut.length === 0) return;
  const names = leftOut.map((name) => JSON.stringify(name)).join(", ");
  console.warn(`${leftOut.length} tests left out, missing: ${MISSING.join(", ")}: ${names}`);
});

/** Registers a test that needs a Grid, its browsers and their drivers, or the TLS proxy. */
export function gridTest(name: string, run: (test: Deno.TestContext) => Promise<void>): void {
  if (MISSING.length > 0) leftOut.push(name);
  else Deno.test(name, run);
}
