/** What of a folder has a text in it. @module */

/** The files below `folder` that have the bytes of `text` in them. */
export function filesWith(folder: string, text: string): string[] {
  const latin1 = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder("latin1").decode(bytes);
  const needle = latin1(new TextEncoder().encode(text));
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory, isFile }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return filesWith(path, text);
    return isFile && latin1(Deno.readFileSync(path)).includes(needle) ? [path] : [];
  });
}
