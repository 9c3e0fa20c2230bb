/**
 * `upload_file`: files chosen in a field. Their bytes go through the page's sandbox, so that it does not
 * matter which machine the browser is on.
 *
 * @module
 */
import { decodeBase64, encodeBase64 } from "@std/encoding";
import type { UploadFile, UploadFileArgs } from "./args.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { nodeLeft } from "./explain.ts";
import { finding, onElement } from "./find.ts";
import { type SavedFile, wrongName } from "./files.ts";
import { chooseFiles, type FileField, fileField, keepPiece } from "./in_page/file_field.ts";
import { mimeOf } from "./mime_type.ts";
import { type Page, PageError } from "./page.ts";

/** Bytes of all files of one call. */
export const MAX_UPLOAD_BYTES: number = 20 * 1024 * 1024;

/** Bytes of a piece: what both drivers take in one command with room to spare. */
const PIECE_BYTES = 384 * 1024;

/** How a file comes here that is on the caller's machine, which no path leads to. */
const BRING =
  "a file on your machine is brought by its content, as text or base64 beside the name, or first with " +
  "PUT /files/{name} over HTTP";

/** What `upload_file` answers. */
export interface UploadFileResult {
  /** The field, such as `<input id="photo">`. */
  readonly element: string;
  /** What it holds now, as it is kept in the workspace. */
  readonly files: readonly SavedFile[];
  /** That the field says it accepts something else, in words. */
  readonly note?: string;
}

/** A file of the call. */
interface Given {
  /** The name the page is told. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where it is kept; null for content that is still to be. */
  readonly kept: SavedFile | null;
}

const FIELD = finding(fileField);
const KEEP = inPage(keepPiece);
const CHOOSE = inPage(chooseFiles);

/**
 * Chooses files in one field.
 *
 * @throws {PageError} 400 no such field, or it does not take them, or a content is none; 404 no file of that
 * name is kept; 413 they are too large
 */
export async function uploadFile(
  page: Page,
  { selector, files }: UploadFileArgs,
): Promise<UploadFileResult> {
  const given: Given[] = [];
  let room = MAX_UPLOAD_BYTES;
  for (const file of files) {
    const next = await give(page, file, room);
    room -= next.bytes.length;
    given.push(next);
  }
  const told = given.map(({ name, mime }) => ({ name, mime }));
  const { value: field, nodes: [node] } = await onElement(page, FIELD, selector, told, {
    verb: "upload to",
  });
  const kept: SavedFile[] = [];
  for (const { name, mime, bytes, kept: there } of given) {
    kept.push(there ?? await keep(page, name, mime, bytes));
  }
  await choose(page, field, node, given);
  const note = noteOf(field);
  return { element: field.element, files: kept, ...(note && { note }) };
}

/** Keeps content that was given; what is kept of that name already, when it is the same. */
async function keep(
  page: Page,
  name: string,
  mime: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SavedFile> {
  const { files } = page.workspace;
  // None of that name, or a larger one: then it is another.
  const before = await files.read(name, bytes.length).catch(() => null);
  if (before === null || !equals(before.bytes, bytes)) {
    return await files.save({ name, mime, kind: "upload" }, bytes);
  }
  const { bytes: _same, ...there } = before;
  return there;
}

function equals(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

async function give(page: Page, { name, text, base64 }: UploadFile, room: number): Promise<Given> {
  const wrong = wrongName(name);
  if (wrong !== null) throw new PageError(400, `Cannot upload ${wrong}; ${BRING}`);
  if (text === undefined && base64 === undefined) {
    const { bytes, ...kept } = await page.workspace.files.read(name, room).catch((error) => {
      if (error instanceof Error && "status" in error && error.status === 404) {
        throw new PageError(404, `${error.message}; ${BRING}`);
      }
      throw error;
    });
    return { name: kept.name, mime: kept.mime, bytes, kept };
  }
  const bytes = text === undefined ? decoded(name, base64 ?? "") : new TextEncoder().encode(text);
  if (bytes.length > room) {
    throw new PageError(
      413,
      `Cannot upload ${
        JSON.stringify(name)
      }: all files have more than ${MAX_UPLOAD_BYTES} bytes, the most of one call`,
    );
  }
  return { name, mime: mimeOf(name), bytes, kept: null };
}

function decoded(name: string, base64: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeBase64(base64);
  } catch {
    throw new PageError(
      400,
      `Cannot upload ${JSON.stringify(name)}: its base64 is none; encode its bytes, or give text`,
    );
  }
}

async function choose(
  page: Page,
  { element }: FileField,
  node: string | undefined,
  given: readonly Given[],
): Promise<void> {
  const upload = crypto.randomUUID();
  const files: { name: string; mime: string; pieces: number }[] = [];
  for (const [file, { name, mime, bytes }] of given.entries()) {
    let pieces = 0;
    // An empty file is one empty piece.
    do {
      const from = pieces * PIECE_BYTES;
      const base64 = encodeBase64(bytes.subarray(from, from + PIECE_BYTES));
      await callInPage(page, KEEP, { upload, file, at: pieces, base64 });
    } while (++pieces * PIECE_BYTES < bytes.length);
    files.push({ name, mime, pieces });
  }
  const { value: done } = await callInPage(page, CHOOSE, { upload, files }, { node }).catch(
    (error) => {
      if (nodeLeft(error)) return { value: false };
      throw error;
    },
  );
  if (done) return;
  throw new PageError(
    400,
    `Cannot upload to ${element}: the page was replaced meanwhile; try again`,
  );
}

function noteOf({ accept, unlike }: FileField): string | null {
  if (accept === null) return null;
  const names = unlike.map((name) => JSON.stringify(name)).join(", ");
  return `the field says accept=${
    JSON.stringify(accept)
  }, which ${names} is not; it was chosen all the same`;
}
