import { assertEquals, assertThrows } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";

Deno.test("Masker.learnHeaders() learns what is distinct, and no more", () => {
  const masker = new Masker();
  masker.learnHeaders([
    { name: "Authorization", value: "Bearer s3cretvalue" },
    { name: "authorization", value: "Bearer s3cretvalue" },
    {
      name: "Set-Cookie",
      value: 'a="quoted99"; Path=/longer-than-twenty-characters\nb=p%C3%A4ss%3D123; Secure',
    },
    { name: "Cookie", value: "short=abc1; words=nodigitshere; long=abcdefghijklmnopqrst" },
    { name: "X-Trace", value: "trace-1234567890" },
  ]);
  assertEquals(
    masker.text("s3cretvalue quoted99 päss=123 abcdefghijklmnopqrst"),
    `${MASK} ${MASK} ${MASK} ${MASK}`,
  );
  const others = "abc1 nodigitshere trace-1234567890 /longer-than-twenty-characters";
  assertEquals(masker.text(others), others);
});

Deno.test("Masker.learnHeaders() learns the parts of Basic and of parameters", () => {
  const masker = new Masker();
  masker.learnHeaders([
    { name: "authorization", value: `Basic ${btoa("jane:pa55word!")}` },
    {
      name: "authorization",
      value: 'Digest username="jane", uri="/path/12345", response="0a1b2c3d4e5f"',
    },
  ]);
  assertEquals(
    masker.text("jane pa55word! /path/12345 0a1b2c3d4e5f"),
    `jane ${MASK} /path/12345 ${MASK}`,
  );
});

Deno.test("Masker.url() and body() learn sensitive members, but not code and state", () => {
  const masker = new Masker();
  assertEquals(
    masker.body('{"echo":"tok-123456","token":"tok-123456"}', "application/json"),
    `{"echo":"${MASK}","token":"${MASK}"}`,
  );
  masker.url("https://h/?state=active-items-list-2&password=p%40ssw0rd");
  masker.url("https://user:info-pass-9@h/");
  assertEquals(masker.text("tok-123456 p@ssw0rd info-pass-9"), `${MASK} ${MASK} ${MASK}`);
  assertEquals(masker.text("active-items-list-2"), "active-items-list-2");
});

Deno.test("Masker.text() learns nothing", () => {
  const masker = new Masker();
  masker.text("token=abcdef123456");
  assertEquals(masker.learned, 0);
});

Deno.test("Masker forgets the least recently learned values first and counts them", () => {
  const masker = new Masker({ maxValues: 8 });
  const cookie = (n: number) => [{ name: "cookie", value: `a=value-${n}-xyz` }];
  for (let n = 0; n < 6; n++) masker.learnHeaders(cookie(n));
  masker.learnHeaders(cookie(0));
  masker.learnHeaders(cookie(6));
  assertEquals(masker.learned, 6);
  assertEquals(masker.forgotten, 1);
  assertEquals(masker.text("value-0-xyz value-1-xyz value-6-xyz"), `${MASK} value-1-xyz ${MASK}`);
});

Deno.test("Masker keeps what headers taught when a page invents tokens, and what is bound whatever comes", () => {
  const masker = new Masker({ maxValues: 8 });
  masker.bind("bound");
  masker.learnHeaders([{ name: "authorization", value: "the-real-1" }]);
  for (let n = 0; n < 100; n++) masker.url(`/?token=invented-${n}`);
  assertEquals(masker.text("the-real-1 bound"), `${MASK} ${MASK}`);
  for (let n = 0; n < 100; n++) masker.learnHeaders([{ name: "cookie", value: `a=cookie-${n}-x` }]);
  assertEquals(masker.text("bound"), MASK);
  assertEquals(masker.learned, 8);
});

Deno.test("Masker.bind() masks from 4 characters on and refuses fewer", () => {
  const masker = new Masker();
  assertThrows(() => masker.bind("abc"), TypeError, "fewer than 4 characters");
  assertThrows(() => masker.bind(" abc \n"), TypeError, "fewer than 4 characters");
  masker.bind("päss");
  assertEquals(
    masker.text("a päss p%C3%A4ss p\\u00E4ss p&auml;ss"),
    `a ${MASK} ${MASK} ${MASK} p&auml;ss`,
  );
});

Deno.test("Masker.body() masks a learned number in JSON and keeps it valid", () => {
  const masker = new Masker();
  masker.learnHeaders([{
    name: "cookie",
    value: "id=12345678901; doc=%7B%22uid%22%3A%22u-77%22%7D",
  }]);
  assertEquals(
    masker.body('{"id":12345678901,"doc":{"uid":"u-77"},"s":"12345678901"}', "application/json"),
    `{"id":"${MASK}","doc":"${MASK}","s":"${MASK}"}`,
  );
});

Deno.test("Masker.body() does not take the n of an escaped line feed for a value's", () => {
  const masker = new Masker();
  masker.learnHeaders([{ name: "authorization", value: "nabc12345" }]);
  const masked = masker.body('{"a":"\\nabc12345 nabc12345"}', "application/json");
  JSON.parse(masked);
  assertEquals(masked.includes('nabc12345"'), false);
});
