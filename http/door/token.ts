/**
 * The bearer token.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { HttpError } from "../problem.ts";

/** Checks `Authorization` against one token. */
export class BearerToken {
  readonly #digest: Uint8Array;

  /** Keeps the digest of `token` only. */
  constructor(token: string) {
    this.#digest = sha256(token);
  }

  /**
   * Lets a request pass that presents the token. Digests are compared, in constant time: neither the
   * place of the first difference nor the length of the token shows in the time taken.
   *
   * @throws {HttpError} 401 with `WWW-Authenticate`
   */
  check(headers: Headers): void {
    const presented = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
    if (presented === undefined) {
      throw new HttpError(401, "A token is required: send Authorization: Bearer <AUTH_TOKEN>", {
        "www-authenticate": 'Bearer realm="pagetap"',
      });
    }
    if (!timingSafeEqual(sha256(presented), this.#digest)) {
      throw new HttpError(
        401,
        "The token is wrong: send the one the server was started with as AUTH_TOKEN",
        { "www-authenticate": 'Bearer realm="pagetap", error="invalid_token"' },
      );
    }
  }
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
