import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { describeFile, listFiles } from "../../actors/read_files.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { Files, type StoredFile } from "../../actors/store/files.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { Masker } from "../../capture/masker.ts";

interface List {
  readonly files: readonly StoredFile[];
  readonly count: number;
  readonly total: number;
  readonly note?: string;
}

function withFiles(
  name: string,
  run: (files: Files, keep: (name: string, content?: string) => Promise<unknown>) => Promise<void>,
): void {
  Deno.test(name, async () => {
    const root = await Deno.makeTempDir();
    try {
      const folder = new WorkspaceFolder(root, "w");
      const files = new Files({
        folder,
        disk: new DiskUse(folder.path),
        masker: new Masker(),
        now: () => Date.now(),
      });
      const keep = (name: string, content = "x") =>
        files.save({ name, kind: "upload" }, new TextEncoder().encode(content));
      await run(files, keep);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

withFiles("listFiles() says how to come to a file when there is none", (files) => {
  const { count, total, note } = listFiles(files) as List;
  assertEquals([count, total], [0, 0]);
  assertMatch(note ?? "", /^no file is kept: .* PUT \/files\/\{name\}/);
  return Promise.resolve();
});

withFiles("listFiles() stays under 64 kB, with what it leaves out counted", async (files, keep) => {
  for (let i = 0; i < 60; i++) await keep(`${i} ${"ü".repeat(80)}.txt`);
  const list = listFiles(files) as List;
  assert(list.count > 20 && list.count < 60, String(list.count));
  assertEquals([list.files.length, list.total], [list.count, 60]);
  assert(JSON.stringify(list).length < 32_000);
});

withFiles("describeFile() has the text of a small one", async (files, keep) => {
  await keep("a.json", '{"a": 1}');
  await keep("big.txt", "x".repeat(64 * 1024 + 1));
  const { text, ...file } = describeFile(files, "a.json") as StoredFile & { text?: string };
  assertEquals([text, file], ['{"a": 1}', files.find("a.json")]);
  assertEquals(Object.hasOwn(describeFile(files, "big.txt"), "text"), false);
  const error = assertThrows(() => describeFile(files, "none"), ActionError);
  assertEquals(error.status, 404);
});
