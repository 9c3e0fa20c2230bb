import { assertEquals, assertThrows } from "@std/assert";
import { Masker } from "../../capture/masker.ts";

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
