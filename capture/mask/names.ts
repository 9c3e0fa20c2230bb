/**
 * Which names have values that go.
 *
 * @module
 */

/** What a header's value is masked as. */
export type HeaderKind = "secret" | "cookie" | "set-cookie" | "url" | "text";

/** What a member's name says of its value: nothing, secret anywhere, or secret in URLs and forms only. */
export type MemberKind = "plain" | "secret" | "field";

const WORDS: ReadonlySet<string> = new Set(
  ("auth authorization token secret apikey session sessionid sid csrf xsrf signature dpop jwt " +
    "password passwd pwd passphrase otp").split(" "),
);

/** Two words that are one when written together. */
const PAIRS: ReadonlySet<string> = new Set(["api key", "pass word", "pass phrase"]);

/**
 * Words written as one with what is before them (`csrfmiddlewaretoken`, `clientsecret`, `JSESSIONID`). No ordinary word
 * ends in one of these, while many begin with one (`tokenize`, `author`).
 */
const FUSED = /(?:token|secret|apikey|sessionid|sessid|password|passwd|passphrase)$/;

const WHOLE: ReadonlySet<string> = new Set(["cookie", "set cookie"]);
const FIELDS: ReadonlySet<string> = new Set(["code", "sig", "state", "nonce"]);
const URL_HEADERS: ReadonlySet<string> = new Set([
  "location",
  "content-location",
  "referer",
  "sourcemap",
  "x-sourcemap",
  ":path",
]);

/** How many names are remembered, and how long a remembered one may be, in characters. */
const REMEMBERED = 2_000;
const REMEMBERED_LENGTH = 80;

/** The words of a name, in lower case: split at camel case and at whatever is no letter. */
function wordsOf(name: string): string[] {
  return split(
    name.replace(/([a-z])(?=[A-Z])/g, "$1 ").replace(/([A-Z])(?=[A-Z][a-z])/g, "$1 "),
  );
}

function split(name: string): string[] {
  return name.toLowerCase().split(/[^a-z]+/).filter((word) => word !== "");
}

function isSecretWord(word: string): boolean {
  return WORDS.has(word) || FUSED.test(word);
}

function kindOf(name: string): MemberKind {
  const words = wordsOf(name);
  if (WHOLE.has(words.join(" "))) return "secret";
  // `DPoP` is a word whose capitals divide nothing.
  if (words.some(isSecretWord) || split(name).some(isSecretWord)) return "secret";
  const pairs = words.some((word, at) => PAIRS.has(`${word} ${words[at + 1] ?? ""}`));
  if (pairs) return "secret";
  return FIELDS.has(name.toLowerCase()) ? "field" : "plain";
}

/** Says of names what becomes of their values, and remembers the answers (a bounded number of them). */
export class Names {
  readonly #members = new Map<string, MemberKind>();
  readonly #headers = new Map<string, HeaderKind>();

  /** What the name of a member of JSON, a form, a query or a fragment says of its value. */
  member(name: string): MemberKind {
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    return remember(this.#members, name, kindOf(name));
  }

  /** What the value of a header so named is masked as. */
  header(name: string): HeaderKind {
    const known = this.#headers.get(name);
    if (known !== undefined) return known;
    return remember(this.#headers, name, this.#headerKind(name.trim().toLowerCase(), name));
  }

  #headerKind(lower: string, name: string): HeaderKind {
    if (lower === "cookie" || lower === "set-cookie") return lower;
    if (URL_HEADERS.has(lower)) return "url";
    return kindOf(name) === "secret" ? "secret" : "text";
  }
}

/** Starting over when full keeps the common names cheap and a page that invents names harmless. */
function remember<K>(known: Map<string, K>, name: string, kind: K): K {
  if (name.length > REMEMBERED_LENGTH) return kind;
  if (known.size >= REMEMBERED) known.clear();
  known.set(name, kind);
  return kind;
}
