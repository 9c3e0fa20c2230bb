import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { openDataDir } from "../../../actors/store/data_dir.ts";
import { StoreError } from "../../../actors/store/open_store.ts";
import { FakeClock } from "../../fakes/system.ts";
import { record } from "./records.ts";

/** Calls with a folder, which is where the platform's data is for the time. */
async function inHome(use: (home: string) => Promise<void>): Promise<void> {
  const home = Deno.makeTempDirSync({ prefix: "pagetap-home-" });
  const outer = Deno.env.get("XDG_DATA_HOME");
  Deno.env.set("XDG_DATA_HOME", home);
  try {
    await use(home);
  } finally {
    if (outer === undefined) Deno.env.delete("XDG_DATA_HOME");
    else Deno.env.set("XDG_DATA_HOME", outer);
    Deno.removeSync(home, { recursive: true });
  }
}

/** Opens one; what was logged goes into `logged`. */
function open(asked: string | null, logged: string[] = []) {
  const log = (event: string, fields = {}) => logged.push(`${event} ${JSON.stringify(fields)}`);
  return openDataDir(asked, {
    log: { debug: log, info: log, warn: log },
    clock: new FakeClock(),
  });
}

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

Deno.test("openDataDir() keeps records in the folder that was asked for, else in the platform's", async () => {
  await inHome(async (home) => {
    for (const [asked, folder] of [[`${home}/mine`, "mine"], [null, "pagetap"]] as const) {
      const logged: string[] = [];
      const first = await open(asked, logged);
      first.store.save("a", record());
      assertEquals(names(`${home}/${folder}/running`).length, 1);
      first.close();
      const second = await open(asked, logged);
      assertEquals(second.store.load("a"), record());
      second.close();
      assertEquals(names(`${home}/${folder}`), ["pagetap.db", "pagetap.lock", "running"]);
      assertEquals(names(`${home}/${folder}/running`), []);
      assertEquals(logged, []);
    }
  });
});

for (
  const [what, spoil] of [
    ["is a file", (folder: string) => Deno.writeTextFileSync(folder, "")],
    ["takes no ledger", (folder: string) => {
      Deno.mkdirSync(folder);
      Deno.writeTextFileSync(`${folder}/running`, "");
    }],
  ] as const
) {
  Deno.test(`openDataDir() refuses a folder that was asked for and ${what}`, async () => {
    await inHome(async (home) => {
      spoil(`${home}/mine`);
      const error = await assertRejects(() => open(`${home}/mine`), StoreError);
      assertStringIncludes(error.message, "--data-dir");
    });
  });

  Deno.test(`openDataDir() does without the platform's folder when it ${what}`, async () => {
    await inHome(async (home) => {
      spoil(`${home}/pagetap`);
      const logged: string[] = [];
      const { store, ledger, close } = await open(null, logged);
      assertEquals(ledger, null);
      store.save("a", record());
      assertEquals(store.load("a"), record());
      close();
      assertEquals(logged.length, 1);
      assertStringIncludes(logged[0] ?? "", "nothing of this server outlives it");
    });
  });
}
