import { assertEquals, assertMatch } from "@std/assert";

/** Runs a file of Grid tests where none of the real parts is. */
async function runWithout(ci: string): Promise<{ success: boolean; said: string }> {
  const cache = await Deno.makeTempDir({ prefix: "pagetap-no-parts-" });
  const deno = async (args: string[], env: Record<string, string> = {}) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env })
      .output();
    const text = new TextDecoder();
    return {
      success,
      stdout: text.decode(stdout),
      said: text.decode(stdout) + text.decode(stderr),
    };
  };
  try {
    const { denoDir } = JSON.parse((await deno(["info", "--json"])).stdout);
    return await deno(["test", "-A", "--no-check", "tests/e2e/grid_end_test.ts"], {
      CI: ci,
      DENO_DIR: denoDir,
      XDG_CACHE_HOME: cache,
    });
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

Deno.test("gridTest() says which test it leaves out and for want of what", async () => {
  const { success, said } = await runWithout("");
  assertEquals(success, true, said);
  assertMatch(said, /left out, missing .*geckodriver.*: a session ended while the Grid/);
});

Deno.test("gridTest() leaves nothing out in CI", async () => {
  const { success, said } = await runWithout("true");
  assertEquals(success, false);
  assertMatch(said, /Cannot leave a test out with CI=true; missing: .*geckodriver/);
});
