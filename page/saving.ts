/**
 * Pictures and prints kept in the workspace, in place of being answered in base64.
 *
 * @module
 */
import { decodeBase64 } from "@std/encoding";
import type { SaveArgs } from "./args.ts";
import { type FileKind, type SavedFile, wrongName } from "./files.ts";
import { mimeOf } from "./mime_type.ts";
import { type Page, PageError } from "./page.ts";

/** What an action makes. */
export interface Made {
  /** Its media type. */
  readonly mime: "image/png" | "image/jpeg" | "application/pdf";
  /** It in base64. */
  readonly data: string;
}

const EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "application/pdf": "pdf" } as const;

/** An action that keeps what `make` makes when `save` says so, and then answers where it is. */
export function saving<A extends SaveArgs, R extends Made>(
  kind: FileKind,
  make: (page: Page, args: A) => Promise<R>,
): (page: Page, args: A) => Promise<R | Omit<R, "data"> & { readonly file: SavedFile }> {
  return async (page, args) => {
    const { save = false } = args;
    const wrong = typeof save === "string" ? wrongName(save) : null;
    if (wrong !== null) throw new PageError(400, `Cannot save the ${kind} as ${wrong}`);
    const made = await make(page, args);
    if (save === false) return made;
    const { data, ...rest } = made;
    const { mime } = made;
    const name = save === true ? kind : save;
    const full = mimeOf(name) === mime ? name : `${name}.${EXTENSIONS[mime]}`;
    const file = await page.workspace.files.save({ name: full, kind, mime }, decodeBase64(data));
    return { ...rest, file };
  };
}
