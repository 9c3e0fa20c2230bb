import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { delay } from "@std/async";
import { dirname } from "node:path";
import { FileLedger, markArgument, type Started } from "../../drivers/ledger.ts";
import { endOrphans } from "../../drivers/orphans.ts";

const never = (error: unknown) => {
  throw error;
};

/** A data folder, a folder for profiles, and what runs as if a server had started it. */
class Machine implements AsyncDisposable {
  readonly #root = Deno.makeTempDirSync({ prefix: "pagetap-orphans-" });
  readonly #processes: Deno.ChildProcess[] = [];
  readonly running = `${this.#root}/data/running`;

  /** A profile folder with something in it. */
  profile(): string {
    const profile = Deno.makeTempDirSync({ dir: this.#root, prefix: "pagetap-chrome-" });
    Deno.writeTextFileSync(`${profile}/Local State`, "{}");
    return profile;
  }

  /** Starts a leader of a group, with a child, whose command lines hold `argument`. */
  async start(argument: string): Promise<Deno.ChildProcess> {
    const process = new Deno.Command("/bin/sh", {
      args: ["-c", `/bin/sh -c 'sleep 600; :' child ${argument} & wait; :`, "leader", argument],
      detached: true,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    this.#processes.push(process);
    while (await alive(process) < 3) await delay(10);
    return process;
  }

  /** Writes a ledger as a server that was killed leaves it. */
  killedServer(...started: Started[]): void {
    this.server(...started).close();
  }

  /** Writes a ledger as a server that runs has it. */
  server(...started: Started[]): FileLedger {
    const ledger = FileLedger.open(this.running, never);
    for (const each of started) ledger.add(each);
    return ledger;
  }

  /** Writes the files of a ledger that no server of ours would write. */
  files(name: string, json: string): void {
    Deno.mkdirSync(this.running, { recursive: true });
    Deno.writeTextFileSync(`${this.running}/${name}.lock`, "");
    Deno.writeTextFileSync(`${this.running}/${name}.json`, json);
  }

  ledgers(): string[] {
    return [...Deno.readDirSync(this.running)].map(({ name }) => name).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes) {
      try {
        Deno.kill(-process.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
      await process.status;
    }
    Deno.removeSync(this.#root, { recursive: true });
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** How many processes of a group have not ended. */
async function alive({ pid }: Deno.ChildProcess): Promise<number> {
  const { stdout } = await new Deno.Command("ps", { args: ["-eo", "pgid=,stat="] }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => new RegExp(`^\\s*${pid}\\s+[^Z]`).test(line)).length;
}

Deno.test("endOrphans() ends what a killed server has left, children and folders too", async () => {
  await using machine = new Machine();
  const [profile, mark] = [machine.profile(), markArgument()];
  const browser = await machine.start(`--user-data-dir=${profile}`);
  const driver = await machine.start(mark);
  machine.killedServer({ mark: profile, group: browser.pid }, { mark, group: driver.pid });
  assertEquals([await alive(browser), await alive(driver)], [3, 3]);
  assertEquals(await endOrphans(machine.running), { groups: 2, folders: 1, left: null });
  assertEquals([await alive(browser), await alive(driver)], [0, 0]);
  assert(!exists(profile));
  assertEquals(machine.ledgers(), []);
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
});

Deno.test("endOrphans() ends a group whose leader has gone, by a member with the mark", async () => {
  await using machine = new Machine();
  const [profile, mark] = [machine.profile(), markArgument()];
  const driver = await machine.start(`${profile}`);
  driver.kill("SIGKILL");
  await driver.status;
  assertEquals(await alive(driver), 2);
  machine.killedServer({ mark, group: driver.pid }, { mark: profile, group: driver.pid });
  assertEquals(await endOrphans(machine.running), { groups: 1, folders: 1, left: null });
  assertEquals(await alive(driver), 0);
});

Deno.test("endOrphans() touches nothing of a server that runs", async () => {
  await using machine = new Machine();
  const profile = machine.profile();
  const browser = await machine.start(profile);
  const ledger = machine.server({ mark: profile, group: browser.pid });
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
  assertEquals(await alive(browser), 3);
  assert(exists(profile));
  ledger.close();
  assertEquals(await endOrphans(machine.running), { groups: 1, folders: 1, left: null });
});

Deno.test("endOrphans() never touches a process that has the id of one that was written down", async () => {
  await using machine = new Machine();
  const [profile, mark] = [machine.profile(), markArgument()];
  const foreign = await machine.start("--user-data-dir=/home/me/.config/chromium");
  const other = await machine.start(markArgument());
  machine.killedServer({ mark: profile, group: foreign.pid }, { mark, group: other.pid });
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 1, left: null });
  assertEquals([await alive(foreign), await alive(other)], [3, 3]);
  assert(!exists(profile));
  assertEquals(machine.ledgers(), []);
});

Deno.test("endOrphans() leaves a folder to a process that was not written down, and says so", async () => {
  await using machine = new Machine();
  const [profile, free] = [machine.profile(), machine.profile()];
  const reader = await machine.start(`${profile}/chrome_debug.log`);
  machine.killedServer({ mark: profile, group: null }, { mark: free, group: null });
  assertEquals(await endOrphans(machine.running), {
    groups: 0,
    folders: 1,
    left: "a process that was not written down uses a profile folder",
  });
  assertEquals(await alive(reader), 3);
  assertEquals([exists(profile), exists(free)], [true, false]);
  Deno.kill(-reader.pid, "SIGKILL");
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 1, left: null });
  assertEquals(machine.ledgers(), []);
});

Deno.test("endOrphans() ends what was launched when its server was killed in the midst of the start", async () => {
  await using machine = new Machine();
  const [profile, mark] = [machine.profile(), markArgument()];
  const firefox = await machine.start(`--profile ${profile} --no-remote`);
  const driver = await machine.start(mark);
  machine.killedServer({ mark: profile, group: null }, { mark, group: null });
  assertEquals(await endOrphans(machine.running), { groups: 2, folders: 1, left: null });
  assertEquals([await alive(firefox), await alive(driver)], [0, 0]);
  assertEquals([exists(profile), machine.ledgers()], [false, []]);
});

Deno.test("endOrphans() removes ledgers that say nothing, and takes no word of them", async () => {
  await using machine = new Machine();
  const profile = machine.profile();
  const home = Deno.makeTempDirSync({ prefix: "pagetap-other-" });
  const browser = await machine.start(profile);
  const whole = JSON.stringify([{ mark: profile, group: browser.pid }]);
  const foreign = [
    "",
    "no JSON",
    whole.slice(0, -5),
    "\0".repeat(100),
    JSON.stringify({ mark: profile, group: browser.pid }),
    JSON.stringify([{ mark: "sleep", group: browser.pid }]),
    JSON.stringify([{ mark: home, group: null }]),
    JSON.stringify([{ mark: profile, group: -1 }]),
    whole + " ".repeat(1_100_000),
  ];
  for (const [i, text] of foreign.entries()) machine.files(`foreign-${i}`, text);
  Deno.writeTextFileSync(`${machine.running}/only.lock`, "");
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
  assertEquals(await alive(browser), 3);
  assert(exists(home) && exists(profile));
  assertEquals(machine.ledgers(), []);
  Deno.removeSync(home);
});

Deno.test("endOrphans() follows no link, and takes no file for a folder", async () => {
  await using machine = new Machine();
  const profile = machine.profile();
  const link = `${dirname(profile)}/pagetap-chrome-0123456789abcdef`;
  Deno.symlinkSync(profile, link);
  const file = `${dirname(profile)}/pagetap-chrome-fedcba9876543210`;
  Deno.writeTextFileSync(file, "");
  machine.killedServer({ mark: link, group: null }, { mark: file, group: null });
  Deno.mkdirSync(`${machine.running}/folder.lock`);
  Deno.symlinkSync("nowhere", `${machine.running}/link.lock`);
  assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
  assert(exists(profile) && exists(link) && exists(file));
  assertEquals(machine.ledgers(), ["folder.lock", "link.lock"]);
});

Deno.test({
  name: "endOrphans() takes no word of another user",
  ignore: Deno.uid() !== 0,
  async fn() {
    await using machine = new Machine();
    const profile = machine.profile();
    const browser = await machine.start(profile);
    machine.files("theirs", JSON.stringify([{ mark: profile, group: browser.pid }]));
    for (const suffix of ["lock", "json"]) {
      Deno.chownSync(`${machine.running}/theirs.${suffix}`, 65534, 65534);
    }
    assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
    Deno.chownSync(`${machine.running}/theirs.lock`, 0, 0);
    assertEquals(await endOrphans(machine.running), { groups: 0, folders: 0, left: null });
    assertEquals(await alive(browser), 3);
    assert(exists(profile));
  },
});

Deno.test("endOrphans() finds nothing where no server has run", async () => {
  assertEquals(await endOrphans("/nonexistent/running"), { groups: 0, folders: 0, left: null });
});

const RIGHTS = { read: true, write: true, sys: true, run: true } as const;
for (
  const [lacking, permissions, sentence] of [
    ["run ps", { ...RIGHTS, run: false }, 'Requires run access to "ps"'],
    ["know who it is", { ...RIGHTS, sys: false }, 'Requires sys access to "uid"'],
  ] as const
) {
  Deno.test({
    name: `endOrphans() says that it may not ${lacking}, and leaves all to a server that may`,
    permissions,
    async fn() {
      const root = Deno.makeTempDirSync({ prefix: "pagetap-orphans-" });
      const ledger = FileLedger.open(root, never);
      ledger.add({ mark: markArgument(), group: 12 });
      ledger.close();
      const { left } = await endOrphans(root);
      assertStringIncludes(left ?? "", sentence);
      assertEquals([...Deno.readDirSync(root)].length, 2);
      Deno.removeSync(root, { recursive: true });
    },
  });
}
