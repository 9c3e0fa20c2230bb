import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";
import { FlowStore, MAX_FLOWS } from "../../../http/flows/store.ts";

const FLOW = { steps: [{ tool: "outline", arguments: {} }] };

async function inStore(run: (store: FlowStore, root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    run(new FlowStore(root), root);
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
    assertEquals([...new FlowStore(root).list("a").keys()], ["one", "two"]);
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

Deno.test("FlowStore.list() takes a document that is none of flows for an empty one", () =>
  inStore((store, root) => {
    new WorkspaceFolder(root, "a").writeJson("flows.json", { one: { steps: "all" } });
    assertEquals(store.list("a").size, 0);
  }));

Deno.test("FlowStore keeps a flow that is called as an object's member is", () =>
  inStore((store) => {
    store.save("a", "constructor", FLOW);
    assertEquals([...store.list("a").keys()], ["constructor"]);
  }));
