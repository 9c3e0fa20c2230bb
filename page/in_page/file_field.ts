/**
 * Files put into a field piece by piece, since a browser may be on another machine. Runs in the page.
 *
 * @module
 */
import type { Kit } from "./kit.ts";
import type { Step } from "./search.ts";

/** A file that is to be chosen. */
export interface FileToChoose {
  /** Its name. */
  readonly name: string;
  /** Its media type. */
  readonly mime: string;
}

/** A field that takes the files; its element is handed back. */
export interface FileField {
  /** The field in words. */
  readonly element: string;
  /** What it says it accepts, when some of the files are not that; null when all are. */
  readonly accept: string | null;
  /** The names of those that are not. */
  readonly unlike: readonly string[];
}

/** Whether `element`, or what it is the label of, takes these files. Self-contained: it is sent as text. */
export function fileField(kit: Kit, element: Element, files: FileToChoose[]): Step<FileField> {
  const { finder } = kit;
  const field = element instanceof HTMLLabelElement ? element.control ?? element : element;
  const no = (refused: string, wait = false): Step<FileField> => ({ refused, wait });
  if (!(field instanceof HTMLInputElement) || field.type !== "file") {
    return no("it is no <input type=file>; name that, it may be hidden");
  }
  if (field.matches(":disabled")) return no("it is disabled", true);
  if (field.webkitdirectory) return no("it takes a directory, which cannot be uploaded");
  if (files.length > 1 && !field.multiple) return no(`it takes one file, found ${files.length}`);

  const accepted = field.accept.toLowerCase().split(",").map((each) => each.trim()).filter(Boolean);
  const unlike = files.filter(({ name, mime }) =>
    accepted.length > 0 &&
    !accepted.some((each) =>
      each.startsWith(".") ? name.toLowerCase().endsWith(each) : each === "*/*" || each === mime ||
        each.endsWith("/*") && mime.startsWith(each.slice(0, -1))
    )
  ).map(({ name }) => name);
  kit.nodes.push(field);
  const accept = unlike.length > 0 ? kit.dom.cut(field.accept, 200) : null;
  return { value: { element: finder.show(field), accept, unlike } };
}

/** One piece of one file. */
export interface Piece {
  /** Tells this upload from any other. */
  readonly upload: string;
  /** Which file, from 0. */
  readonly file: number;
  /** Which piece of it, from 0. */
  readonly at: number;
  /** The piece. */
  readonly base64: string;
}

/** Keeps a piece where the page does not see it. Self-contained: it is sent as text. */
export function keepPiece(_kit: Kit, _node: Element | null, piece: Piece): null {
  const { upload, file, at, base64 } = piece;
  const here = globalThis as { pagetapUpload?: { upload: string; files: Uint8Array[][] } };
  if (here.pagetapUpload?.upload !== upload) here.pagetapUpload = { upload, files: [] };
  const { files } = here.pagetapUpload;
  (files[file] ??= [])[at] = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return null;
}

/** What is put into a field: the files of one upload, with how many pieces each has. */
export interface Chosen {
  /** The upload whose pieces they are. */
  readonly upload: string;
  /** The files, in order. */
  readonly files: readonly (FileToChoose & { readonly pieces: number })[];
}

/**
 * Puts the files into the field and says so to the page, as a person's choice does; false when the pieces
 * are not there. They are forgotten either way. Self-contained: it is sent as text.
 */
export function chooseFiles(_kit: Kit, field: Element | null, { upload, files }: Chosen): boolean {
  const here = globalThis as { pagetapUpload?: { upload: string; files: BlobPart[][] } };
  const kept = here.pagetapUpload;
  delete here.pagetapUpload;
  if (kept?.upload !== upload || !(field instanceof HTMLInputElement)) return false;
  const transfer = new DataTransfer();
  for (const [i, { name, mime, pieces }] of files.entries()) {
    const parts = kept.files[i] ?? [];
    if (parts.filter(Boolean).length !== pieces) return false;
    transfer.items.add(new File(parts, name, { type: mime }));
  }
  field.files = transfer.files;
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
