/**
 * An empty folder that a browser downloads into, on this machine. What a killed server has left of such is
 * cleared when the data folder is opened.
 *
 * @module
 */
import type { Incoming, PageFiles } from "../../page/files.ts";
import { ActionError } from "../action_error.ts";
import { filesIn, statIfThere } from "./paths.ts";
import type { WorkspaceFolder } from "./workspace_folder.ts";

/** What the name of a folder begins with that a browser still writes to. */
const GIVEN_UP = ".given-up-";

/** Makes one; what arrives in it is kept by `files`. */
export async function incomingFolder(
  folder: WorkspaceFolder,
  files: Pick<PageFiles, "save">,
): Promise<Incoming> {
  const name = crypto.randomUUID();
  const made = folder.make(`incoming/${name}/file`);
  let path = await Deno.realPath(made.slice(0, made.lastIndexOf("/")));
  return {
    path,
    bytes: () => {
      const sizes = filesIn(path).map((name) => statIfThere(`${path}/${name}`)?.size ?? 0);
      return Promise.resolve(sizes.reduce((sum, size) => sum + size, 0));
    },
    keep: async (arrived, file) => {
      if (!filesIn(path).includes(arrived)) {
        throw new ActionError(
          503,
          `The browser did not leave the file ${JSON.stringify(arrived)} where it said`,
        );
      }
      return await files.save(file, (await Deno.open(`${path}/${arrived}`)).readable);
    },
    giveUp: () => {
      // What the browser has open goes on under the new name, which it does not find again in the end.
      const aside = `${path.slice(0, -name.length)}${GIVEN_UP}${name}`;
      try {
        Deno.renameSync(path, aside);
        path = aside;
      } catch {
        // Where what is open has no other name, it is not removed either.
      }
    },
    [Symbol.asyncDispose]: async () => {
      // What a browser adds meanwhile stays until the data folder is opened again.
      await Deno.remove(path, { recursive: true }).catch(() => {});
      await Deno.remove(`${folder.path}/incoming`).catch(() => {});
    },
  };
}
