import { assertEquals, assertThrows } from "@std/assert";
import { ActionError } from "../../../actors/action_error.ts";
import { DiskUse } from "../../../actors/store/disk_use.ts";
import { WorkspaceFolder } from "../../../actors/store/workspace_folder.ts";
import { deleteFlow } from "../../../http/actions/delete_flow.ts";
import { listFlows } from "../../../http/actions/list_flows.ts";
import { flowOf } from "../../../http/flows/find.ts";
import { FlowStore } from "../../../http/flows/store.ts";
import { fakeContext } from "../../fakes/context.ts";
import { FakeService } from "../../fakes/service.ts";

/** A store whose workspace `a` has the flow `good`, and what is none as `odd`. */
async function withOdd(use: (flows: FlowStore) => Promise<void> | void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    const good = { steps: [{ tool: "outline", arguments: {} }] };
    new WorkspaceFolder(root, "a").writeJson("flows.json", { good, odd: { steps: "all" } });
    await use(new FlowStore(root, new DiskUse(root)));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("flowOf() says that a flow cannot be read, and of another that there is none", () =>
  withOdd((flows) => {
    assertEquals(flowOf(flows, "a", "good", "run_flow").steps.length, 1);
    const refusal = (name: string) =>
      assertThrows(() => flowOf(flows, "a", name, "run_flow"), ActionError).message;
    assertEquals(
      refusal("odd"),
      'run_flow: what is kept as "odd" is no flow that can be read; keep it anew with save_flow, or ' +
        "delete it with delete_flow",
    );
    assertEquals(refusal("godo"), 'run_flow: there is no flow "godo"; did you mean good?');
  }));

Deno.test("list_flows names what cannot be read, and delete_flow deletes it", () =>
  withOdd(async (flows) => {
    const context = fakeContext({ flows });
    const service = new FakeService();
    const list = async () => {
      const { flows, unreadable } = await listFlows.run(service, "a", {}, context);
      return [(flows as { name: string }[]).map(({ name }) => name), unreadable];
    };
    assertEquals(await list(), [["good"], ["odd"]]);
    assertEquals(await deleteFlow.run(service, "a", { name: "odd" }, context), {
      flow: "odd",
      deleted: true,
    });
    assertEquals(await list(), [["good"], undefined]);
  }));
