/** What a page teaches, so that it is masked where it should not be. */
import { assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

/** A masker that a page taught these, in each way it can. */
function taught(...values: readonly string[]): Masker {
  const masker = new Masker();
  for (const value of values) {
    masker.url(`https://h.example/?token=${encodeURIComponent(value)}`);
    masker.learnHeaders([
      { name: "cookie", value: `token=${encodeURIComponent(value)}` },
      { name: "authorization", value: `Bearer ${value}` },
    ]);
    masker.body(JSON.stringify({ password: value }), "application/json");
    // Twice encoded, it is decoded to be looked for.
    masker.learnHeaders([{
      name: "x-token",
      value: encodeURIComponent(encodeURIComponent(value)),
    }]);
  }
  return masker;
}

Deno.test("Masker.said() lets no value a page taught hide what pagetap says", () => {
  const masker = taught(
    'button "Delete" [ref=e1]',
    'e2]\n- button "Other',
    "[ref=e1]",
    "ref=e123",
    'no element matches {"css":"#nope"}',
    '{"css":"#nope1"}',
    "open_session(capture=true)",
    "workspace://console?level=error&call=",
    "filter=failed&call=12",
    "127.0.0.1:1",
    "http://127.0.0.1:19614",
    "127.0.0.1:19614/poison.html",
    "pagetap/references/debugging-a-failed-call.md",
  );
  for (
    const said of [
      '- button "Delete" [ref=e1]\n- button "Other" [ref=e123]',
      'no element matches {"css":"#nope"}; use outline to see what there is',
      'no element matches {"css":"#nope1"}: open_session(capture=true)',
      "read workspace://network?filter=failed&call=123456.",
      "read workspace://console?level=error&call=1",
      "read(skill://pagetap/references/debugging-a-failed-call.md)",
      "Cannot open http://127.0.0.1:19614: refused",
      "https://[::1]:19614/",
    ]
  ) assertEquals(masker.said(said), said);
});

Deno.test("Masker.said() lets no name in a page's text hide a ref, or what comes after it", () => {
  const masker = new Masker();
  for (const name of ['"token="', '"token:"', '"password=', "-----BEGIN PRIVATE KEY-----"]) {
    const lines = `- button ${name} [ref=e1]\n- button "-----END PRIVATE KEY-----" [ref=e2] x`;
    const rest = lines.slice(lines.indexOf("[ref=e1]"));
    assertEquals(masker.said(lines).slice(-rest.length), rest, name);
  }
  assertEquals(masker.said('- text: token="abc" [ref=e1]'), `- text: token="${MASK}" [ref=e1]`);
});

Deno.test("Masker.said() masks what a page taught and pagetap does not write, and all that was bound", () => {
  const secrets = [
    "c0ffee00-1d2e-4f5a-9b8c-7d6e5f4a3b2c",
    "eyJhbGciOiJIUzI1NiJ9-eyJhIjoxfQ.c2ln",
    "0a1b2c3d4e5f60718293",
    "Zm9v+YmFy/MTIzNDU2Nzg5MA==",
    "P@55&w?rd;,!",
    'zq9-"Xk7/Pw<T>&31+v=',
    "correct horse (battery) 'staple'",
  ];
  for (const secret of secrets) {
    assertEquals(taught(secret).said(`- text: ${secret} [ref=e1]`), `- text: ${MASK} [ref=e1]`);
  }
  const masker = new Masker();
  for (const bound of ["a phrase that was typed", "127.0.0.1:1"]) masker.bind(bound);
  assertEquals(masker.said('"a phrase that was typed" x'), `"${MASK}" x`);
  assertEquals(masker.url("http://127.0.0.1:1/x"), `http://${MASK}/x`);
});

Deno.test("Masker.text() masks what a page taught of several words in what is a page's alone", () => {
  const masker = taught("a phrase of 5 words");
  assertEquals(masker.text("it is a phrase of 5 words"), `it is ${MASK}`);
  assertEquals(masker.body("p=a+phrase+of+5+words", null), `p=${MASK}`);
});

Deno.test("Masker masks no scheme, host or port of a URL by a value that a page taught", () => {
  const masker = taught(
    "127.0.0.1:1",
    "http://127.0.0.1:19614",
    "127.0.0.1:19614/poison",
    "accounts.shop.example.com",
  );
  const urls = [
    ["http://127.0.0.1:19614/", "http://127.0.0.1:19614/"],
    ["http://127.0.0.1:19614/poison.html", `http://127.0.0.1:19614${MASK}.html`],
    [
      "https://accounts.shop.example.com/127.0.0.1:1/x",
      `https://accounts.shop.example.com/${MASK}/x`,
    ],
    ["https://accounts.shop.example.com:pa@h.example/", `https://${MASK}@h.example/`],
  ] as const;
  for (const [url, shown] of urls) {
    assertEquals(masker.url(url), shown);
    assertEquals(masker.text(`at ${url} it`), `at ${shown} it`);
    assertEquals(masker.url(shown), shown);
  }
  assertEquals(masker.text("it is 127.0.0.1:1"), `it is ${MASK}`);
});

Deno.test("Masker masks a value that was bound or learned with something invisible in it", () => {
  const masker = taught("s3cretvalue");
  masker.bind("a phrase, typed");
  for (
    const sign of ["\u200b", "\ufeff", "\u00ad", "\u202e", "\ud800", "\ufffd", "\u0001", "\u034f"]
  ) {
    const hidden = [..."s3cretvalue"].join(sign);
    for (const text of [`<${hidden}>`, JSON.stringify(hidden)]) {
      const masked = text.slice(0, 1) + MASK + text.slice(-1);
      assertEquals(masker.text(text), masked);
      assertEquals(masker.said(text), masked);
      assertEquals(masker.body(text, "text/plain"), masked);
    }
    assertEquals(masker.text(`a phr${sign}ase, ty${sign}ped${sign}`), MASK + sign);
  }
  const others = "👩\u200d💻 \u200fשלום\u200e";
  assertEquals(masker.text(others), others);
});

Deno.test("Masker masks in linear time a text full of URLs and of values a page taught", () => {
  const masker = taught("s3cretvalue", "h.example/s3cretvalue");
  const text = "https://h.example/s3cretvalue ".repeat(20_000);
  assertEquals(
    masker.text(text),
    `https://h.example/${MASK} `.repeat(20_000).replaceAll("/" + MASK, MASK),
  );
});
