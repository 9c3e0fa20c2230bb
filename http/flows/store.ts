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

const document = z.record(z.string(), z.unknown());

/** Keeps flows. Every method is quick and synchronous: one small file. */
export class FlowStore {
  readonly #root: string;
  readonly #disk: DiskUse;

  /** In the data folder `root`, which `disk` counts. */
  constructor(root: string, disk: DiskUse) {
    this.#root = root;
    this.#disk = disk;
  }

  /**
   * Every flow of a workspace that can be read, by name, in the order of their names.
   *
   * @throws {ActionError} 500 the document they are in is damaged
   */
  list(workspace: string): ReadonlyMap<string, Flow> {
    const flows = Object.entries(this.#read(workspace)).flatMap(([name, kept]) => {
      const { success, data } = flowSchema.safeParse(kept);
      return success ? [[name, data] as const] : [];
    });
    return new Map(flows.sort(([a], [b]) => a < b ? -1 : 1));
  }

  /**
   * The names of what is kept and is no flow, such as one that another version of pagetap kept.
   *
   * @throws {ActionError} as {@linkcode FlowStore.list}
   */
  unreadable(workspace: string): string[] {
    const flows = this.list(workspace);
    return Object.keys(this.#read(workspace)).filter((name) => !flows.has(name)).sort();
  }

  /**
   * Keeps a flow in place of what has that name; answers whether there was anything. The rest stays as it is,
   * what cannot be read too.
   *
   * @throws {ActionError} 400 there are too many; 413 all workspaces have as much as they may; 500 as
   * {@linkcode FlowStore.list}
   */
  save(workspace: string, name: string, flow: Flow): boolean {
    const kept = new Map(Object.entries(this.#read(workspace)));
    const replaced = kept.has(name);
    if (!replaced && kept.size >= MAX_FLOWS) {
      throw new ActionError(
        400,
        `save_flow: this workspace has ${MAX_FLOWS} flows, the most it may have: delete one with delete_flow`,
      );
    }
    this.#write(workspace, kept.set(name, flow));
    return replaced;
  }

  /**
   * Forgets a flow, or what cannot be read under that name; answers whether there was one.
   *
   * @throws {ActionError} as {@linkcode FlowStore.list}
   */
  delete(workspace: string, name: string): boolean {
    const kept = new Map(Object.entries(this.#read(workspace)));
    if (!kept.delete(name)) return false;
    this.#write(workspace, kept);
    return true;
  }

  /** What is kept, as it is. */
  #read(workspace: string): Record<string, unknown> {
    const path = `${this.#folder(workspace).path}/${FLOWS_DOCUMENT}`;
    try {
      const { success, data } = document.safeParse(JSON.parse(Deno.readTextFileSync(path)));
      if (success) return data;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return {};
      if (!(error instanceof SyntaxError)) throw error;
    }
    // Taken for none, the next flow that is kept would be written over all of them.
    throw new ActionError(
      500,
      `The flows of this workspace cannot be read, and are left as they are: ${
        inData(path)
      } in the data ` +
        "folder is damaged; whoever runs pagetap can mend it or move it away",
    );
  }

  #write(workspace: string, kept: ReadonlyMap<string, unknown>): void {
    const folder = this.#folder(workspace);
    const document = Object.fromEntries(kept);
    const { length } = new TextEncoder().encode(JSON.stringify(document));
    this.#disk.rewritten(`${folder.path}/${FLOWS_DOCUMENT}`, length);
    folder.writeJson(FLOWS_DOCUMENT, document);
  }

  #folder(workspace: string): WorkspaceFolder {
    return new WorkspaceFolder(this.#root, workspace);
  }
}

/** A path without that of the data folder, which is nobody's business. */
function inData(path: string): string {
  return path.split("/").slice(-3).join("/");
}
