import { assertEquals, assertThrows } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

/** `•` in a table stands for the mask, to keep the tables readable. */
function expected(text: string): string {
  return text.replaceAll("•", MASK);
}

function each(
  table: readonly (readonly [string, string])[],
  mask: (masker: Masker, text: string) => string,
) {
  for (const [given, wanted] of table) {
    const masker = new Masker();
    const once = mask(masker, given);
    assertEquals(once, expected(wanted), given);
    assertEquals(mask(masker, once), once, `twice: ${given}`);
  }
}

const SAME = (texts: readonly string[]) => texts.map((text) => [text, text] as const);

Deno.test("Masker.header() masks the whole value when a word of the name says so", () => {
  const masker = new Masker();
  const sensitive = [
    "Authorization",
    "proxy-authorization",
    "X-Api-Key",
    "x-apikey",
    "X-CSRFToken",
    "X-XSRF-TOKEN",
    "x-amz-security-token",
    "X-Amz-Signature",
    "Session-Id",
    "sessionid",
    "x-auth",
    "x-auth2",
    "DPoP",
    "X-Goog-Iap-Jwt-Assertion",
    "client_secret",
    "X-SID",
  ];
  for (const name of sensitive) assertEquals(masker.header(name, "abc"), MASK, name);
  assertEquals(masker.header("authorization", ""), "");
});

Deno.test("Masker.header() leaves values of ordinary names", () => {
  const masker = new Masker();
  const ordinary: [string, string][] = [
    ["author", "jane"],
    ["authority", "example.org"],
    [":authority", "example.org:8080"],
    ["content-type", "text/html; charset=utf-8"],
    ["www-authenticate", 'Bearer realm="api", error="invalid_token"'],
    ["x-tokenizer", "bpe"],
    ["sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["etag", '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
    ["access-control-allow-headers", "authorization, x-token"],
    ["set-cookie-policy", "strict"],
    ["x-status-code", "200"],
    ["cache-control", "max-age=3600, stale-while-revalidate=60"],
    ["date", "Tue, 01 Sep 2026 10:00:00 GMT"],
  ];
  for (const [name, value] of ordinary) assertEquals(masker.header(name, value), value, name);
});

Deno.test("Masker.header() keeps names and attributes of cookies", () => {
  each([
    ["a=1; b=two; c=", "a=•; b=•; c="],
    ['q="x y"; lone', "q=•; •"],
    ["a=1=2", "a=•"],
  ], (masker, text) => masker.header("Cookie", text));
  each([
    [
      "sid=abc; Path=/; HttpOnly\nlang=en; Max-Age=60; SameSite=Lax",
      "sid=•; Path=/; HttpOnly\nlang=•; Max-Age=60; SameSite=Lax",
    ],
    [
      "gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    ],
  ], (masker, text) => masker.header("set-cookie", text));
});

Deno.test("Masker.header() takes the headers that hold URLs as URLs", () => {
  const masker = new Masker();
  for (const name of ["Location", "Referer", "Content-Location", ":path"]) {
    assertEquals(
      masker.header(name, "/cb?code=abc&x=1#state=s"),
      `/cb?code=${MASK}&x=1#state=${MASK}`,
    );
  }
  assertEquals(
    masker.header("Refresh", "5; url=https://a.example/?token=abc"),
    `5; url=https://a.example/?token=${MASK}`,
  );
  assertEquals(
    masker.header("Link", '</next?sid=abc>; rel="next", <https://u:p@b.example/>; rel="x"'),
    `</next?sid=${MASK}>; rel="next", <https://${MASK}@b.example/>; rel="x"`,
  );
});

Deno.test("Masker.url() masks userinfo, query and fragment members", () => {
  each([
    ["https://user:pa55@host.example/p", "https://•@host.example/p"],
    ["https://user@host.example/", "https://•@host.example/"],
    ["https://u:p%40@h@host.example/", "https://•@host.example/"],
    ["//user:pw@host.example/x", "//•@host.example/x"],
    ["wss://u:p@host.example/?access_token=1", "wss://•@host.example/?access_token=•"],
    ["https:/u:p@host.example/", "https:/•@host.example/"],
    ["https:\\\\u:p@host.example", "https:\\\\•@host.example"],
    ["https://user:pa/ss@host.example/x", "https://•@host.example/x"],
    ["https://user:p#ss@host.example/", "https://•@host.example/"],
    ["https://h/?token=abc&x=1", "https://h/?token=•&x=1"],
    ["https://h/?a=1&API_KEY=abc", "https://h/?a=1&API_KEY=•"],
    ["https://h/?user%5Bpassword%5D=abc", "https://h/?user%5Bpassword%5D=•"],
    ["https://h/?%74oken=abc", "https://h/?%74oken=•"],
    ["https://h/?token=a b'c\"d", "https://h/?token=•"],
    ["https://h/?code=1&sig=2&state=3&nonce=4", "https://h/?code=•&sig=•&state=•&nonce=•"],
    [
      "https://h/cb#access_token=abc&token_type=bearer&x=1",
      "https://h/cb#access_token=•&token_type=•&x=1",
    ],
    ["https://h/#/route?token=abc", "https://h/#/route?token=•"],
    ["https://h/?a=b?token=abc", "https://h/?a=b?token=•"],
    ["https://h/?a=b;token=abc", "https://h/?a=b;token=•"],
    ["/rel?token=abc", "/rel?token=•"],
    ["?token=abc", "?token=•"],
    ["#token=abc", "#token=•"],
    ["token=abc", "token=abc"],
    ["https://h/a;jsessionid=ABC/b;v=1?x", "https://h/a;jsessionid=•/b;v=1?x"],
    [
      "https://h/?next=https%3A%2F%2Fb.example%2Fcb%3Ftoken%3Dabc%26y%3D1&z=1",
      "https://h/?next=https%3A%2F%2Fb.example%2Fcb%3Ftoken%3D•%26y%3D1&z=1",
    ],
    [
      "https://h/?n=%2Fa%3Fm%3D%252Fb%253Ftoken%253Dabc",
      "https://h/?n=%2Fa%3Fm%3D%252Fb%253Ftoken%253D•",
    ],
    [
      "https://h/gql?variables=%7B%22password%22%3A%22x%22%2C%22n%22%3A1%7D",
      "https://h/gql?variables=%7B%22password%22%3A%22•%22%2C%22n%22%3A1%7D",
    ],
    ["https://h/r/https%3A%2F%2Fu%3Ap%40b.example", "https://h/r/https%3A%2F%2F•%40b.example"],
    ["https://h/?t=eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln", "https://h/?t=•"],
    ['data:application/json,{"password":"x"}', 'data:application/json,{"password":"•"}'],
    ["javascript:login('x',{password:'y'})", "javascript:login('x',{password:'•'})"],
  ], (masker, text) => masker.url(text));
});

Deno.test("Masker.url() leaves ordinary URLs", () => {
  each(
    SAME([
      "https://example.org/",
      "https://example.org/@user/status/1?lang=en#top",
      "https://example.org:8080/a?author=jane&page=2&status_code=404&zip_code=1",
      "https://[::1]:80/x@y",
      "https://example.org/?q=token&tokenize=1&empty=&token=",
      "https://example.org/?q=a%3Ab+c%20d",
      "mailto:jane@example.org",
      "about:blank",
      "blob:https://example.org/0b7f3a52-6f9b-4b2f-9a6d-1c9f2a1b3c4d",
      "",
    ]),
    (masker, text) => masker.url(text),
  );
});

Deno.test("Masker.withoutQuery() leaves neither query, fragment nor userinfo", () => {
  each([
    ["https://u:p@h.example/a?b=c#d", "https://h.example/a"],
    ["/a#b?c", "/a"],
    ["data:text/plain,hello?x", "data:text/plain"],
    ["https://h/a;sid=abc?x", "https://h/a;sid=•"],
  ], (masker, text) => masker.withoutQuery(text));
  const masker = new Masker();
  masker.bind("path-secret");
  assertEquals(masker.withoutQuery("https://h/path-secret/x?y"), `https://h/${MASK}/x`);
});

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
    SAME([
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

Deno.test("Masker.body() masks string members of JSON and keeps it valid", () => {
  each([
    ['{"user":"j","password":"x\\"y","n":1}', '{"user":"j","password":"•","n":1}'],
    [
      '{"token" : [ "a", ["b"], {"c":"d"} ], "e":"f"}',
      '{"token" : [ "•", ["•"], {"c":"d"} ], "e":"f"}',
    ],
    [
      '{"token":null,"otp":123456,"session":true,"code":"E1","state":"open"}',
      '{"token":null,"otp":123456,"session":true,"code":"E1","state":"open"}',
    ],
    [
      '{"query":"q","variables":{"input":{"passwd":"x"}}}',
      '{"query":"q","variables":{"input":{"passwd":"•"}}}',
    ],
    ['{"a":"{\\"token\\":\\"x\\",\\"b\\":[1]}"}', '{"a":"{\\"token\\":\\"•\\",\\"b\\":[1]}"}'],
    ['{"url":"https:\\/\\/u:p@h\\/?token=x"}', '{"url":"https://•@h/?token=•"}'],
    ['{"p\\u0061ssword":"x"}', '{"p\\u0061ssword":"•"}'],
    ['{"token":""}', '{"token":""}'],
    ['[{"sid":"a"},{"sid":"b"}]', '[{"sid":"•"},{"sid":"•"}]'],
  ], (masker, text) => {
    const masked = masker.body(text, "application/json; charset=utf-8");
    JSON.parse(masked);
    return masked;
  });
});

Deno.test("Masker.body() copes with what is not quite JSON", () => {
  each([
    ['{"token":"a"}\n{"token":"b","n":1}\n', '{"token":"•"}\n{"token":"•","n":1}\n'],
    ['{"token":"a', '{"token":"•'],
    ["{password: \"x\", 'token': 'y',}", "{password: \"•\", 'token': '•',}"],
    [')]}\',\n{"token":"a"}', ')]}\',\n{"token":"•"}'],
    ['{"token":"a",,]}{"secret":"b"', '{"token":"•",,]}{"secret":"•"'],
    ['5" screen {"password":"x"}', '5" screen {"password":"•"}'],
  ], (masker, text) => masker.body(text, "application/json"));
});

Deno.test("Masker.body() masks forms", () => {
  each([
    [
      "user=j&password=a+b&code=c&x=%7B%22otp%22%3A%221%22%7D",
      "user=j&password=•&code=•&x=%7B%22otp%22%3A%22•%22%7D",
    ],
    ["csrf_token=&a=b", "csrf_token=&a=b"],
  ], (masker, text) => masker.body(text, "application/x-www-form-urlencoded"));
  each([["user=j&code=c", "user=j&code=•"]], (masker, text) => masker.body(text, null));
});

Deno.test("Masker.body() masks the parts of a multipart form", () => {
  const part = (headers: string, content: string) =>
    `--X\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;
  const form = (password: string, code: string, token: string) =>
    part('name="user"', "jane") + part('name="password"', password) + part("name=code", code) +
    part('name="meta"\r\nContent-Type: application/json', `{"token":"${token}","n":1}`) +
    "--X--\r\n";
  for (
    const mime of ["multipart/form-data; boundary=X", 'multipart/form-data; boundary="X"', null]
  ) {
    assertEquals(new Masker().body(form("x\r\ny", "c", "t"), mime), form(MASK, MASK, MASK));
  }
});

Deno.test("Masker.body() masks inputs and meta elements of HTML", () => {
  each([
    [
      '<input type="hidden" name="csrf_token" value="abc"><p title="x">a</p>',
      '<input type="hidden" name="csrf_token" value="•"><p title="x">a</p>',
    ],
    ["<meta content='abc' name=csrf-token>", "<meta content='•' name=csrf-token>"],
    ['<input value="x" type="password">', '<input value="•" type="password">'],
    ['<meta name="author" content="jane">', '<meta name="author" content="jane">'],
    ['<input name="q" value="token">', '<input name="q" value="token">'],
  ], (masker, text) => masker.body(text, "text/html"));
});

Deno.test("Masker.holdsTyped() tells a secret that is typed, however it is written, from other values", () => {
  const masker = new Masker();
  masker.learnHeaders([{ name: "authorization", value: "Bearer l3arned-token-value" }]);
  masker.bind("b0und-and-not-typed");
  masker.bind("pass word/1", { typed: true });
  for (const other of ["l3arned-token-value", "b0und-and-not-typed", "pass word"]) {
    assertEquals(masker.holdsTyped(other), false, other);
  }
  for (const text of ["pass word/1", "a=pass+word%2F1", btoa("pass word/1"), '"pass word\\/1"']) {
    assertEquals(masker.holdsTyped(`it is ${text} here`), true, text);
  }
});

Deno.test("Masker.bind() takes no more than can be looked for, and the same one again", () => {
  const masker = new Masker();
  for (let i = 0; i < 1_000; i++) masker.bind(`secret-${i}`);
  masker.bind("secret-1");
  assertThrows(() => masker.bind("another"), RangeError, "1000 of 9890 characters");
  const long = new Masker();
  for (let i = 0; i < 16; i++) long.bind(`${i}`.padEnd(65_536, "x"));
  assertThrows(() => long.bind("another"), RangeError, "16 of 1048576 characters");
});

Deno.test("Masker masks what is left of a bound secret where a text was cut", () => {
  const masker = new Masker();
  masker.bind('zq9-"Xk7/Pw&31');
  const cases = {
    'it is zq9-"Xk7…': "it is •••…",
    'value="zq9-\\"Xk…" and "zq9-…"': 'value="•••…" and "•••…"',
    "q=zq9-%22Xk…": "q=•••…",
    "an html zq9-&quot;X… of it": "an html •••… of it",
    "zq9…": "zq9…",
    "zq9-x…": "zq9-x…",
    'zq9-"Xk7': 'zq9-"Xk7',
    "…………": "…………",
  };
  for (const [text, masked] of Object.entries(cases)) assertEquals(masker.text(text), masked);
  assertEquals(masker.text(btoa('zq9-"Xk7/Pw&31').slice(0, 11) + "…"), "•••…");
});

Deno.test("Masker masks a bound secret also where it is a name: of a cookie, a header, a member, a field", () => {
  const masker = new Masker();
  const secret = "Xq7-Secret-Val-9z";
  masker.bind(secret);
  assertEquals(masker.header("cookie", `${secret}=1; a=2; ${secret}=`), "•••=•••; a=•••; •••=");
  assertEquals(masker.header("set-cookie", `${secret}=1; Path=/${secret}`), "•••=•••; Path=/•••");
  assertEquals(masker.token(`x-${secret}`), "x-•••");
  assertEquals(masker.token(`X-${secret.toLowerCase()}`), "x-•••");
  assertEquals(masker.token("Content-Type"), "Content-Type");
  assertEquals(masker.token("authorization"), "authorization");
  assertEquals(masker.body(`{"${secret}":1}`, "application/json"), '{"•••":1}');
  assertEquals(masker.body(`${secret}=1`, "application/x-www-form-urlencoded"), "•••=1");
  assertEquals(masker.url(`http://a.test/?${secret}=1`), "http://a.test/?•••=1");
});

Deno.test("Masker.withoutTyped() masks what was typed and nothing else", () => {
  const masker = new Masker();
  masker.bind("bound-by-a-header");
  assertEquals(masker.hasTyped, false);
  masker.bind("hunter22-of-the-shop", { typed: true });
  assertEquals(masker.hasTyped, true);
  const text = "/?token=abcdef0123456789&a=bound-by-a-header&b=";
  assertEquals(masker.withoutTyped(`${text}hunter22-of-the-shop`), `${text}•••`);
});
