import { assert, assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

/** What a page repeats to make a scan start again and again. */
const UNITS = [
  ..."a=:%\\&\"'`@/?#;[]{},.) -\n<•é",
  "%3D",
  "%253D",
  "%41",
  "\\\\",
  "\\u0041",
  "&#65;",
  "&quot;",
  '":',
  '"a":',
  '{"a":',
  "token=",
  "token:",
  "token: ",
  "token=•••",
  "token:•••",
  "code=",
  "cookie:",
  "cookie: a=b ",
  "authorization:",
  "authorization: Bearer ",
  "Bearer ",
  "eyJ",
  "eyJaaaaaaaa.",
  "eyJaaaaaaaa.b",
  "-----BEGIN KEY-----",
  "-----BEGIN ",
  "http://",
  "http://a:b@",
  "https:\\/\\/a",
  ")))x",
  "aB",
  "A",
  "<input ",
  "<input a=",
  '<meta name="',
  "--X\r\nContent-",
  '\\"token\\":\\"',
  "a%3Ab ",
];

const LENGTH = 131_072;

/**
 * In milliseconds. The slowest takes a tenth of it on a busy machine; one whose time grew with the square of the length
 * would take some ten times it.
 */
const MOST = 1_000;

function masker(): Masker {
  const masker = new Masker();
  const alike = "a".repeat(3_000);
  for (let n = 0; n < 20; n++) masker.learnHeaders([{ name: "cookie", value: `c=${alike}b${n}` }]);
  masker.learnHeaders([{ name: "authorization", value: "Bearer abcdef0123456789" }]);
  return masker;
}

function timed(mask: () => unknown): number {
  const before = performance.now();
  mask();
  return performance.now() - before;
}

const METHODS: Record<string, (masker: Masker, text: string) => unknown> = {
  "text()": (masker, text) => masker.text(text),
  "url()": (masker, text) => masker.url(`https://h/?q=${text}`),
  "withoutQuery()": (masker, text) => masker.withoutQuery(text),
  "body() of JSON": (masker, text) => masker.body(`{"a":"${text}`, "application/json"),
  "body() of a form": (masker, text) =>
    masker.body(`a=${text}`, "application/x-www-form-urlencoded"),
  "body() of HTML": (masker, text) => masker.body(`<p>${text}`, "text/html"),
  "body() of parts": (masker, text) =>
    masker.body(
      `--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}`,
      "multipart/form-data; boundary=X",
    ),
  "header() of cookies": (masker, text) => masker.header("set-cookie", text),
  "learnHeaders()": (masker, text) =>
    masker.learnHeaders([{ name: "authorization", value: `Digest ${text}` }]),
  "member()": (masker, text) => masker.member(text),
};

for (const [method, mask] of Object.entries(METHODS)) {
  Deno.test(`Masker.${method} does not take time by the square of its input when a page repeats itself`, () => {
    for (const unit of UNITS) {
      const subject = masker();
      const text = unit.repeat(Math.ceil(LENGTH / unit.length));
      // A second try tells a slow scan from a machine that was busy.
      const took = timed(() => mask(subject, text));
      if (took < MOST) continue;
      const again = timed(() => mask(subject, text));
      assert(again < MOST, `${JSON.stringify(unit)}: ${took} ms, then ${again} ms`);
    }
  });
}

Deno.test("Masker.text() masks a text whole when telling it from the values would take too long", () => {
  const masker = new Masker();
  const alike = "ab".repeat(1_500);
  for (let n = 0; n < 200; n++) {
    masker.learnHeaders([{ name: "cookie", value: `c=${alike}-${n}-${alike}` }]);
  }
  assertEquals(masker.text("ab".repeat(100_000)), MASK);
  assertEquals(masker.text(`${alike}-199-${alike}`), MASK);
});
