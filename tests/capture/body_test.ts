import { assert, assertEquals, assertMatch } from "@std/assert";
import { type BodyInput, bodyShape, MAX_BODY_TEXT } from "../../capture/body.ts";
import { Masker } from "../../capture/masker.ts";
import type { Body } from "../../capture/shapes.ts";

/** The body of a plain text response, but for what is said. */
function shape(said: Partial<BodyInput> & { text?: string; raw?: Uint8Array<ArrayBuffer> }): Body {
  const { text = "", raw, ...rest } = said;
  return bodyShape({
    id: "1.2",
    side: "response",
    sent: null,
    mime: "text/plain",
    bytes: raw === undefined
      ? { type: "string", value: text }
      : { type: "base64", value: raw.toBase64() },
    browser: "chrome",
    masker: new Masker(),
    ...rest,
  });
}

const bytes = (...each: number[]) => new Uint8Array(each);

Deno.test("bodyShape() shows text with the size of its bytes", () => {
  assertEquals(shape({ text: "café", mime: "text/plain;charset=utf-8" }), {
    id: "1.2",
    uri: "workspace://network/1.2",
    side: "response",
    mime: "text/plain;charset=utf-8",
    size: 5,
    binary: false,
    text: "café",
    truncated: false,
  });
});

Deno.test("bodyShape() reads bytes by the charset of their type, and else as the web does", () => {
  const cafe = bytes(0x63, 0x61, 0x66, 0xe9);
  const utf16 = bytes(0xff, 0xfe, 0x63, 0x00, 0xe9, 0x00);
  const texts = [
    shape({ raw: cafe, mime: "text/html; charset=ISO-8859-1" }),
    shape({ raw: cafe, mime: 'text/html; charset="latin1"' }),
    shape({ raw: cafe, mime: "text/html" }),
    shape({ raw: cafe, mime: "text/html;charset=utf-8" }),
    shape({ raw: cafe, mime: "text/html;charset=no-such" }),
    shape({ raw: utf16, mime: "text/html;charset=utf-16le" }),
  ].map(({ text }) => text);
  assertEquals(texts, ["café", "café", "café", "café", "café", "cé"]);
});

Deno.test("bodyShape() leaves a byte order mark out of the text and in the size", () => {
  const shown = [shape({ text: "\ufeff{}" }), shape({ raw: bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d) })];
  assertEquals(shown.map(({ text, size }) => [text, size]), [["{}", 5], ["{}", 5]]);
});

Deno.test("bodyShape() tells of a binary body its size only", () => {
  const png = bytes(0x89, 0x50, 0x4e, 0x47);
  const shown = [
    shape({ raw: png, mime: "image/png" }),
    shape({ text: "abcd", mime: "font/woff2" }),
    shape({ text: "a\0bc", mime: "text/plain" }),
    shape({ raw: bytes(0, 1, 2, 3), mime: null }),
  ];
  for (const { binary, text, size } of shown) assertEquals([binary, text, size], [true, null, 4]);
});

Deno.test("bodyShape() takes for text what is text by its type", () => {
  const types = [
    "application/json",
    "application/problem+json; charset=utf-8",
    "image/svg+xml",
    "application/x-www-form-urlencoded",
    "application/x-ndjson",
    "TEXT/CSV",
  ];
  assertEquals(types.filter((mime) => shape({ text: "a", mime }).binary), []);
});

Deno.test("bodyShape() cuts on a character, at the bytes it shows at most", () => {
  const whole = shape({ text: "a".repeat(MAX_BODY_TEXT) });
  assertEquals([whole.text?.length, whole.truncated], [MAX_BODY_TEXT, false]);
  // Neither 3 nor 4 divides what is left after one byte.
  for (const character of ["€", "🦆"]) {
    const { text, truncated, size } = shape({ text: "a" + character.repeat(50_000) });
    assert(text !== null && truncated);
    const length = new TextEncoder().encode(text).length;
    assert(length <= MAX_BODY_TEXT && length > MAX_BODY_TEXT - 4, String(length));
    assert(text.isWellFormed());
    assertEquals(size, 1 + 50_000 * new TextEncoder().encode(character).length);
  }
});

Deno.test("bodyShape() masks before it cuts", () => {
  const secret = "s3cr3t-value-of-a-token-that-is-long";
  const filler = "x".repeat(MAX_BODY_TEXT - 30);
  const { text } = shape({
    text: JSON.stringify({ filler, token: secret }),
    mime: "application/json",
  });
  assert(text !== null && !text.includes("s3cr3t"), text?.slice(-60));
});

Deno.test("bodyShape() masks no more of a long body than what it shows needs", () => {
  const masker = new Masker();
  const looked: number[] = [];
  const body = masker.body.bind(masker);
  masker.body = (text, mime) => {
    looked.push(text.length);
    return body(text, mime);
  };
  const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, token: `t0ken-of-row-${id}` }));
  const text = JSON.stringify(rows);
  const shown = shape({ text, mime: "application/json", masker });
  assertEquals([shown.truncated, shown.size], [true, text.length]);
  assert(Math.max(...looked) < 1.5 * MAX_BODY_TEXT, String(looked));
  assertMatch(shown.text ?? "", /^\[\{"id":0,"token":"•••"\},\{"id":1,/);
  assert(!shown.text?.includes("t0ken"), shown.text?.slice(-60));
  assert((shown.text?.length ?? 0) > MAX_BODY_TEXT / 2, String(shown.text?.length));
});

Deno.test("bodyShape() masks forms of either side, and what is known to be secret", () => {
  const masker = new Masker();
  masker.bind("abcdef1234567890");
  const form = shape({
    side: "request",
    sent: 24,
    text: "a=b&password=hunter22abc",
    mime: "application/x-www-form-urlencoded",
    masker,
  });
  assertEquals(form.text, "a=b&password=•••");
  assertMatch(shape({ text: "it was abcdef1234567890", masker }).text ?? "", /^it was •••$/);
});

Deno.test("bodyShape() says of Firefox's text in another charset that it was re-encoded", () => {
  const mime = "text/plain;charset=latin1";
  assertMatch(shape({ text: "caf", mime, browser: "firefox" }).why ?? "", /re-encoded.*latin1/);
  assertEquals(shape({ text: "caf", mime, browser: "chrome" }).why, undefined);
  assertEquals(shape({ text: "a", browser: "firefox" }).why, undefined);
});

Deno.test("bodyShape() sees through the base64 that Chrome calls a string", () => {
  const request = { side: "request", text: "AAEC//4=", mime: null } as const;
  const seen = shape({ ...request, sent: 5 });
  assertEquals([seen.binary, seen.text, seen.size], [true, null, 5]);
  const latin1 = shape({
    ...request,
    text: "Y2Fm6Q==",
    sent: 4,
    mime: "text/plain;charset=latin1",
  });
  assertEquals([latin1.text, latin1.size], ["café", 4]);
});

Deno.test("bodyShape() leaves a text alone that only looks like base64", () => {
  const request = { side: "request", text: "hellobuf" } as const;
  assertEquals(shape({ ...request, sent: 8 }).text, "hellobuf");
  assertEquals(shape({ ...request, sent: 0 }).text, "hellobuf");
  assertEquals(shape({ ...request, sent: 6, browser: "firefox" }).text, "hellobuf");
  assertEquals(shape({ text: "hellobuf" }).text, "hellobuf");
  assertEquals(
    shape({ ...request, text: "not base64 at all!", sent: 12 }).text,
    "not base64 at all!",
  );
});
