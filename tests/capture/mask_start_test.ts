import { assert, assertEquals, assertLessOrEqual, assertMatch } from "@std/assert";
import { maskStart } from "../../capture/mask_start.ts";
import { Masker } from "../../capture/masker.ts";

const BEYOND = 16_384;
const LONG = 200_000;

Deno.test("maskStart() masks a text whole that is not much longer than what is wanted, then cuts it", () => {
  const text = "a".repeat(100 + BEYOND);
  assertEquals(maskStart(text, 100, (each) => each), { text: "a".repeat(100), cut: BEYOND });
  assertEquals(maskStart(text, 100, () => "•••"), { text: "•••", cut: 0 });
});

Deno.test("maskStart() looks at no more than it must, and says how much it left out", () => {
  const looked: number[] = [];
  const { text, cut } = maskStart("a".repeat(LONG), 100, (each) => {
    looked.push(each.length);
    return each;
  });
  assertEquals([text, cut], ["a".repeat(100), LONG - 100]);
  for (const length of looked) assertLessOrEqual(length, 100 + BEYOND + 1);
});

Deno.test("maskStart() shows nothing of a secret that either end cuts through", () => {
  const secret = "Xq7-Secret-Val-9z";
  const masker = new Masker();
  masker.learnHeaders([{ name: "authorization", value: `Bearer ${secret}` }]);
  for (let before = 80; before <= 101; before++) {
    for (const end of [0, BEYOND]) {
      const text = "-".repeat(before + end) + secret + "-".repeat(LONG);
      const { text: shown } = maskStart(text, 100, (each) => masker.text(each));
      assert(!shown.includes("Xq"), shown.slice(-40));
    }
  }
});

Deno.test("maskStart() shows nothing of a bound secret that is longer than all it looks at", () => {
  const masker = new Masker();
  const secret = Array.from({ length: 5_000 }, (_, at) => `${at} is in it`).join();
  masker.bind(secret);
  for (const form of [secret, encodeURIComponent(secret), btoa(secret)]) {
    const { text } = maskStart(`it is ${form}`, 100, (each) => masker.text(each));
    assertMatch(text, /^it is •*$/);
  }
});

Deno.test("maskStart() keeps what a name has masked, though the mask is shorter", () => {
  const masker = new Masker();
  const text = `https://a.test/?a=b&token=${"t".repeat(LONG)}`;
  assertEquals(
    maskStart(text, 100, (each) => masker.url(each)).text,
    "https://a.test/?a=b&token=•••",
  );
});

Deno.test("maskStart() splits no character", () => {
  const { text } = maskStart(`a${"🦆".repeat(LONG)}`, 100, (each) => each);
  assert(text.isWellFormed());
  assertEquals(text.length, 99);
});
