/**
 * The file of tokens: a JSON list, one object a token. It is read when the server starts and again on
 * SIGHUP. No message repeats anything of it but a token's name.
 *
 * ```json
 * [
 *   { "name": "ci", "token": "3q2+7wHeLp...", "scopes": ["observe", "interact"], "workspaces": ["ci-*"] },
 *   { "name": "ops", "sha256": "9f86d081884c7d65...", "scopes": ["admin"] }
 * ]
 * ```
 *
 * `sha256` is the digest of a token in hex, in place of the token (`printf %s "$TOKEN" | sha256sum`).
 * Without `workspaces` a token is good for all.
 *
 * @module
 */
import { decodeHex } from "@std/encoding";
import * as z from "zod";
import { SCOPES } from "./access.ts";
import { MIN_TOKEN_CHARS, sha256, type Token } from "./tokens.ts";

/** A file of tokens cannot be taken. The message is one sentence without a secret in it. */
export class TokensFileError extends Error {
  /** Tells it from a fault. */
  override readonly name = "TokensFileError";
}

const MAX_BYTES = 1024 * 1024;
const MAX_TOKENS = 1_000;
/** What each member must be. */
const FORMS: Readonly<Record<string, string>> = {
  name: "name must be 1 to 64 of A-Z a-z 0-9 . - and start with a letter or digit",
  token: `token must be ${MIN_TOKEN_CHARS} to 1024 visible ASCII characters without spaces`,
  sha256: "sha256 must be 64 hex digits",
  scopes: `scopes must be a list of at least one of ${SCOPES.join(", ")}`,
  workspaces: "workspaces must be a list of at least one name, with * for any characters",
};

const ENTRY = z.strictObject({
  // No underscore: AUTH_TOKEN is the name of the setting's.
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,63}$/),
  token: z.string().min(MIN_TOKEN_CHARS).regex(/^[\x21-\x7e]{1,1024}$/).exactOptional(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/i).exactOptional(),
  scopes: z.array(z.enum(SCOPES)).min(1),
  workspaces: z.array(z.string().regex(/^[A-Za-z0-9._*-]{1,64}$/)).min(1).exactOptional(),
});

/**
 * Reads the file.
 *
 * @throws {TokensFileError} it cannot be read, or is not as it must be
 */
export async function readTokensFile(path: string): Promise<Token[]> {
  let text: string;
  try {
    const { size } = await Deno.stat(path);
    if (size > MAX_BYTES) throw new TokensFileError(`TOKENS_FILE is over ${MAX_BYTES} bytes`);
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof TokensFileError) throw error;
    const why = error instanceof Error ? error.name : "unknown reason";
    throw new TokensFileError(`TOKENS_FILE cannot be read: ${why} at ${path}`);
  }
  return parseTokens(text);
}

/**
 * Reads what is in the file.
 *
 * @throws {TokensFileError} it is not as it must be
 */
export function parseTokens(text: string): Token[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch {
    throw new TokensFileError("TOKENS_FILE is not JSON; it must be a list of tokens");
  }
  if (!Array.isArray(entries) || entries.length > MAX_TOKENS) {
    throw new TokensFileError(`TOKENS_FILE must be a list of at most ${MAX_TOKENS} tokens`);
  }
  const tokens = entries.map(parseToken);
  const names = tokens.map(({ name }) => name);
  const digests = tokens.map(({ digest }) => digest.join());
  tokens.forEach(({ name }, i) => {
    if (names.indexOf(name) !== i) refuse(i, `its name ${name} is another token's too`);
    if (digests.indexOf(digests[i] ?? "") !== i) refuse(i, "its token is another entry's too");
  });
  return tokens;
}

function parseToken(entry: unknown, i: number): Token {
  const { success, data, error } = ENTRY.safeParse(entry);
  if (!success) {
    const member = String(error.issues[0]?.path[0] ?? "");
    refuse(i, FORMS[member] ?? `it must be an object of ${Object.keys(FORMS).join(", ")} only`);
  }
  const { name, token, sha256: hex, scopes, workspaces = ["*"] } = data;
  if (token !== undefined && hex === undefined) {
    return { name, digest: sha256(token), scopes, workspaces };
  }
  if (hex !== undefined && token === undefined) {
    return { name, digest: decodeHex(hex), scopes, workspaces };
  }
  return refuse(i, "it must have one of token and sha256");
}

function refuse(i: number, why: string): never {
  throw new TokensFileError(`TOKENS_FILE cannot be taken: of entry ${i + 1}, ${why}`);
}
