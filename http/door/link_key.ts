/**
 * The key that signs links, which outlives the server, so that a link does.
 *
 * @module
 */

const NAME = "links.key";
const KEY_BYTES = 32;

/**
 * The key of a data folder, made when there is none.
 *
 * @throws {Error} it can be neither read nor written
 */
export function linkKey(folder: string): Uint8Array {
  const path = `${folder}/${NAME}`;
  try {
    const key = Deno.readFileSync(path);
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const fresh = `${path}.${crypto.randomUUID()}.new`;
  Deno.writeFileSync(fresh, key, { mode: 0o600, createNew: true });
  Deno.renameSync(fresh, path);
  return key;
}
