import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { DiskUse, FILE_COST_BYTES, MAX_COMING_BYTES } from "../../../actors/store/disk_use.ts";
import { FILE_AGE_MS, Files, MAX_FILES } from "../../../actors/store/files.ts";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";
import { Masker } from "../../../capture/masker.ts";
import { MAX_FILE_BYTES } from "../../../page/files.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = "hunter2-hunter2";

interface Given {
  readonly files: Files;
  readonly disk: DiskUse;
  readonly folder: WorkspaceFolder;
  readonly masker: Masker;
  readonly clock: { now: number };
  /** Names in the folder itself. */
  there(): string[];
  keep(name: string, content?: string): Promise<string>;
}

function withFiles(name: string, run: (given: Given) => Promise<void> | void): void {
  Deno.test(name, async () => {
    const root = await Deno.makeTempDir();
    try {
      const clock = { now: Date.now() };
      const folder = new WorkspaceFolder(root, "shop");
      const masker = new Masker();
      const disk = new DiskUse(root);
      const files = new Files({ folder, disk, masker, now: () => clock.now });
      await run({
        files,
        disk,
        folder,
        masker,
        clock,
        there: () => [...Deno.readDirSync(`${folder.path}/files`)].map(({ name }) => name).sort(),
        keep: async (name, content = name) => {
          const { name: kept } = await files.save({ name, kind: "upload" }, bytes(content));
          clock.now++;
          return kept;
        },
      });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

withFiles(
  "Files.save() keeps a file for this user alone and says where",
  async ({ files, folder, clock }) => {
    const at = clock.now;
    const url = "https://user:pw@shop.test/export?token=abc";
    const saved = await files.save({ name: "a b.csv", kind: "download", url }, bytes("1,2"));
    assertEquals(saved, {
      name: "a b.csv",
      uri: "workspace://files/a%20b.csv",
      size: 3,
      mime: "text/csv",
    });
    assertEquals((Deno.statSync(`${folder.path}/files/a b.csv`).mode ?? 0) & 0o777, 0o600);
    const origin = "https://shop.test";
    assertEquals(files.list(), {
      files: [{ ...saved, kind: "download", at, origin }],
      bytes: 3,
      evicted: 0,
      expired: 0,
    });
    assertEquals(new TextDecoder().decode((await files.read("A B.CSV", 3)).bytes), "1,2");
  },
);

withFiles(
  "Files.save() numbers a name that is taken, in whatever case",
  async ({ keep, there }) => {
    assertEquals([await keep("a.txt"), await keep("A.TXT"), await keep("a.txt")], [
      "a.txt",
      "A (2).TXT",
      "a (3).txt",
    ]);
    assertEquals(there().length, 3);
  },
);

withFiles(
  "Files.save() takes a stream, and refuses one that is too large",
  async ({ files, there }) => {
    let sent = 0;
    let cancelled = false;
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent += chunk.length, controller.enqueue(chunk)),
      cancel: () => void (cancelled = true),
    });
    const refusal = await assertRejects(
      () => files.save({ name: "big", kind: "upload" }, endless),
      ActionError,
      '"big" was not kept: it has more than 50 MiB',
    );
    assertEquals([refusal.status, cancelled, there()], [413, true, []]);
    assert(sent < MAX_FILE_BYTES + 5 * chunk.length);
  },
);

withFiles(
  "Files keep what is known of a file that is called as an object's member is",
  async ({ files }) => {
    for (const name of ["__proto__", "constructor", "b.txt"]) {
      await files.save({ name, kind: "print", mime: "image/png" }, bytes(name));
    }
    const known = files.list().files.map(({ name, kind, mime }) => [name, kind, mime]);
    assertEquals(known.length, 3);
    for (const each of known) assertEquals(each.slice(1), ["print", "image/png"], each[0]);
  },
);

withFiles("Files.save() leaves nothing of a stream that breaks", async ({ files, there }) => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes("half"));
    },
    pull: (controller) => controller.error(new Error("gone")),
  });
  await assertRejects(() => files.save({ name: "a", kind: "upload" }, broken), Error, "gone");
  assertEquals(there(), []);
});

withFiles("Files.save() says so when the disk takes no more", async ({ files, there, keep }) => {
  await keep("a");
  const full = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(Object.assign(new Error("full"), { code: "ENOSPC" })),
  });
  const save = () => files.save({ name: "b", kind: "upload" }, full);
  const error = await assertRejects(save, ActionError, "DATA_DIR takes no more (ENOSPC)");
  assertEquals([error.status, there()], [503, ["a"]]);
});

withFiles(
  "Files.save() lets the oldest go to make room, and says which",
  async ({ files, keep, clock }) => {
    for (let i = 0; i < MAX_FILES; i++) await keep(`f${i}`);
    clock.now++;
    const saved = await files.save({ name: "new", kind: "upload" }, bytes("x"));
    assertEquals(saved.note, 'the oldest files went to make room: "f0"');
    const list = files.list();
    assertEquals([list.files.length, list.evicted, list.files.at(-1)?.name], [MAX_FILES, 1, "f1"]);
    assertThrows(() => files.find("f0"), ActionError, "had to make room");
  },
);

withFiles("Files.save() makes room by bytes, for as many as it takes", async ({ files, keep }) => {
  await keep("small");
  const big = new Uint8Array(MAX_FILE_BYTES);
  for (const name of ["a", "b", "c"]) await files.save({ name, kind: "upload" }, big);
  await keep("later");
  const saved = await files.save({ name: "d", kind: "upload" }, big);
  assertStringIncludes(saved.note ?? "", '"small", "a"');
  assertEquals(files.list().files.map(({ name }) => name).sort(), ["b", "c", "d", "later"]);
});

withFiles(
  "Files.list() has no file that is too old, and counts it",
  async ({ files, keep, clock, there }) => {
    await keep("old");
    clock.now += FILE_AGE_MS - DAY_MS;
    await keep("new");
    clock.now += DAY_MS + 1;
    const { files: listed, expired } = files.list();
    assertEquals([listed.map(({ name }) => name), expired, there()], [["new"], 1, ["new"]]);
    assertEquals(files.list().expired, 1);
  },
);

for (const damage of ["{", '{"files":1}', null]) {
  withFiles(
    `Files.list() keeps every file when the index is ${damage}`,
    async ({ files, folder, keep }) => {
      await keep("a.txt", "hello");
      if (damage === null) folder.remove("files.json");
      else Deno.writeTextFileSync(folder.make("files.json"), damage);
      const [file] = files.list().files;
      assertEquals([file?.name, file?.kind, file?.mime, file?.size], [
        "a.txt",
        "unknown",
        "text/plain",
        5,
      ]);
      assertEquals(await keep("b.txt"), "b.txt");
      assertEquals(files.list().files.map(({ name }) => name).sort(), ["a.txt", "b.txt"]);
    },
  );
}

withFiles(
  "Files count what they take of the disk, and give it back",
  async ({ files, disk, folder, keep, clock }) => {
    const root = folder.path.slice(0, folder.path.indexOf("/workspaces/"));
    const agree = () => assertEquals(disk.bytes, new DiskUse(root).bytes);
    for (let i = 0; i <= MAX_FILES; i++) await keep(`f${i}`, "12345");
    assertEquals(disk.bytes, MAX_FILES * (5 + FILE_COST_BYTES));
    agree();
    files.remove("f7");
    files.remove("f7");
    agree();
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes("half")),
      pull: (controller) => controller.error(new Error("gone")),
    });
    await assertRejects(() => files.save({ name: "a", kind: "upload" }, broken), Error, "gone");
    agree();
    clock.now += FILE_AGE_MS + 1;
    files.list();
    assertEquals(disk.bytes, 0);
  },
);

withFiles(
  "Files.save() refuses what all workspaces have no room for, and leaves nothing of it",
  async ({ folder, masker, there }) => {
    const disk = new DiskUse(folder.path, FILE_COST_BYTES + 5);
    const files = new Files({ folder, disk, masker, now: () => 0 });
    const save = (text: string) => files.save({ name: "a", kind: "upload" }, bytes(text));
    const error = await assertRejects(() => save("123456"), ActionError, "all the room there is");
    assertEquals([error.status, there(), disk.bytes], [413, [], 0]);
    await save("12345");
    await assertRejects(() => save(""), ActionError, "all the room there is");
    assertEquals(there(), ["a"]);
  },
);

withFiles(
  "Files.save() counts files that still come in, and refuses too much of them at once",
  async ({ files, disk, there }) => {
    const most = MAX_COMING_BYTES / MAX_FILE_BYTES;
    const coming = Array.from({ length: most }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const saved = files.save({ name: "slow", kind: "upload" }, readable);
      return { saved, writer: writable.getWriter() };
    });
    for (const { writer } of coming) {
      await writer.write(new Uint8Array(MAX_FILE_BYTES - FILE_COST_BYTES));
      // It is taken before the next is asked for.
      await writer.write(new Uint8Array());
    }
    assertEquals(disk.bytes, MAX_COMING_BYTES);
    const save = () => files.save({ name: "one more", kind: "upload" }, bytes("x"));
    const error = await assertRejects(save, ActionError, "send one after another");
    assertEquals(error.status, 429);
    for (const { saved, writer } of coming) {
      writer.abort(new Error("gone")).catch(() => {});
      await assertRejects(() => saved, Error, "gone");
    }
    assertEquals(disk.bytes, 0);
    await save();
    assertEquals(there(), ["one more"]);
  },
);

withFiles(
  "Files masks a secret in a name, before it is kept and after",
  async ({ files, masker, keep, there }) => {
    await keep(`later ${SECRET}.txt`);
    masker.bind(SECRET);
    assertEquals(await keep(`now ${SECRET}.txt`, `it is ${SECRET}`), "now •••.txt");
    assertEquals(there(), [`later ${SECRET}.txt`, "now •••.txt"]);
    const names = files.list().files.map(({ name }) => name);
    assertEquals(names, ["now •••.txt", "later •••.txt"]);
    assertEquals(files.find("later •••.txt").size, `later ${SECRET}.txt`.length);
    assertEquals(files.text("now •••.txt", 100), "it is •••");
  },
);

withFiles("Files.text() is for what is text and small", async ({ files, keep }) => {
  await keep("a.json", '{"a":1}');
  await keep("a.png", "png");
  assertEquals(files.text("a.json", 7), '{"a":1}');
  assertEquals(files.text("a.json", 6), null);
  assertEquals(files.text("a.png", 100), null);
});

withFiles(
  "Files.read() refuses what is not there and what is too large",
  async ({ files, keep }) => {
    await keep("a", "12345");
    const absent = await assertRejects(
      () => files.read("../a", 10),
      ActionError,
      'No file "../a" is kept',
    );
    const large = await assertRejects(
      () => files.read("a", 4),
      ActionError,
      "has 5 bytes, and 4 are the most",
    );
    assertEquals([absent.status, large.status], [404, 413]);
  },
);

withFiles("Files.open() streams what is there", async ({ files, keep }) => {
  await keep("a.txt", "hello");
  const { file, body } = await files.open("a.txt");
  assertEquals([file.size, await new Response(body).text()], [5, "hello"]);
});

withFiles("Files.remove() answers whether it was there", async ({ files, keep }) => {
  await keep("a");
  assertEquals([files.remove("A"), files.remove("a"), files.list().files], [true, false, []]);
});

withFiles(
  "Files.incoming() keeps what was given up until it is disposed of",
  async ({ files, folder }) => {
    const there = () => [...Deno.readDirSync(folder.path)].map(({ name }) => name);
    const given = await files.incoming();
    const growing = await Deno.open(`${given.path}/inf.part`, { write: true, createNew: true });
    given.giveUp();
    {
      await using next = await files.incoming();
      assertEquals(await next.bytes(), 0);
    }
    await growing.write(new Uint8Array(7));
    growing.close();
    assertEquals([await given.bytes(), there()], [7, ["incoming"]]);
    await given[Symbol.asyncDispose]();
    assertEquals(there(), []);
  },
);

withFiles("Files.incoming() keeps what arrived and leaves nothing", async ({ files, folder }) => {
  {
    await using incoming = await files.incoming();
    assertEquals(await incoming.bytes(), 0);
    Deno.writeTextFileSync(`${incoming.path}/a.txt`, "hello");
    assertEquals(await incoming.bytes(), 5);
    const saved = await incoming.keep("a.txt", { name: "a.txt", kind: "download" });
    assertEquals(saved.size, 5);
    const outside = await assertRejects(
      () => incoming.keep("../files/a.txt", { name: "b", kind: "download" }),
      ActionError,
      "did not leave the file",
    );
    assertEquals(outside.status, 503);
  }
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(), [
    "files",
    "files.json",
  ]);
});
