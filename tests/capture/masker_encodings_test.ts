import { assert, assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

const SECRETS = [
  "s3cr3t-Value_42",
  "a b+c/d=e&f%41\"'<>\\é€🔑9",
  "plain123",
  "0123456789abcdefghijklmnopqrstuvwxyz".repeat(6),
  "x%2Fy%252Bz12345",
  "C:\\new\\table1",
];

function utf8(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

function base64(bytes: number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
}

const hex = (n: number, width: number) => n.toString(16).padStart(width, "0");
const units = (text: string) => text.split("").map((unit) => unit.charCodeAt(0));
const everyByte = (text: string) => utf8(text).map((byte) => "%" + hex(byte, 2)).join("");

const ENCODINGS: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  percent: encodeURIComponent,
  "percent, lower case": (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  "percent, mixed case": (secret) =>
    encodeURIComponent(secret).replace(/%../g, (code, at) => at % 2 ? code.toLowerCase() : code),
  "percent, all": everyByte,
  "percent, all, upper case": (secret) => everyByte(secret).toUpperCase(),
  "percent, every other": (secret) =>
    [...secret].map((char, at) => at % 2 && !/[%+]/.test(char) ? char : everyByte(char)).join(""),
  "percent, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "percent, all, twice": (secret) => everyByte(everyByte(secret)),
  form: (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  "json in json": (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  "json, all": (secret) => units(secret).map((unit) => "\\u" + hex(unit, 4)).join(""),
  "json, all, upper case": (secret) =>
    units(secret).map((unit) => "\\u" + hex(unit, 4).toUpperCase()).join(""),
  "json, ASCII": (secret) =>
    JSON.stringify(secret).slice(1, -1).replace(
      /[^ -~]/g,
      (unit) => "\\u" + hex(unit.charCodeAt(0), 4),
    ),
  "json, slashes": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
  html: (secret) =>
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
  "html, decimal": (secret) => [...secret].map((char) => `&#${char.codePointAt(0)};`).join(""),
  "html, hexadecimal": (secret) =>
    [...secret].map((char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(""),
  "html, hexadecimal, upper case": (secret) =>
    [...secret].map((char) => `&#X${char.codePointAt(0)?.toString(16).toUpperCase()};`).join(""),
  "json in html": (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('"', "&quot;"),
  "json in percent": (secret) => encodeURIComponent(JSON.stringify(secret).slice(1, -1)),
  ...Object.fromEntries([0, 1, 2].flatMap((ahead) =>
    [0, 1, 2].flatMap((behind) => {
      const encode = (secret: string) =>
        base64([...Array(ahead).fill(120), ...utf8(secret), ...Array(behind).fill(121)]);
      return [
        [`base64, ${ahead} ahead, ${behind} behind`, encode],
        [`base64url, ${ahead} ahead, ${behind} behind`, (secret: string) =>
          encode(secret).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")],
        [`base64 in percent, ${ahead} ahead, ${behind} behind`, (secret: string) =>
          encodeURIComponent(encode(secret))],
      ];
    })
  )),
};

const PLACES: Record<string, (masker: Masker, encoded: string) => string> = {
  text: (masker, encoded) => masker.text(`before ${encoded} after`),
  "nested in text": (masker, encoded) => masker.text(`{ a: { b: [ '${encoded}' ] } }`),
  "query value": (masker, encoded) => masker.url(`https://h.example/p?q=${encoded}&z=1`),
  path: (masker, encoded) => masker.url(`https://h.example/${encoded}/z`),
  fragment: (masker, encoded) => masker.url(`/p#${encoded}`),
  "relative URL": (masker, encoded) => masker.url(`?q=${encoded}`),
  "older page": (masker, encoded) => masker.withoutQuery(`https://h.example/${encoded}`),
  header: (masker, encoded) => masker.header("x-echo", encoded),
  location: (masker, encoded) => masker.header("location", `/a?b=${encoded}`),
  "cookie attribute": (masker, encoded) => masker.header("set-cookie", `a=b; Path=/${encoded}`),
  "form body": (masker, encoded) =>
    masker.body(`q=${encoded}&z=1`, "application/x-www-form-urlencoded"),
  "text body": (masker, encoded) => masker.body(`<p>${encoded}</p>`, "text/html"),
  "body of no type": (masker, encoded) => masker.body(encoded, null),
  "JSON body": (masker, encoded) => {
    const body = JSON.stringify({ a: ["x", { b: `<${encoded}>` }], n: 1 });
    const masked = masker.body(body, "application/json");
    assertEquals(Object.keys(JSON.parse(masked)), ["a", "n"]);
    return masked;
  },
  "JSON key": (masker, encoded) =>
    masker.body(JSON.stringify({ [encoded]: 1 }), "application/json"),
  multipart: (masker, encoded) =>
    masker.body(
      `--B\r\nContent-Disposition: form-data; name="q"\r\n\r\n${encoded}\r\n--B--`,
      "multipart/form-data; boundary=B",
    ),
};

for (const [place, mask] of Object.entries(PLACES)) {
  Deno.test(`Masker masks a value in every encoding when it is in: ${place}`, () => {
    for (const secret of SECRETS) {
      for (const learn of ["authorization", "bound"]) {
        const masker = new Masker();
        if (learn === "bound") masker.bind(secret);
        else masker.learnHeaders([{ name: "Authorization", value: `Bearer ${secret}` }]);
        for (const [encoding, encode] of Object.entries(ENCODINGS)) {
          const encoded = encode(secret);
          if (place === "older page" && /[?#]/.test(encoded)) continue;
          const masked = mask(masker, encoded);
          const about = `${place}, ${encoding}, ${learn}: ${secret} as ${encoded} gave ${masked}`;
          assert(masked.includes(MASK), about);
          assert(!masked.includes(encoded), about);
          assert(!masked.includes(secret), about);
        }
      }
    }
  });
}

Deno.test("Masker masks nothing but the value around an encoded one", () => {
  const masker = new Masker();
  masker.bind("s3cr3t-Value_42");
  const before = "a%20b \\u0041 &amp; %zz \\q &x; ";
  for (
    const encoding of ["raw", "percent, all", "json, all", "html, decimal", "percent, all, twice"]
  ) {
    const encoded = ENCODINGS[encoding]?.("s3cr3t-Value_42") ?? "";
    assertEquals(masker.text(before + encoded + before), before + MASK + before, encoding);
  }
});

Deno.test("Masker leaves no character that carries bits of a value in base64", () => {
  const masker = new Masker();
  masker.bind("abcd1234");
  for (const ahead of ["", "x", "xy"]) {
    const encoded = btoa(`${ahead}abcd1234zz`);
    const [before = "", after = ""] = masker.text(encoded).split(MASK);
    assert(before.length <= Math.floor((ahead.length * 8) / 6), `${encoded}: ${before}`);
    assert(after.replaceAll("=", "").length <= 3, `${encoded}: ${after}`);
  }
});
