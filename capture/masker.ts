/**
 * Masking: what a page must not be able to make anyone read here. The mask replaces values; names, punctuation and
 * structure stay. Everything that leaves capture goes through one {@link Masker} a workspace, before anything is cut.
 *
 * @module
 */

import { credentialsOf } from "./mask/credentials.ts";
import { cookieValues, maskCookies, maskSetCookies } from "./mask/cookies.ts";
import { maskFields } from "./mask/fields.ts";
import { maskHtml } from "./mask/html.ts";
import { maskJson } from "./mask/json.ts";
import { boundaryOf, maskMultipart } from "./mask/multipart.ts";
import { Names } from "./mask/names.ts";
import { betweenRefs } from "./mask/own_words.ts";
import { isDistinct, MASK, type Rules } from "./mask/rules.ts";
import { maskText } from "./mask/text.ts";
import { maskUrl, stripUrl } from "./mask/url.ts";
import { type Masking, Values } from "./mask/values.ts";

export { MASK } from "./mask/rules.ts";

/** Bounds of a {@link Masker}. */
export interface MaskerOptions {
  /**
   * How many learned values are kept, the least recently learned being forgotten first; bound ones do not count.
   *
   * @default 2000
   */
  readonly maxValues?: number;
}

/** How a value is bound. */
export interface BindOptions {
  /**
   * It is one of the secrets that pagetap types, and is to be kept nowhere.
   *
   * @default false
   */
  readonly typed?: boolean;
}

const MAX_VALUES = 2_000;
const MAX_CHARACTERS = 786_432;

/** What sensitive members may take of both bounds: a page that invents tokens must not push out its real ones. */
const MEMBERS_SHARE = 1 / 4;

/** How many header values are remembered as taken apart, and how long one of them may be, in characters. */
const REMEMBERED = 256;
const REMEMBERED_LENGTH = 8_192;

const SHORTEST_BOUND = 4;

/** How many secrets may be bound, and how many characters of them: each is looked for in every text. */
const MAX_BOUND = 1_000;
const MAX_BOUND_CHARACTERS = 1_048_576;
const NONE = { header: { values: 0, characters: 0 }, member: { values: 0, characters: 0 } };

const FORM = /^[^\s=&{}<>"']+=[^\s{}<>"']*$/;
const JSON_START = /^\s*(?:\)\]\}'?,?\s*|for\s?\(;;\);\s*|while\s?\(1\);\s*)?[{["]/;

/**
 * Masks by name, by shape and by value.
 *
 * Values are learned from authenticating headers and cookies, and from the sensitive members of URLs and bodies (not from
 * `code`, `sig`, `state` and `nonce`, whose values are often ordinary words), when they have 8 characters with a digit among them, or
 * 20. They are then masked wherever they appear: percent-encoded, as a form, JSON, HTML or base64 writes them, also
 * with something invisible between their characters. Values are never learned from free text. Since a page may teach
 * what it likes, no learned value hides a URL's scheme, host or port, nor, in {@link said}, what pagetap says.
 *
 * Every method answers in time proportional to its input's length, and returns a text that has nothing to mask as it is.
 * Masking twice is masking once.
 */
export class Masker {
  readonly #names = new Names();
  readonly #values: Values;
  /** Those of `#values` that were bound as typed, by themselves. */
  readonly #typed = new Values(NONE);
  /** The bound ones in lower case. */
  readonly #small = new Values(NONE);
  readonly #known = new Map<
    string,
    { readonly kind: string; readonly secrets: readonly string[] }
  >();
  readonly #rules: Rules = {
    names: this.#names,
    text: (text, depth) => maskText(text, this.#rules, depth),
    url: (url, depth) => maskUrl(url, this.#rules, depth),
    fields: (text, depth) => maskFields(text, this.#rules, depth),
    json: (text, depth) => maskJson(text, this.#rules, depth),
    values: (text) => this.#values.mask(text),
    learn: (value) => this.#learn(value, "member"),
  };

  /** Nothing is learned and nothing bound yet. */
  constructor(options: MaskerOptions = {}) {
    const { maxValues = MAX_VALUES } = options;
    const share = (whole: number) => Math.floor(whole * MEMBERS_SHARE);
    this.#values = new Values({
      header: {
        values: maxValues - share(maxValues),
        characters: MAX_CHARACTERS - share(MAX_CHARACTERS),
      },
      member: { values: share(maxValues), characters: share(MAX_CHARACTERS) },
    });
  }

  /** Grows with every value that is learned or bound: what was masked before may be masked otherwise now. */
  get generation(): number {
    return this.#values.generation;
  }

  /** How many values are known from headers, cookies and members now. */
  get learned(): number {
    return this.#values.learned;
  }

  /** How many learned values were given up for newer ones; they are masked by name only. */
  get forgotten(): number {
    return this.#values.forgotten;
  }

  /**
   * Learns the secrets of one exchange's headers, of either side. Call it before masking anything of that exchange.
   * Duplicates are fine, and so is a `set-cookie` that joins several cookies with line feeds.
   */
  learnHeaders(headers: readonly { name: string; value: string }[]): void {
    for (const { name, value } of headers) {
      const kind = this.#names.header(name);
      if (kind !== "secret" && kind !== "cookie" && kind !== "set-cookie") continue;
      for (const secret of this.#secretsOf(kind, value)) this.#learn(secret, "header");
    }
  }

  /**
   * Binds a value for this masker's life.
   *
   * @throws {TypeError} when it is shorter than 4 characters, white space around it not counted
   * @throws {RangeError} when 1 000 are bound already, or a million characters of them
   */
  bind(secret: string, { typed = false }: BindOptions = {}): void {
    if (secret.trim().length < SHORTEST_BOUND) {
      throw new TypeError(
        `Cannot bind the secret: it has fewer than ${SHORTEST_BOUND} characters, and masking it would mask ordinary text; ` +
          "bind a longer one",
      );
    }
    const { values, characters } = this.#values.bound;
    const more = !this.#values.binds(secret);
    if (more && (values >= MAX_BOUND || characters + secret.length > MAX_BOUND_CHARACTERS)) {
      throw new RangeError(
        `Cannot bind the secret: ${values} of ${characters} characters are bound already, and no more can be looked for`,
      );
    }
    this.#values.add(secret, "bound");
    this.#small.add(secret.toLowerCase(), "bound");
    if (typed) this.#typed.add(secret, "bound");
  }

  /** Whether a secret was bound as typed. */
  get hasTyped(): boolean {
    return this.#typed.bound.values > 0;
  }

  /** A text with the secrets masked that were bound as typed, in whichever encoding, and nothing else. */
  withoutTyped(text: string): string {
    return this.#typed.mask(text);
  }

  /** Whether a secret that was bound as typed is in a text, in whichever encoding. */
  holdsTyped(text: string): boolean {
    return this.withoutTyped(text) !== text;
  }

  /**
   * A token of HTTP (the name of a header, a method, a type) with the known values in it masked, bound ones in any
   * case: browsers write some of them small.
   */
  token(token: string): string {
    const masked = this.#values.mask(token);
    const small = masked.toLowerCase();
    const found = this.#small.mask(small);
    return found === small ? masked : found;
  }

  /**
   * The value of one header, masked: whole where the name is an authenticating one, by cookie in the cookie headers (names
   * and attributes stay), as a URL where it is one, else as text.
   */
  header(name: string, value: string): string {
    switch (this.#names.header(name)) {
      case "secret":
        return value === "" ? "" : MASK;
      case "cookie":
        return this.#values.mask(maskCookies(value));
      case "set-cookie":
        return this.#values.mask(maskSetCookies(value));
      case "url":
        return this.url(value);
      case "text":
        return this.text(value);
    }
  }

  /** A URL, absolute, relative or malformed, with userinfo and the values of sensitive members masked. */
  url(url: string): string {
    return this.#around(url, (text) => maskUrl(text, this.#rules, 0));
  }

  /** What may be shown of an older page's URL: no userinfo, no query, no fragment, and the rest masked. */
  withoutQuery(url: string): string {
    return this.url(stripUrl(url));
  }

  /** Free text (console lines, errors, titles, page text) with what it shows by shape or by value masked. */
  text(text: string): string {
    return this.#around(text, (inner) => maskText(inner, this.#rules, 0));
  }

  /**
   * What pagetap itself says, with a page's words in it, masked as {@link text} is. No learned value hides
   * there a selector, a call or a line of an outline, nor the URI of a resource or a ref: a page could teach it.
   */
  said(text: string): string {
    const mask = (part: string) => maskText(part, this.#rules, 0);
    return this.#around(text, (inner) => betweenRefs(inner, mask), { said: true });
  }

  /** Whether a string that is a member so named is a secret, in an object or in JSON. */
  member(name: string): boolean {
    return this.#names.member(name) === "secret";
  }

  /**
   * A body as its type says, or as it looks when its type says little. JSON that was valid stays valid.
   *
   * @param text The whole body, or the start of it as `maskStart` takes it; cut it after.
   * @param mime Its `content-type`, with parameters; null when there is none.
   */
  body(text: string, mime: string | null): string {
    const type = (mime ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const boundary = /^multipart\/|^$|^text\/plain$/.test(type) ? boundaryOf(text, mime) : null;
    if (boundary !== null) {
      return this.#around(
        text,
        (inner) => maskMultipart(inner, boundary, this.#rules, (part, of) => this.body(part, of)),
      );
    }
    if (/[/+-]json|^application\/csp-report$/.test(type) || JSON_START.test(text)) {
      return this.#json(text);
    }
    if (type === "application/x-www-form-urlencoded" || FORM.test(text)) {
      return this.#around(text, (inner) => maskFields(inner, this.#rules, 0));
    }
    return this.#around(text, (inner) => {
      const html = /html|xml|^$/.test(type) ? maskHtml(inner, this.#rules) : inner;
      return maskText(html, this.#rules, 0);
    });
  }

  /** A value learned on the way is masked where it stood before, too. */
  #around(text: string, mask: (text: string) => string, masking?: Masking): string {
    const known = this.#values.mask(text, masking);
    const { generation } = this.#values;
    const masked = mask(known);
    return generation === this.#values.generation ? masked : this.#values.mask(masked, masking);
  }

  /** String by string, since a value that is masked across signs would break the document. */
  #json(text: string): string {
    const { generation } = this.#values;
    let masked = maskJson(text, this.#rules, 0);
    if (generation !== this.#values.generation) masked = maskJson(masked, this.#rules, 0);
    const crossing = this.#values.mask(masked);
    if (crossing === masked || !isJson(masked)) return crossing;
    // Inside its strings all values are masked: what looks like one there begins in the middle of an escape.
    const signs = this.#values.mask(masked, {
      replacement: `"${MASK}"`,
      which: (stretch) => stretch.includes('"'),
    });
    return isJson(signs) ? signs : crossing;
  }

  #secretsOf(kind: "secret" | "cookie" | "set-cookie", value: string): readonly string[] {
    const known = this.#known.get(value);
    if (known?.kind === kind) return known.secrets;
    const found = kind === "secret" ? credentialsOf(value) : cookieValues(value, kind);
    const secrets = [...new Set(found.filter(isDistinct))];
    if (value.length <= REMEMBERED_LENGTH) {
      if (this.#known.size >= REMEMBERED) this.#known.clear();
      this.#known.set(value, { kind, secrets });
    }
    return secrets;
  }

  #learn(value: string, origin: "header" | "member"): void {
    if (isDistinct(value) && !value.includes(MASK)) this.#values.add(value, origin);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
