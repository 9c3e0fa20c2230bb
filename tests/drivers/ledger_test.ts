import { assert, assertEquals, assertThrows } from "@std/assert";
import { FileLedger, markArgument, parseLedger } from "../../drivers/ledger.ts";

/** Calls with a folder that is not there yet, and is gone after. */
function inFolder(use: (folder: string) => void): void {
  const root = Deno.makeTempDirSync({ prefix: "pagetap-ledger-" });
  try {
    use(`${root}/data/running`);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const never = (error: unknown) => {
  throw error;
};

function names(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name.replace(/^[^.]*/, "")).sort();
}

function read(folder: string): unknown {
  const file = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".json"));
  return parseLedger(Deno.readTextFileSync(`${folder}/${file?.name}`));
}

Deno.test("FileLedger has on disk what has started and is not gone", () => {
  inFolder((folder) => {
    const ledger = FileLedger.open(folder, never);
    const [driver, profile] = [markArgument(), "/tmp/pagetap-chrome-0123456789abcdef"];
    ledger.add({ mark: driver, group: 12 });
    ledger.add({ mark: profile, group: null });
    ledger.add({ mark: profile, group: 34 });
    assertEquals(read(folder), [{ mark: driver, group: 12 }, { mark: profile, group: 34 }]);
    assertEquals(names(folder), [".json", ".lock"]);
    for (const { name } of Deno.readDirSync(folder)) {
      assertEquals((Deno.statSync(`${folder}/${name}`).mode ?? 0) & 0o777, 0o600, name);
    }
    assertEquals((Deno.statSync(folder).mode ?? 0) & 0o777, 0o700);
    ledger.remove(driver);
    ledger.remove("unknown");
    assertEquals(read(folder), [{ mark: profile, group: 34 }]);
    ledger.remove(profile);
    ledger.close();
    assertEquals(names(folder), []);
  });
});

Deno.test("FileLedger.close() leaves what is not gone to the next server", () => {
  inFolder((folder) => {
    const ledger = FileLedger.open(folder, never);
    const mark = markArgument();
    ledger.add({ mark, group: 12 });
    ledger.close();
    assertEquals(read(folder), [{ mark, group: 12 }]);
  });
});

Deno.test("FileLedger tells of a fault once a streak, and never throws", () => {
  inFolder((folder) => {
    const faults: unknown[] = [];
    const ledger = FileLedger.open(folder, (error) => faults.push(error));
    for (const streak of [1, 2]) {
      Deno.renameSync(folder, `${folder}-away`);
      ledger.add({ mark: markArgument(), group: 12 });
      ledger.add({ mark: markArgument(), group: 13 });
      assertEquals(faults.length, streak);
      assert(faults[0] instanceof Deno.errors.NotFound);
      Deno.renameSync(`${folder}-away`, folder);
      ledger.add({ mark: markArgument(), group: 14 });
    }
    assertEquals((read(folder) as unknown[]).length, 6);
    ledger.close();
  });
});

Deno.test("FileLedger.open() throws where nothing can be written", () => {
  inFolder((folder) => {
    const file = Deno.makeTempFileSync({ prefix: "pagetap-ledger-" });
    assertThrows(() => FileLedger.open(`${file}/running`, never));
    Deno.removeSync(file);
    assertThrows(() => Deno.statSync(folder), Deno.errors.NotFound);
  });
});

Deno.test("parseLedger() takes no mark that another's command line may hold, and no group of others", () => {
  const mark = markArgument();
  for (
    const each of [
      { mark: "", group: 12 },
      { mark: "--pagetap=", group: 12 },
      { mark: "/home/me", group: 12 },
      { mark: "/tmp/pagetap-chrome-", group: 12 },
      { mark: "pagetap-chrome-0123456789abcdef", group: 12 },
      { mark: "/tmp/pagetap-chrome-0123456789abcdef/..", group: 12 },
      { mark, group: 1 },
      { mark, group: 0 },
      { mark, group: -12 },
      { mark, group: 1.5 },
      { mark },
    ]
  ) {
    assertEquals(
      parseLedger(JSON.stringify([{ mark, group: 2 }, each])),
      null,
      JSON.stringify(each),
    );
  }
  assertEquals(parseLedger(JSON.stringify([{ mark, group: 2 }])), [{ mark, group: 2 }]);
});
