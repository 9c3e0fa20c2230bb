/**
 * A folder of secrets: `<folder>/<name>/<key>`, one file a key. Files are read when they are used, so that
 * one that was replaced is used. Links are followed inside the folder, as Kubernetes lays its secrets out
 * (`password -> ..data/password`), and not out of it.
 *
 * @module
 */
import {
  MAX_SECRET_BYTES,
  SECRET_WORD,
  type SecretSource,
  SecretSourceError,
  textOf,
} from "./source.ts";

/** Secrets in files. */
export class SecretFolder implements SecretSource {
  readonly #root: string;

  /**
   * Reads secrets in the folder `root`.
   *
   * @throws {SecretSourceError} it is no folder that can be read now
   */
  constructor(root: string) {
    this.#root = root;
    if (wordsIn(root) === null) throw new SecretSourceError("is no folder that can be read");
  }

  /** The folders in it, links to folders among them. */
  names(): readonly string[] {
    return (wordsIn(this.#root) ?? []).filter((name) => this.keys(name) !== null);
  }

  /** The files in the folder of a name; null where that is no folder in ours. */
  keys(name: string): readonly string[] | null {
    const folder = SECRET_WORD.test(name) ? this.#inside(name) : null;
    if (folder === null || !isA("isDirectory", folder)) return null;
    return (wordsIn(folder) ?? []).filter((key) => {
      const file = this.#inside(`${name}/${key}`);
      return file !== null && isA("isFile", file);
    });
  }

  /** The text of one file. */
  read(name: string, key: string): string {
    const path = SECRET_WORD.test(name) && SECRET_WORD.test(key)
      ? this.#inside(`${name}/${key}`)
      : null;
    // A pipe is not opened: it would be waited for.
    if (path === null || !isA("isFile", path)) {
      throw new SecretSourceError("is no file in the folder of secrets");
    }
    try {
      using file = Deno.openSync(path);
      const bytes = new Uint8Array(MAX_SECRET_BYTES + 1);
      let length = 0;
      while (length < bytes.length) {
        const read = file.readSync(bytes.subarray(length));
        if (read === null) break;
        length += read;
      }
      return textOf(bytes.subarray(0, length));
    } catch (error) {
      if (error instanceof SecretSourceError) throw error;
      throw new SecretSourceError("cannot be read");
    }
  }

  /** The path below the folder. */
  place(name: string, key: string): string {
    return `SECRETS_DIR/${name}/${key}`;
  }

  /** The real path of what is at `path` below the folder; null where nothing is, or it is outside. */
  #inside(path: string): string | null {
    try {
      const root = Deno.realPathSync(this.#root);
      const real = Deno.realPathSync(`${this.#root}/${path}`);
      const next = real.slice(root.length, root.length + 1);
      return real.startsWith(root) && (next === "/" || next === "\\") ? real : null;
    } catch {
      return null;
    }
  }
}

/** What is in a folder and has a plain word for a name; null where it cannot be read. */
function wordsIn(folder: string): string[] | null {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => SECRET_WORD.test(name));
  } catch {
    return null;
  }
}

function isA(what: "isFile" | "isDirectory", path: string): boolean {
  try {
    return Deno.lstatSync(path)[what];
  } catch {
    return false;
  }
}
