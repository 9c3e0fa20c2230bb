/**
 * The bearer tokens a server takes. Only their digests are held.
 *
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { HttpError } from "../problem.ts";
import { type Access, type Scope, SCOPES } from "./access.ts";
import { RateLimit } from "./rate_limit.ts";

/** Characters a token must have that other machines can try: fewer could be guessed. */
export const MIN_TOKEN_CHARS = 16;

/** What a token is made of; nothing else can be sent in a header as it is. */
const CHARACTERS = /^[\x21-\x7e]+$/;

/** The refusal of what cannot be a token. */
export const NO_TOKEN = "This cannot be a token: one is visible ASCII characters without spaces";

/** One token, with its rights. */
export interface Token {
  /** What it is called in refusals and in the log. */
  readonly name: string;
  /** The SHA-256 of it. */
  readonly digest: Uint8Array;
  /** What its bearer may do. */
  readonly scopes: readonly Scope[];
  /** The workspaces its bearer may know of: names, `*` standing for any run of characters. */
  readonly workspaces: readonly string[];
}

/** A token that may do everything, named after the setting it comes from. */
export function tokenForEverything(token: string): Token {
  return { name: "AUTH_TOKEN", digest: sha256(token), scopes: SCOPES, workspaces: ["*"] };
}

/** The digest a token is known by. */
export function sha256(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** A token that is taken now. */
interface Held {
  readonly token: Token;
  readonly access: Access;
  readonly revoke: AbortController;
}

/** Refused tokens a minute that are told apart from no token at all. */
const FAILURES_A_MINUTE = 60;

/** Checks `Authorization`. */
export class Tokens {
  readonly #failures: RateLimit;
  #held: readonly Held[];

  /** Takes `tokens`; `now` is in milliseconds. */
  constructor(tokens: readonly Token[], now: () => number) {
    this.#held = tokens.map(hold);
    this.#failures = new RateLimit({
      perMinute: FAILURES_A_MINUTE,
      burst: FAILURES_A_MINUTE,
      now,
    });
  }

  /**
   * Takes `tokens` from now on, and no others. One that is the same in all goes on; the rest are revoked,
   * with the calls of theirs that run.
   */
  replace(tokens: readonly Token[]): void {
    const before = this.#held;
    const kept = tokens.map((token) => before.find((each) => isSame(each.token, token)));
    this.#held = tokens.map((token, i) => kept[i] ?? hold(token));
    for (const { token, revoke } of before.filter((each) => !kept.includes(each))) {
      revoke.abort(new HttpError(401, `The token ${token.name} was revoked or changed`));
    }
  }

  /**
   * Whose request it is. Digests are compared, each in constant time, and every one of them: neither which
   * token is nearly right, nor where it differs, nor its length shows in the time taken.
   *
   * Wrong tokens are answered 429 when there were many in a minute, whoever sent them: behind a proxy all
   * callers have one address. A right token is let in all the same, so that nobody can lock it out. What
   * keeps a guesser out is the length of the token; this keeps down what guessing costs the server.
   *
   * @throws {HttpError} 401 with `WWW-Authenticate`, or 429
   */
  authenticate(headers: Headers): Access {
    const [, presented] = /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (presented !== undefined && !CHARACTERS.test(presented)) {
      throw new HttpError(401, NO_TOKEN, {
        "www-authenticate": 'Bearer realm="pagetap", error="invalid_token"',
      });
    }
    if (presented === undefined) {
      throw new HttpError(401, "A token is required: send Authorization: Bearer <token>", {
        "www-authenticate": 'Bearer realm="pagetap"',
      });
    }
    const digest = sha256(presented);
    let found: Access | null = null;
    for (const { token, access } of this.#held) {
      if (timingSafeEqual(digest, token.digest)) found = access;
    }
    if (found !== null) return found;
    const waitMs = this.#failures.take();
    if (waitMs > 0) throw tooMany("Too many wrong tokens were sent to this server", waitMs);
    throw new HttpError(
      401,
      "The token is wrong: send one that the server was started with as AUTH_TOKEN or has in TOKENS_FILE",
      { "www-authenticate": 'Bearer realm="pagetap", error="invalid_token"' },
    );
  }
}

/** The refusal of what comes too often; says when it would not. */
export function tooMany(what: string, waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new HttpError(429, `${what}; try again in ${seconds} s`, {
    "retry-after": String(seconds),
  });
}

function hold(token: Token): Held {
  const revoke = new AbortController();
  const { name, scopes, workspaces } = token;
  const access = { name, scopes: new Set(scopes), workspaces, revoked: revoke.signal };
  return { token, access, revoke };
}

function isSame(a: Token, b: Token): boolean {
  return a.name === b.name && timingSafeEqual(a.digest, b.digest) &&
    a.scopes.join() === b.scopes.join() && a.workspaces.join() === b.workspaces.join();
}
