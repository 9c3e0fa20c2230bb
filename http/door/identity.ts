/**
 * Who is calling: the workspace a request names.
 *
 * @module
 */
import { HttpError } from "../problem.ts";
import type { Access } from "./access.ts";

/** Makes the address of a path under which a browser gets it for five minutes, without a token. */
export type Link = (path: string) => string;

/** Who a request is of. */
export interface Identity {
  /** The workspace it named, or the default. */
  readonly workspace: string;
  /** What it may do. */
  readonly access: Access;
  /** Makes links into its workspace. */
  readonly link: Link;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The workspace of a request.
 *
 * @param unnamed what a caller is who names none; null where a name is required
 * @throws {HttpError} 400 when it is named twice, not at all, or not as names are
 */
export function workspaceOf(url: URL, headers: Headers, unnamed: string | null): string {
  const named = namesIn(url, headers);
  if (named.length > 1) {
    throw new HttpError(400, "The workspace is named twice: give ?workspace= or X-Workspace, once");
  }
  const name = named[0] ?? unnamed;
  if (name === null) {
    throw new HttpError(
      400,
      "The workspace is not named: give ?workspace=<name> or X-Workspace: <name>",
    );
  }
  if (!NAME.test(name)) {
    throw new HttpError(
      400,
      "The workspace's name must be 1 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit",
    );
  }
  return name;
}

/** Whether a request names its workspace. */
export function isNamed(url: URL, headers: Headers): boolean {
  return namesIn(url, headers).length > 0;
}

function namesIn(url: URL, headers: Headers): string[] {
  const header = headers.get("x-workspace");
  return [...url.searchParams.getAll("workspace"), ...(header === null ? [] : [header])];
}
