import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { BROWSERS, Pagetap } from "./harness.ts";

/** Milliseconds anything may take to come to pass. */
const WITHIN_MS = 10_000;

/** A data folder for several servers, and a temporary one by which their browsers are known. */
class Machine implements AsyncDisposable {
  readonly #root = Deno.makeTempDirSync({ prefix: "pagetap-killed-" });
  readonly #servers: Pagetap[] = [];
  readonly data = `${this.#root}/data`;
  readonly temporary = `${this.#root}/tmp`;

  async start(): Promise<Pagetap> {
    Deno.mkdirSync(this.temporary, { recursive: true });
    const server = await Pagetap.start({ TMPDIR: this.temporary }, this.data);
    this.#servers.push(server);
    return server;
  }

  /** The processes beside the servers; the temporary folder stands in the environment of each. */
  processes(): string[] {
    return [...Deno.readDirSync("/proc")].flatMap(({ name: pid }) => {
      if (!/^\d+$/.test(pid) || this.#servers.some((server) => server.pid === Number(pid))) {
        return [];
      }
      try {
        if (!Deno.readTextFileSync(`/proc/${pid}/environ`).includes(this.temporary)) return [];
        const command = Deno.readTextFileSync(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
        return command === "" ? [] : [`${pid} ${command}`];
      } catch {
        return [];
      }
    });
  }

  /** What is in the temporary folder, but for the empty folder that a killed chromedriver leaves. */
  files(): string[] {
    return [...Deno.readDirSync(this.temporary)].map(({ name }) => name)
      .filter((name) => !name.includes(".scoped_dir."));
  }

  profiles(): string[] {
    return this.files().filter((name) => /^pagetap-(chrome|firefox)-/.test(name));
  }

  /** What servers that keep no records keep files in. */
  dataFolders(): string[] {
    return this.files().filter((name) => name.startsWith("pagetap-data-"));
  }

  ledgers(): string[] {
    return [...Deno.readDirSync(`${this.data}/running`)].map(({ name }) => name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server.stop();
    for (const process of this.processes()) Deno.kill(parseInt(process), "SIGKILL");
    Deno.removeSync(this.#root, { recursive: true });
  }
}

async function until(what: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!what()) {
    assertLess(performance.now(), deadline, "it never came to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function kill(server: Pagetap): Promise<void> {
  server.signal("SIGKILL");
  await server.ended();
}

Deno.test("what a killed server has left is gone when the next one listens", async () => {
  await using machine = new Machine();
  const first = await machine.start();
  for (const browser of BROWSERS) await first.call(browser, "open_session", { browser });
  await kill(first);
  assert(machine.processes().length > 10, "the browsers live on");
  assertEquals(machine.profiles().length, 2);

  const second = await machine.start();
  assertEquals(machine.processes(), []);
  assertEquals(machine.files(), []);
  assertStringIncludes(
    second.log,
    "ended what a killed server had left process_groups=2 profiles=2",
  );
  for (const browser of BROWSERS) await second.call(browser, "open_session", { browser });
  assertEquals(await second.stop(), 0);
  assertEquals(machine.processes(), []);
  assertEquals(machine.ledgers(), []);

  const third = await machine.start();
  assert(!third.log.includes("killed server"), third.log);
});

for (const browser of BROWSERS) {
  Deno.test(`a ${browser} that was starting is gone too`, async () => {
    await using machine = new Machine();
    const first = await machine.start();
    const opening = first.post("a", "open_session", { browser }).catch(() => null);
    await until(() => machine.processes().some((each) => each.includes(`/pagetap-${browser}-`)));
    await kill(first);
    await opening;
    await machine.start();
    assertEquals(machine.processes(), []);
    assertEquals(machine.files(), []);
  });
}

Deno.test("a server that runs keeps its browser when another on the same folder was killed", async () => {
  await using machine = new Machine();
  const first = await machine.start();
  await first.call("a", "open_session", { browser: "firefox" });
  const [mine] = machine.profiles();
  const second = await machine.start();
  assertStringIncludes(second.log, `another server keeps its records here`);
  assertStringIncludes(second.log, `pid=${first.pid}`);
  await second.call("a", "open_session", { browser: "firefox" });
  await kill(second);
  assertEquals(machine.profiles().length, 2);
  const left = machine.dataFolders();
  assertEquals(left.length, 1);

  await machine.start();
  assertEquals(machine.profiles(), [mine]);
  const [folder, ...more] = machine.dataFolders();
  assertEquals([folder === left[0], more], [false, []]);
  assert(machine.processes().some((process) => process.includes(mine ?? "")));
  assertEquals((await first.call("a", "outline")).url, "about:blank");
});

Deno.test("ledgers that were never finished do not stop a start", async () => {
  await using machine = new Machine();
  Deno.mkdirSync(`${machine.data}/running`, { recursive: true });
  for (const [name, text] of [["half", '[{"mark":"/tmp/pagetap-ch'], ["none", ""]]) {
    Deno.writeTextFileSync(`${machine.data}/running/${name}.lock`, "");
    Deno.writeTextFileSync(`${machine.data}/running/${name}.json`, text ?? "");
  }
  Deno.writeTextFileSync(`${machine.data}/pagetap.db`, "not a database");
  const server = await machine.start();
  assertEquals(machine.ledgers().length, 1);
  assertStringIncludes(server.log, "the database was damaged");
  await server.call("a", "open_session", { browser: "firefox" });
});
