/**
 * Where the values of secrets are kept: a folder of files, or the environment.
 *
 * @module
 */

/** Bytes a value, or a list of origins, may have. */
export const MAX_SECRET_BYTES = 65_536;

/** Names of a secret and of its keys: plain words, the same on every system. */
export const SECRET_WORD = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Texts by name and key. */
export interface SecretSource {
  /** The names there are, in no order. */
  names(): readonly string[];
  /** The keys of a name, `origins` and `workspaces` among them, in no order; null where there is no such name. */
  keys(name: string): readonly string[] | null;
  /**
   * One text, as it is now, whatever it was before.
   *
   * @throws {SecretSourceError} it cannot be read, is larger than 64 kB, or is no text
   */
  read(name: string, key: string): string;
  /** Where the text is, for a person who is to set it right: a path from the folder on, or a variable. */
  place(name: string, key: string): string;
}

/** A text of a secret cannot be had. The message says why, goes on from its place, and shows nothing of it. */
export class SecretSourceError extends Error {
  /** Always `SecretSourceError`. */
  override readonly name = "SecretSourceError";
}

/**
 * The text that bytes are in UTF-8, without one line break at its end.
 *
 * @throws {SecretSourceError} they are more than 64 kB, or no text
 */
export function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes.length > MAX_SECRET_BYTES) {
    throw new SecretSourceError(`is larger than ${MAX_SECRET_BYTES} bytes`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SecretSourceError("is no text in UTF-8");
  }
  const lines = text.replaceAll("\r\n", "\n");
  if (/[^\P{Cc}\n\t]/u.test(lines)) throw new SecretSourceError("has control characters in it");
  return lines.replace(/\n$/, "");
}
