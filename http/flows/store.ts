/**
 * Where the flows of workspaces are kept: one document in each workspace's folder.
 *
 * @module
 */
import * as z from "zod";
import { ActionError } from "../../actors/action_error.ts";
import { type DiskUse, FLOWS_DOCUMENT } from "../../actors/store/disk_use.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { type Flow, flowSchema } from "./flow.ts";

/** Flows a workspace keeps at most. */
export const MAX_FLOWS = 100;

const document = z.record(z.string(), flowSchema);

/** Keeps flows. Every method is quick and synchronous: one small file. */
export class FlowStore {
  readonly #root: string;
  readonly #disk: DiskUse;

  /** In the data folder `root`, which `disk` counts. */
  constructor(root: string, disk: DiskUse) {
    this.#root = root;
    this.#disk = disk;
  }

  /** Every flow of a workspace, by name, in the order of their names; none when none can be read. */
  list(workspace: string): ReadonlyMap<string, Flow> {
    const kept = document.safeParse(this.#folder(workspace).readJson(FLOWS_DOCUMENT));
    const flows = kept.success ? Object.entries(kept.data) : [];
    return new Map(flows.sort(([a], [b]) => a < b ? -1 : 1));
  }

  /**
   * Keeps a flow in place of the one of that name; answers whether there was one.
   *
   * @throws {ActionError} 400 there are too many; 413 all workspaces have as much as they may
   */
  save(workspace: string, name: string, flow: Flow): boolean {
    const flows = this.list(workspace);
    const replaced = flows.has(name);
    if (!replaced && flows.size >= MAX_FLOWS) {
      throw new ActionError(
        400,
        `save_flow: this workspace has ${MAX_FLOWS} flows, the most it may have: delete one with delete_flow`,
      );
    }
    this.#write(workspace, new Map(flows).set(name, flow));
    return replaced;
  }

  /** Forgets a flow; answers whether there was one. */
  delete(workspace: string, name: string): boolean {
    const flows = new Map(this.list(workspace));
    if (!flows.delete(name)) return false;
    this.#write(workspace, flows);
    return true;
  }

  #write(workspace: string, flows: ReadonlyMap<string, Flow>): void {
    const folder = this.#folder(workspace);
    const document = Object.fromEntries(flows);
    const { length } = new TextEncoder().encode(JSON.stringify(document));
    this.#disk.rewritten(`${folder.path}/${FLOWS_DOCUMENT}`, length);
    folder.writeJson(FLOWS_DOCUMENT, document);
  }

  #folder(workspace: string): WorkspaceFolder {
    return new WorkspaceFolder(this.#root, workspace);
  }
}
