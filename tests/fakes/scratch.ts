/**
 * A folder of the machine's temporary ones for what a test's parts keep; gone with the tests of the file.
 *
 * @module
 */
const folder = Deno.makeTempDirSync({ prefix: "pagetap_test_" });
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** A folder that is not there until something is kept in it, as `DATA_DIR` is at first. */
export const SCRATCH = `${folder}/data`;
