/**
 * A workspace's folder in the data folder: its files, and small documents as JSON. It is named by a hash, for
 * a workspace's name need not be a name of a folder everywhere (`CON`, letters of both cases).
 *
 * @module
 */
import { createHash } from "node:crypto";
import { removeIfThere } from "./paths.ts";

/** Characters of the hash that name a folder. */
const HASH_LENGTH = 32;

/** One workspace's folder; nothing is made before something is kept. */
export class WorkspaceFolder {
  /** Its path. */
  readonly path: string;

  /** Of the workspace `name`, in the data folder `root`. */
  constructor(root: string, name: string) {
    const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_LENGTH);
    this.path = `${root}/workspaces/${hash}`;
  }

  /** The path of a folder or file in it, whose folder is there when this returns. */
  make(name: string): string {
    const path = `${this.path}/${name}`;
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    return path;
  }

  /** A document; null when there is none, or none that can be read as JSON. */
  readJson(name: string): unknown {
    try {
      return JSON.parse(Deno.readTextFileSync(`${this.path}/${name}`));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  /** Keeps a document in place of the one before, whole or not at all, readable by this user alone. */
  writeJson(name: string, value: unknown): void {
    const path = this.make(name);
    const fresh = `${path}.${crypto.randomUUID()}.new`;
    try {
      Deno.writeTextFileSync(fresh, JSON.stringify(value), { mode: 0o600 });
      Deno.renameSync(fresh, path);
    } catch (error) {
      removeIfThere(fresh);
      throw error;
    }
  }

  /** Forgets a document or a file; answers whether it was there. */
  remove(name: string): boolean {
    return removeIfThere(`${this.path}/${name}`);
  }
}
