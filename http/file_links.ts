/**
 * Links to the files that a result tells of.
 *
 * @module
 */
import { FILES_URI } from "../capture/uris.ts";
import type { Link } from "./door/identity.ts";

/** What the paths of files begin with. */
export const FILES_PATH = "/files/";

/** A file as results and resources tell of it. */
interface ToldFile {
  readonly name: string;
  readonly uri: string;
}

/** The result, with a link in it where it is a file, or has one as its `file`. */
export function withLinks<R extends object>(result: R, link: Link): R {
  const { file } = result as { file?: unknown };
  return {
    ...result,
    ...(isFile(result) && { link: linkTo(result, link) }),
    ...(isFile(file) && { file: { ...file, link: linkTo(file, link) } }),
  };
}

function linkTo({ name }: ToldFile, link: Link): string {
  return link(FILES_PATH + encodeURIComponent(name));
}

function isFile(value: unknown): value is ToldFile {
  if (typeof value !== "object" || value === null) return false;
  const { name, uri } = value as Partial<ToldFile>;
  return typeof name === "string" && typeof uri === "string" && uri.startsWith(`${FILES_URI}/`);
}
