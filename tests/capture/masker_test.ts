import { assertEquals } from "@std/assert";
import { Masker } from "../../capture/masker.ts";
import { each, same } from "./mask_table.ts";

Deno.test("Masker.text() masks what a line shows by its shape", () => {
  each([
    [
      'login {"user":"jane","password":"x y"} failed',
      'login {"user":"jane","password":"•"} failed',
    ],
    ["{ user: 'jane', accessToken: 'abc' }", "{ user: 'jane', accessToken: '•' }"],
    ['"{\\"token\\":\\"a\\\\\\"b\\",\\"n\\":1}"', '"{\\"token\\":\\"•\\",\\"n\\":1}"'],
    ['{"otp":"12', '{"otp":"•'],
    ["&quot;password&quot;:&quot;x&quot;,1", "&quot;password&quot;:&quot;•&quot;,1"],
    ['mutation { login(password: "x", n: 1) }', 'mutation { login(password: "•", n: 1) }'],
    ['const apiKey = "abc";', 'const apiKey = "•";'],
    ["password=hunter2&user=jane", "password=•&user=jane"],
    ["POST a=1&code=abc&state=s done", "POST a=1&code=•&state=• done"],
    ["GET /cb?code=abc 404", "GET /cb?code=• 404"],
    ["see (https://u:p@h.example/?token=abc).", "see (https://•@h.example/?token=•)."],
    ["https:\\/\\/u:p@h.example\\/?token=abc\\n", "https:\\/\\/•@h.example\\/?token=•\\n"],
    ["https%3A%2F%2Fh.example%2F%3Ftoken%3Dabc", "https%3A%2F%2Fh.example%2F%3Ftoken%3D•"],
    ["Authorization: Bearer abc is bad", "Authorization: • is bad"],
    ["curl -H 'Authorization: token abc' -v", "curl -H 'Authorization: •' -v"],
    ['Authorization: Digest username="u", response="r"', 'Authorization: •"u", response="r"'],
    ["Cookie: a=1; b=2\nx: y", "Cookie: a=•; b=•\nx: y"],
    ["x-api-key: abcdef12", "x-api-key: •"],
    ["sent Bearer abcdef123456, got 401", "sent Bearer •, got 401"],
    ["jwt eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln.", "jwt •."],
    ["none eyJhbGciOiJub25lIn0.eyJhIjoxfQ. end", "none • end"],
    ["jwe eyJhbGciOiJkaXIifQ..iv.cipher.tag end", "jwe • end"],
    ["eyJnot_a_token.eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln", "•"],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nAB==\n-----END RSA PRIVATE KEY-----\nok.",
      "-----BEGIN RSA PRIVATE KEY-----•-----END RSA PRIVATE KEY-----\nok.",
    ],
    ["-----BEGIN PRIVATE KEY-----\\nMIIEow\\nAB", "-----BEGIN PRIVATE KEY-----•"],
  ], (masker, text) => masker.text(text));
});

Deno.test("Masker.text() leaves ordinary lines as they are", () => {
  each(
    same([
      "TypeError: Cannot read properties of undefined (reading 'token')",
      "SyntaxError: Unexpected token '<', \"<!DOCTYPE \"... is not valid JSON",
      "Unexpected token: end of input",
      "password: must be at least 8 characters",
      "Invalid session: expired",
      "exit code=42, state=active",
      "    at load (https://example.org/app.js?v=1.2:10:5)",
      "author=jane, authority: example.org, tokenizer: bpe",
      "Basic information is missing; the bearer token is wrong",
      "if (token == null || session => 1) a === b",
      "100% of 50%off, C:\\new\\users, a && b, R&D",
      "user@example.org wrote: hello",
      '{"token":null,"session":12345,"otp":123456,"code":"E_FAIL","state":"open"}',
      "eyJ is how a token begins",
      "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
      "",
    ]),
    (masker, text) => masker.text(text),
  );
});

Deno.test("Masker.member() is true for sensitive names only", () => {
  const masker = new Masker();
  const sensitive = [
    "password",
    "newPassword",
    "passWord",
    "pwd",
    "passphrase",
    "otp",
    "accessToken",
    "csrfmiddlewaretoken",
    "JSESSIONID",
    "PHPSESSID",
    "apiKey",
    "api_key",
    "APIKey",
    "auth",
    "oauth2Token",
    "user[password]",
    "cookie",
    "setCookie",
    "Set-Cookie",
    "sid",
  ];
  const ordinary = [
    "author",
    "authors",
    "authority",
    "authenticated",
    "tokenize",
    "code",
    "status_code",
    "sig",
    "state",
    "nonce",
    "key",
    "api",
    "keyApi",
    "cookieConsent",
    "side",
    "sidebar",
    "obsession",
    "passenger",
    "",
  ];
  for (const name of sensitive) assertEquals(masker.member(name), true, name);
  for (const name of ordinary) assertEquals(masker.member(name), false, name);
});
