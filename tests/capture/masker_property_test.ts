import { assert, assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

/** Mulberry32: the same numbers each run, so that a failure can be looked at. */
function numbers(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Below = ReturnType<typeof numbers>;

function pick<T>(below: Below, from: readonly T[]): T {
  const picked = from[below(from.length)];
  assert(picked !== undefined);
  return picked;
}

const LETTERS = [..."abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"];
const SIGNS = [..."-_.~!*'()%&=+/\\\"<> :;,?#@[]{}|^`$é€🔑"];
const WORDS = [
  "red",
  "green ",
  "blue, ",
  "{",
  "}",
  "[1,2]",
  '"x": ',
  "a=1&",
  "?q=",
  "\n",
  "https://h.example/",
  "%20",
  "\\n",
  "&amp;",
  "x: ",
  "'",
  "(",
  ") ",
];

function secretOf(below: Below, signs: boolean): string {
  let secret = pick(below, LETTERS) + "7";
  const length = 8 + below(40);
  while (secret.length < length) {
    secret += signs && below(4) === 0 ? pick(below, SIGNS) : pick(below, LETTERS);
  }
  return secret + pick(below, LETTERS);
}

/** Any subset of the characters percent-encoded, in either case; `%` and what a form reads otherwise always. */
function percentOf(below: Below, text: string): string {
  return [...text].map((char) => {
    if (below(2) === 0 && !/[%+&\\]/.test(char)) return char;
    const bytes = [...new TextEncoder().encode(char)];
    return bytes.map((byte) => {
      const digits = byte.toString(16).padStart(2, "0");
      return "%" + (below(2) === 0 ? digits : digits.toUpperCase());
    }).join("");
  }).join("");
}

/** Any subset of the characters escaped as JSON may; those it must, always. */
function escapedOf(below: Below, text: string): string {
  return text.split("").map((unit) => {
    if (below(2) === 0 && !/["\\%&]/.test(unit)) return unit;
    const digits = unit.charCodeAt(0).toString(16).padStart(4, "0");
    return "\\u" + (below(2) === 0 ? digits : digits.toUpperCase());
  }).join("");
}

function referencesOf(below: Below, text: string): string {
  return [...text].map((char) => {
    if (below(2) === 0 && !/[&%\\]/.test(char)) return char;
    const point = char.codePointAt(0) ?? 0;
    return below(2) === 0 ? `&#${point};` : `&#x${point.toString(16)};`;
  }).join("");
}

function base64Of(below: Below, text: string): string {
  const around = () => "xyz".slice(0, below(3));
  const bytes = [...new TextEncoder().encode(around() + text + around())];
  const encoded = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
  return below(2) === 0 ? encoded : encoded.replaceAll("+", "-").replaceAll("/", "_");
}

const ENCODINGS = [percentOf, escapedOf, referencesOf, base64Of, (_: Below, text: string) => text];

function filler(below: Below): string {
  return Array.from({ length: below(6) }, () => pick(below, WORDS)).join("");
}

Deno.test("Masker leaves no secret in any text, URL or body, and masking twice is masking once", () => {
  const below = numbers(1);
  for (let round = 0; round < 3_000; round++) {
    const secret = secretOf(below, below(2) === 0);
    const masker = new Masker();
    if (below(2) === 0) masker.bind(secret);
    else masker.learnHeaders([{ name: "x-auth-token", value: secret }]);
    const encoded = pick(below, ENCODINGS)(below, secret);
    const text = filler(below) + "|" + encoded + "|" + filler(below);
    const masks = {
      text: (given: string) => masker.text(given),
      url: (given: string) => masker.url(given),
      header: (given: string) => masker.header("x-echo", given),
      json: (given: string) => masker.body(given, "application/json"),
      body: (given: string) => masker.body(given, null),
    };
    for (const [name, mask] of Object.entries(masks)) {
      const masked = mask(text);
      const about = `${round} ${name}: ${JSON.stringify(secret)} in ${JSON.stringify(text)} gave ${
        JSON.stringify(masked)
      }`;
      assert(masked.includes(MASK), about);
      assert(!masked.includes(encoded) && !masked.includes(secret), about);
      assertEquals(mask(masked), masked, about);
    }
  }
});

/** A random document; `secrets` are the values that must go, by being a sensitive member's. */
function documentOf(below: Below, depth: number, secrets: string[]): unknown {
  switch (below(depth > 3 ? 4 : 6)) {
    case 0:
      return below(1_000) / 10;
    case 1:
      return below(2) === 0;
    case 2:
      return null;
    case 3:
      return `${filler(below)}ok "${below(10)}"`;
    case 4:
      return Array.from({ length: below(4) }, () => documentOf(below, depth + 1, secrets));
    default: {
      const members: [string, unknown][] = Array.from(
        { length: below(4) },
        (_, at) => [`name${at}`, documentOf(below, depth + 1, secrets)],
      );
      if (below(2) === 0) {
        const secret = secretOf(below, true);
        secrets.push(secret);
        members.push([pick(below, ["password", "apiKey", "session-id", "X-CSRF-Token"]), secret]);
      }
      return Object.fromEntries(members);
    }
  }
}

/** The names and the kinds of values of a document. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.entries(value).map(([name, member]) => [name, shapeOf(member)]);
}

Deno.test("Masker.body() keeps names, kinds and order of JSON and leaves no sensitive member's value", () => {
  const below = numbers(2);
  for (let round = 0; round < 2_000; round++) {
    const secrets: string[] = [];
    const document = documentOf(below, 0, secrets);
    const text = JSON.stringify(document, null, below(2) * 2);
    const masked = new Masker().body(text, "application/json");
    assertEquals(shapeOf(JSON.parse(masked)), shapeOf(document), text);
    for (const secret of secrets) {
      assert(!masked.includes(JSON.stringify(secret).slice(1, -1)), `${secret} in ${masked}`);
    }
  }
});

Deno.test("Masker leaves a text without secrets as it is", () => {
  const below = numbers(3);
  const masker = new Masker();
  for (let n = 0; n < 50; n++) masker.bind(secretOf(below, true));
  for (let round = 0; round < 3_000; round++) {
    const text = filler(below) + filler(below);
    assertEquals(masker.text(text), text);
    assertEquals(masker.body(text, "text/plain"), text);
    assertEquals(masker.url(`https://h.example/${text}`), `https://h.example/${text}`);
  }
});
