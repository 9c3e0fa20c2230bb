/**
 * Links that a browser opens without a token: each is for one path, one workspace and five minutes.
 *
 * @module
 */
import { decodeBase64Url, encodeBase64Url } from "@std/encoding";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Milliseconds a link lives. */
export const LINK_MS: number = 5 * 60 * 1000;

const WORKSPACE = "workspace";
const EXPIRES = "expires";
const SIGNATURE = "signature";
/** The parameters that every link has. */
export const LINK_PARAMETERS: readonly string[] = [WORKSPACE, EXPIRES, SIGNATURE];

const DIGEST_BYTES = 32;

/** What {@linkcode Links} needs. */
export interface LinksOptions {
  /** What signs: random, and nobody else's. */
  readonly key: Uint8Array;
  /** Epoch milliseconds. */
  now(): number;
}

/** What a link is for. */
export interface LinkTarget {
  /** The path, percent-encoded, with a slash before it. */
  readonly path: string;
  /** Whose it is. */
  readonly workspace: string;
  /** Further parameters; none when absent. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Signs links and tells them apart from others. */
export class Links {
  readonly #key: Uint8Array;
  readonly #now: () => number;

  /** Signs with `key`. */
  constructor({ key, now }: LinksOptions) {
    this.#key = key;
    this.#now = now;
  }

  /** A link to GET or HEAD it: path and query. */
  sign({ path, workspace, query = {} }: LinkTarget): string {
    const expires = String(this.#now() + LINK_MS);
    const parameters = new URLSearchParams({
      [WORKSPACE]: workspace,
      ...query,
      [EXPIRES]: expires,
    });
    const signature = encodeBase64Url(this.#digest(path, parameters));
    return `${path}?${parameters}&${SIGNATURE}=${signature}`;
  }

  /** Whether a URL says that it is a link. */
  static isLink(url: URL): boolean {
    return url.searchParams.has(SIGNATURE);
  }

  /**
   * The workspace of a link that is ours and still lives; null for any other. Nothing is looked up, and the
   * time it takes tells nothing of how wrong it is.
   */
  verify(method: string, url: URL): string | null {
    const { [SIGNATURE]: given, ...signed } = Object.fromEntries(url.searchParams);
    const parameters = new URLSearchParams(signed);
    const ours = timingSafeEqual(this.#digest(url.pathname, parameters), digestOf(given));
    const leftMs = Number(signed[EXPIRES]) - this.#now();
    // A name that is there twice would be read as the last one here and as the first elsewhere.
    const plain = url.searchParams.size === Object.keys(signed).length + 1;
    const reads = method === "GET" || method === "HEAD";
    const { [WORKSPACE]: workspace = null } = signed;
    return ours && plain && reads && leftMs > 0 && leftMs <= LINK_MS ? workspace : null;
  }

  /** Over the method, the path, and every parameter in the order of the alphabet. */
  #digest(path: string, parameters: URLSearchParams): Uint8Array {
    const sorted = new URLSearchParams(parameters);
    sorted.sort();
    return createHmac("sha256", this.#key).update(`GET ${path}?${sorted}`).digest();
  }
}

/** A digest as a link gives it; one that matches none when it is not of the right length. */
function digestOf(text: string | undefined): Uint8Array {
  try {
    const digest = decodeBase64Url(text ?? "");
    if (digest.length === DIGEST_BYTES) return digest;
  } catch {
    // Not base64url.
  }
  return new Uint8Array(DIGEST_BYTES);
}
