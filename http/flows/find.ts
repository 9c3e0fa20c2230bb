/**
 * A flow by its name.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import { nearest } from "../nearest.ts";
import type { Flow } from "./flow.ts";
import type { FlowStore } from "./store.ts";

/**
 * Finds one.
 *
 * @param action the action that the refusal names
 * @throws {ActionError} 404 there is none of that name, naming those there are, or it cannot be read
 */
export function flowOf(flows: FlowStore, workspace: string, name: string, action: string): Flow {
  const list = flows.list(workspace);
  const flow = list.get(name);
  if (flow !== undefined) return flow;
  throw new ActionError(
    404,
    flows.unreadable(workspace).includes(name)
      ? `${action}: what is kept as ${JSON.stringify(name)} is no flow that can be read; ` +
        "keep it anew with save_flow, or delete it with delete_flow"
      : `${action}: there is no flow ${JSON.stringify(name)}; ${known(list, name)}`,
  );
}

function known(list: ReadonlyMap<string, Flow>, name: string): string {
  if (list.size === 0) return "there are none: keep one with save_flow";
  const near = nearest(name, [...list.keys()]);
  return near === null ? `there are ${[...list.keys()].join(", ")}` : `did you mean ${near}?`;
}
