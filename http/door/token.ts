/**
 * The bearer token.
 *
 * @module
 */
import { HttpError } from "../problem.ts";

/** Checks `Authorization` against one token. */
export class BearerToken {
  readonly #digest: Promise<Uint8Array<ArrayBuffer>>;

  /** Keeps the digest of `token` only. */
  constructor(token: string) {
    this.#digest = sha256(token);
  }

  /**
   * Lets a request pass that presents the token. Digests are compared, every byte of them: neither
   * the place of the first difference nor the length of the token shows in the time taken.
   *
   * @throws {HttpError} 401 with `WWW-Authenticate`
   */
  async check(headers: Headers): Promise<void> {
    const presented = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (presented === undefined) {
      throw unauthorized(
        'Bearer realm="pagetap"',
        "A token is required: send Authorization: Bearer <AUTH_TOKEN>",
      );
    }
    if (!equal(await sha256(presented), await this.#digest)) {
      throw unauthorized(
        'Bearer realm="pagetap", error="invalid_token"',
        "The token is wrong: send the one the server was started with as AUTH_TOKEN",
      );
    }
  }
}

function unauthorized(challenge: string, message: string): HttpError {
  return new HttpError(401, message, { "www-authenticate": challenge });
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}
