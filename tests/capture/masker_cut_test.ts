import { assertEquals } from "@std/assert";
import { Masker } from "../../capture/masker.ts";
import { encodingsOf } from "../e2e/encodings.ts";

const SECRET = 'Xq7-Sécret "Val" & <9z>';

/** A masker that knows a secret. */
function masker(secret: string): Masker {
  const masker = new Masker();
  masker.bind(secret, { typed: true });
  return masker;
}

/** What is not there yet where four characters are, as base64 writes them in threes. */
const BASE64 = 10;
const firstFour = encodingsOf(SECRET.slice(0, 4));

for (const [name, written] of Object.entries(encodingsOf(SECRET))) {
  Deno.test(`Masker masks what is left of a secret wherever its text was cut: ${name}`, () => {
    const known = masker(SECRET);
    const from = name.startsWith("base64") ? BASE64 : firstFour[name]?.length ?? 0;
    for (let end = from; end < written.length; end++) {
      const said = known.text(`it is ${written.slice(0, end)}…`);
      // The first of base64's characters is that of what stands before, and the padding nobody's.
      const masked = said.replace(/^it is \w{0,2}•••=?…$/, "it is •••…");
      assertEquals(masked, "it is •••…", written.slice(0, end));
    }
  });
}

Deno.test("Masker masks what is left of a secret as long as one may be", () => {
  const secret = Array.from({ length: 9_000 }, (_, line) => `${line}:key`).join("").slice(
    0,
    65_536,
  );
  const known = masker(secret);
  for (const length of [1_024, 1_025, 65_000]) {
    assertEquals(known.text(`${secret.slice(0, length)}…`), "•••…", `${length}`);
  }
});

Deno.test("Masker answers no guess at the first characters of a secret", () => {
  const known = masker(SECRET);
  for (const guess of ["X", "Xq", "Xq7"]) assertEquals(known.text(`${guess}…`), `${guess}…`);
});

Deno.test("Masker masks a text whole when looking for beginnings in it would take too long", () => {
  const known = masker(`${"-".repeat(60_000)}x`);
  assertEquals(known.text(`${"-".repeat(500_000)}+…`), "•••");
  assertEquals(masker("-".repeat(20)).text(`${"-".repeat(9)}+…`), `${"-".repeat(9)}+…`);
});
