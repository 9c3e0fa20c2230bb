/**
 * What is at a path, where it may be nothing.
 *
 * @module
 */

/** The names of the files in a folder; none when there is no folder. */
export function filesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter((each) => each.isFile).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What is known of a file; null when there is none. */
export function statIfThere(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Removes a file; answers whether it was there. */
export function removeIfThere(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
