/**
 * Links to the files that a result tells of.
 *
 * @module
 */
import { FILES_URI } from "../capture/uris.ts";
import type { Identity } from "./door/identity.ts";

/** What the paths of files begin with. */
export const FILES_PATH = "/files/";

/** A file as results and resources tell of it. */
interface ToldFile {
  readonly name: string;
  readonly uri: string;
}

/**
 * The result, with a link in every file that it is, or has as its `file` or among its `files`. A caller who
 * may not read files is given none: a link asks for no token.
 */
export function withLinks<R extends object>(
  result: R,
  { access, link }: Pick<Identity, "access" | "link">,
): R {
  if (!access.scopes.has("observe")) return result;
  const { file, files } = result as { file?: unknown; files?: unknown };
  const linked = <T>(value: T): T =>
    isFile(value) ? { ...value, link: link(FILES_PATH + encodeURIComponent(value.name)) } : value;
  return {
    ...linked(result),
    ...(file !== undefined && { file: linked(file) }),
    ...(Array.isArray(files) && { files: files.map(linked) }),
  };
}

function isFile(value: unknown): value is ToldFile {
  if (typeof value !== "object" || value === null) return false;
  const { name, uri } = value as Partial<ToldFile>;
  return typeof name === "string" && typeof uri === "string" && uri.startsWith(`${FILES_URI}/`);
}
