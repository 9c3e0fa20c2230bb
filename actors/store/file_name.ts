/**
 * Names of files that are safe on every system, whoever chose them: a page, a server, a caller.
 *
 * @module
 */
/** Bytes of a name, as UTF-8: file systems take 255, and a number or a temporary ending may come to it. */
const MAX_BYTES = 180;
/** Characters of an extension that is kept when a name is cut. */
const MAX_EXTENSION = 16;

/** Separators, what Windows forbids, and controls, marks of direction and the like, which hide what a name says. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;
/** Devices of Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** The name as it can be kept: no folder, nothing unsafe, bounded, in NFC; never empty. */
export function safeName(wished: string): string {
  const last = wished.split(/[/\\]/).filter((part) => part !== "").at(-1) ?? "";
  const plain = last.toWellFormed().replace(UNSAFE, "_").normalize("NFC");
  const trimmed = plain.replace(/^[\s.]+|[\s.]+$/gu, "").replace(RESERVED, "_$&");
  const [stem, extension] = split(trimmed);
  const cut = cutBytes(stem, MAX_BYTES - bytesOf(extension)).trimEnd();
  return cut + extension || "file";
}

/** The name, or with the first number from 2 on that makes it free: `a (2).txt`. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  const [stem, extension] = split(name);
  let free = name;
  for (let n = 2; taken(free); n++) free = `${stem} (${n})${extension}`;
  return free;
}

/** Two names with the same key are one on some system. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A name in two: what stands before the extension, and the extension with its dot. */
function split(name: string): [stem: string, extension: string] {
  const at = name.lastIndexOf(".");
  if (at <= 0 || name.length - at > MAX_EXTENSION) return [name, ""];
  return [name.slice(0, at), name.slice(at)];
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The longest start of a text that has at most so many bytes, cut between two characters. */
function cutBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
