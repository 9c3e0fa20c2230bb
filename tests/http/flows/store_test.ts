import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";
import { DiskUse, FILE_COST_BYTES } from "../../../actors/store/disk_use.ts";
import { FlowStore, MAX_FLOWS } from "../../../http/flows/store.ts";

const FLOW = { steps: [{ tool: "outline", arguments: {} }] };

async function inStore(run: (store: FlowStore, root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    run(new FlowStore(root, new DiskUse(root)), root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("FlowStore keeps each workspace's flows apart, in the order of their names", () =>
  inStore((store, root) => {
    assertEquals(store.save("a", "two", FLOW), false);
    assertEquals(store.save("a", "one", FLOW), false);
    assertEquals(store.save("a", "two", { ...FLOW, description: "new" }), true);
    assertEquals([...store.list("a").keys()], ["one", "two"]);
    assertEquals(store.list("a").get("two")?.description, "new");
    assertEquals(store.list("b").size, 0);
    assertEquals([...new FlowStore(root, new DiskUse(root)).list("a").keys()], ["one", "two"]);
  }));

Deno.test("FlowStore.delete() answers whether there was one", () =>
  inStore((store) => {
    store.save("a", "one", FLOW);
    assertEquals([store.delete("a", "one"), store.delete("a", "one")], [true, false]);
    assertEquals(store.list("a").size, 0);
  }));

Deno.test("FlowStore.save() refuses one too many, and replaces one still", () =>
  inStore((store) => {
    for (let i = 0; i < MAX_FLOWS; i++) store.save("a", `f${i}`, FLOW);
    assertThrows(() => store.save("a", "one-more", FLOW), ActionError, "delete_flow");
    assertEquals(store.save("a", "f0", FLOW), true);
  }));

Deno.test("FlowStore keeps what it cannot read beside what it can, until it is deleted or replaced", () =>
  inStore((store, root) => {
    const folder = new WorkspaceFolder(root, "a");
    const odd = { steps: "all" };
    folder.writeJson("flows.json", { one: FLOW, odd, older: { commands: [] } });
    assertEquals([...store.list("a").keys()], ["one"]);
    assertEquals(store.unreadable("a"), ["odd", "older"]);
    store.save("a", "two", FLOW);
    assertEquals(folder.readJson("flows.json"), {
      one: FLOW,
      odd,
      older: { commands: [] },
      two: FLOW,
    });
    assertEquals([store.delete("a", "odd"), store.save("a", "older", FLOW)], [true, true]);
    assertEquals(store.unreadable("a"), []);
    assertEquals([...store.list("a").keys()], ["older", "one", "two"]);
  }));

for (const damaged of ['{"one": {"steps', "[]", ""]) {
  Deno.test(`FlowStore writes nothing over a document that is ${JSON.stringify(damaged)}`, () =>
    inStore((store, root) => {
      const path = new WorkspaceFolder(root, "a").make("flows.json");
      Deno.writeTextFileSync(path, damaged);
      for (
        const use of [
          () => store.list("a"),
          () => store.save("a", "two", FLOW),
          () => store.delete("a", "one"),
        ]
      ) {
        const { status, message } = assertThrows(use, ActionError);
        assertEquals(status, 500);
        assertEquals(message.includes(path.slice(root.length + 1)), true, message);
        assertEquals(message.includes(root), false, message);
      }
      assertEquals(Deno.readTextFileSync(path), damaged);
      assertEquals(store.list("b").size, 0);
    }));
}

Deno.test("FlowStore keeps a flow that is called as an object's member is", () =>
  inStore((store) => {
    store.save("a", "constructor", FLOW);
    assertEquals([...store.list("a").keys()], ["constructor"]);
  }));

Deno.test("FlowStore.save() counts what it takes of the disk, and refuses what there is no room for", () =>
  inStore((_, root) => {
    const disk = new DiskUse(root, 2 * FILE_COST_BYTES);
    const store = new FlowStore(root, disk);
    const agree = () => assertEquals(disk.bytes, new DiskUse(root).bytes);
    store.save("a", "one", { ...FLOW, description: "long ".repeat(100) });
    agree();
    store.save("a", "one", FLOW);
    agree();
    store.delete("a", "one");
    agree();
    const large = { ...FLOW, description: "x".repeat(FILE_COST_BYTES) };
    const error = assertThrows(
      () => store.save("a", "two", large),
      ActionError,
      "The flow was not kept",
    );
    assertEquals([error.status, store.list("a").size], [413, 0]);
    store.save("a", "two", FLOW);
    assertThrows(() => store.save("b", "one", FLOW), ActionError, "delete_flow");
  }));
