import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";

async function inFolder(run: (root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    run(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("WorkspaceFolder keeps a document for this user alone, in place of the one before", () =>
  inFolder((root) => {
    const folder = new WorkspaceFolder(root, "shop");
    assertEquals(folder.readJson("flows/a.json"), null);
    folder.writeJson("flows/a.json", { steps: 1 });
    folder.writeJson("flows/a.json", { steps: 2 });
    assertEquals(folder.readJson("flows/a.json"), { steps: 2 });
    assertEquals([...Deno.readDirSync(`${folder.path}/flows`)].map(({ name }) => name), ["a.json"]);
    assertEquals((Deno.statSync(`${folder.path}/flows/a.json`).mode ?? 0) & 0o777, 0o600);
    assertEquals((Deno.statSync(`${folder.path}/flows`).mode ?? 0) & 0o777, 0o700);
  }));

Deno.test("WorkspaceFolder tells names apart that a file system may not", () =>
  inFolder((root) => {
    const paths = ["shop", "Shop", "CON", "a.b"].map((name) =>
      new WorkspaceFolder(root, name).path
    );
    assertEquals(new Set(paths.map((path) => path.toLowerCase())).size, 4);
    for (const path of paths) assert(/\/workspaces\/[0-9a-f]{32}$/.test(path), path);
    assertNotEquals(new WorkspaceFolder(`${root}/other`, "shop").path, paths[0]);
  }));

Deno.test("WorkspaceFolder.readJson() takes a document that was damaged for none", () =>
  inFolder((root) => {
    const folder = new WorkspaceFolder(root, "shop");
    Deno.writeTextFileSync(folder.make("x.json"), "{");
    assertEquals(folder.readJson("x.json"), null);
  }));

Deno.test("WorkspaceFolder.writeJson() leaves nothing half-written", () =>
  inFolder((root) => {
    const folder = new WorkspaceFolder(root, "shop");
    folder.make("x.json/inner");
    assertThrows(() => folder.writeJson("x.json", {}));
    assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["x.json"]);
  }));

Deno.test("WorkspaceFolder.remove() answers whether there was anything", () =>
  inFolder((root) => {
    const folder = new WorkspaceFolder(root, "shop");
    folder.writeJson("x.json", 1);
    assertEquals([folder.remove("x.json"), folder.remove("x.json")], [true, false]);
  }));
