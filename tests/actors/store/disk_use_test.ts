import { assertEquals } from "@std/assert";
import { DiskUse, FILE_COST_BYTES } from "../../../actors/store/disk_use.ts";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";

Deno.test("DiskUse counts what is there, and removes what an earlier process left half-done", () => {
  const root = Deno.makeTempDirSync();
  try {
    for (const name of ["a", "b"]) {
      const folder = new WorkspaceFolder(root, name);
      Deno.writeTextFileSync(folder.make("files/a.txt"), "12345");
      Deno.writeTextFileSync(folder.make("files/.x.part"), "half");
      Deno.writeTextFileSync(folder.make("incoming/x/file"), "half");
      Deno.writeTextFileSync(folder.make("flows.json"), "{}");
    }
    assertEquals(new DiskUse(root).bytes, 2 * (5 + 2 + 2 * FILE_COST_BYTES));
    const { path } = new WorkspaceFolder(root, "a");
    assertEquals([...Deno.readDirSync(path)].map(({ name }) => name).sort(), [
      "files",
      "flows.json",
    ]);
    assertEquals([...Deno.readDirSync(`${path}/files`)].map(({ name }) => name), ["a.txt"]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
