import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { openStore, StoreError } from "../../../actors/store/open_store.ts";
import { MAX_RECORDS, type RecordStore } from "../../../actors/store/record.ts";
import type { LogFields } from "../../../actors/log.ts";
import { FakeClock } from "../../fakes/system.ts";
import { record } from "./records.ts";

const NAMES = ["pagetap.db", "pagetap.db-shm", "pagetap.db-wal", "pagetap.lock"];

/** A data folder, and stores over it. */
class Folder implements Disposable {
  readonly #root = Deno.makeTempDirSync({ prefix: "pagetap-store-" });
  readonly path = `${this.#root}/data/pagetap`;
  readonly clock = new FakeClock();
  readonly logged: string[] = [];
  readonly fields: LogFields[] = [];

  /** As a server opens it; time passes as fast as it is asked to. */
  async open(): Promise<RecordStore> {
    const log = (event: string, fields: LogFields = {}) => {
      this.logged.push(event);
      this.fields.push(fields);
    };
    const opening = openStore(this.path, {
      log: { debug: log, info: log, warn: log },
      clock: this.clock,
    });
    let settled = false;
    opening.then(() => settled = true, () => settled = true);
    for (let i = 0; i < 100 && !settled; i++) {
      await Promise.resolve();
      this.clock.advance(100);
    }
    return await opening;
  }

  names(): string[] {
    return [...Deno.readDirSync(this.path)].map(({ name }) => name).sort();
  }

  /** Does something to the file behind the store's back. */
  sql(...statements: string[]): void {
    const database = new DatabaseSync(`${this.path}/pagetap.db`);
    for (const statement of statements) database.exec(statement);
    database.close();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#root, { recursive: true });
  }
}

Deno.test("openStore() keeps records from one server to the next", async () => {
  using folder = new Folder();
  const first = await folder.open();
  assertEquals([first.load("a"), first.held()], [null, []]);
  first.save("a", record());
  first.save("b", record({ session: null }));
  first.save("c", record());
  first.save("a", record({ calls: 13 }));
  first.close();
  first.close();
  first.save("late", record());
  assertEquals([first.load("a"), first.held()], [null, []]);

  const second = await folder.open();
  assertEquals(second.load("a"), record({ calls: 13 }));
  assertEquals(second.load("b"), record({ session: null }));
  assertEquals(second.load("late"), null);
  assertEquals(second.held(), ["a", "c"]);
  assertEquals([second.recent(2), second.recent(9)], [["a", "c"], ["a", "c", "b"]]);
  second.close();
  assertEquals(folder.logged, []);
});

Deno.test("openStore() lets nobody else read what it keeps", async () => {
  using folder = new Folder();
  const store = await folder.open();
  store.save("a", record());
  assertEquals(folder.names(), NAMES);
  const mode = (path: string) => (Deno.statSync(path).mode ?? 0) & 0o777;
  assertEquals(mode(folder.path), 0o700);
  for (const name of NAMES) assertEquals(mode(`${folder.path}/${name}`), 0o600, name);
  store.close();
});

Deno.test("openStore() makes a file private that others could read", async () => {
  using folder = new Folder();
  (await folder.open()).close();
  Deno.chmodSync(`${folder.path}/pagetap.db`, 0o644);
  const store = await folder.open();
  store.save("a", record());
  for (const name of NAMES) {
    assertEquals((Deno.statSync(`${folder.path}/${name}`).mode ?? 0) & 0o077, 0, name);
  }
  store.close();
});

Deno.test("a second server runs without records, and touches none of the first's", async () => {
  using folder = new Folder();
  const first = await folder.open();
  first.save("default", record());
  const began = folder.clock.now();
  const second = await folder.open();
  assert(folder.clock.now() - began >= 2_000, "it waits for one that is stopping");
  assertEquals(folder.logged, [
    "another server keeps its records here: those of this one end with it",
  ]);
  assertEquals(folder.fields[0]?.pid, String(Deno.pid));
  assertEquals([second.load("default"), second.held()], [null, []]);
  second.save("default", record({ calls: 1 }));
  assertEquals(second.load("default")?.calls, 1);
  second.close();
  assertEquals(first.load("default"), record());
  first.close();
  const third = await folder.open();
  assertEquals(third.load("default"), record());
  third.close();
});

Deno.test("openStore() waits for a server that is just stopping", async () => {
  using folder = new Folder();
  const first = await folder.open();
  first.save("a", record());
  folder.clock.after(500, () => first.close());
  const second = await folder.open();
  assertEquals(second.load("a"), record());
  second.close();
  assertEquals(folder.logged, []);
});

Deno.test("a record that cannot be read is as none, and no word of it is logged", async () => {
  using folder = new Folder();
  const first = await folder.open();
  for (const name of ["older", "garbage", "fine"]) first.save(name, record());
  first.close();
  folder.sql(
    `UPDATE records SET record = '{"ticket": "secret"}' WHERE name = 'older'`,
    `UPDATE records SET record = 'secret' WHERE name = 'garbage'`,
  );
  const second = await folder.open();
  assertEquals([second.load("older"), second.load("garbage")], [null, null]);
  assertEquals(second.load("fine"), record());
  assertEquals(folder.logged, ["a record could not be read", "a record could not be read"]);
  assertEquals(folder.fields, [{}, {}]);
  second.save("older", record({ calls: 1 }));
  assertEquals(second.load("older")?.calls, 1);
  second.close();
});

Deno.test("save() gives up the longest unsaved without a session first", async () => {
  using folder = new Folder();
  const store = await folder.open();
  store.save("held", record());
  for (let i = 1; i < MAX_RECORDS; i++) store.save(`w${i}`, record({ session: null }));
  store.save("w1", record({ session: null, calls: 99 }));
  store.save("one more", record({ session: null }));
  assertEquals(store.load("w2"), null);
  assertEquals(store.load("w1")?.calls, 99);
  assertEquals(store.load("held"), record());
  store.close();
  folder.sql(`INSERT INTO records SELECT 'x' || name, held, record FROM records`);
  const again = await folder.open();
  again.save("last", record({ session: null }));
  again.close();
  const database = new DatabaseSync(`${folder.path}/pagetap.db`);
  assertEquals(database.prepare("SELECT count(*) AS n FROM records").get()?.n, MAX_RECORDS);
  database.close();
});

Deno.test("save() leaves out a URL that would make the record too long", async () => {
  using folder = new Folder();
  const store = await folder.open();
  store.save("a", record({ url: `http://site.test/${"x".repeat(100_000)}` }));
  assertEquals(store.load("a"), record({ url: null }));
  store.close();
});

Deno.test("save() logs a fault once a streak, and never throws", async () => {
  using folder = new Folder();
  const store = await folder.open();
  const other = new DatabaseSync(`${folder.path}/pagetap.db`);
  for (const streak of [1, 2]) {
    other.exec("BEGIN IMMEDIATE");
    store.save("a", record());
    store.save("b", record());
    assertEquals(folder.logged.length, streak);
    other.exec("ROLLBACK");
    store.save("a", record({ calls: streak }));
    assertEquals(store.load("a")?.calls, streak);
  }
  assertEquals(folder.logged[0], "records are not kept");
  assertEquals(folder.fields[0], { why: "database is locked" });
  other.close();
  store.close();
});

for (
  const [what, damage] of [
    ["text", (path: string) => Deno.writeTextFileSync(path, "no database at all ".repeat(500))],
    ["the half of it", (path: string) => {
      const bytes = Deno.readFileSync(path);
      bytes.fill(0xee, 4096);
      Deno.writeFileSync(path, bytes);
    }],
    ["another program's database", (path: string) => {
      Deno.removeSync(path);
      const database = new DatabaseSync(path);
      database.exec("CREATE TABLE records (id INTEGER)");
      database.close();
    }],
  ] as const
) {
  Deno.test(`openStore() moves a file aside that holds ${what}`, async () => {
    using folder = new Folder();
    const first = await folder.open();
    for (let i = 0; i < 50; i++) first.save(`w${i}`, record());
    first.close();
    for (const number of [1, 2]) {
      damage(`${folder.path}/pagetap.db`);
      const store = await folder.open();
      assertEquals(store.load("w1"), null);
      store.save("w1", record());
      assertEquals(store.load("w1"), record());
      store.close();
      assertEquals(folder.logged.length, number);
      assertStringIncludes(folder.logged[number - 1] ?? "", "the database was damaged");
      assert(folder.names().includes(`pagetap.db.damaged-${number}`));
    }
  });
}

Deno.test("openStore() leaves a later version's file as it is", async () => {
  using folder = new Folder();
  const first = await folder.open();
  first.save("a", record());
  first.close();
  folder.sql("PRAGMA user_version = 99");
  const error = await assertRejects(() => folder.open(), StoreError);
  assertStringIncludes(error.message, "a later version of pagetap");
  folder.sql("PRAGMA user_version = 1");
  const again = await folder.open();
  assertEquals(again.load("a"), record());
  again.close();
});

Deno.test("openStore() says in one sentence why a folder will not do", async () => {
  using folder = new Folder();
  (await folder.open()).close();
  const file = `${folder.path}/pagetap.lock`;
  const inFile = new Folder();
  Object.assign(inFile, { path: `${file}/data` });
  const error = await assertRejects(() => inFile.open(), StoreError);
  assertEquals(
    error.message,
    `Cannot keep records in ${file}/data: it is no folder; name a folder that can be written with --data-dir`,
  );
  inFile[Symbol.dispose]();
});
