import { assertEquals, assertLess } from "@std/assert";
import type { Header } from "../../bidi/protocol.ts";
import { findHeader, fingerprint, maskHeaders, plainHeaders } from "../../capture/headers.ts";
import { Masker } from "../../capture/masker.ts";

const header = (name: string, value: string): Header => ({
  name,
  value: { type: "string", value },
});

Deno.test("plainHeaders() drops what Chrome says twice and keeps what differs", () => {
  const headers = [header("User-Agent", "a"), header("user-agent", "a"), header("user-agent", "b")];
  assertEquals(plainHeaders(headers), [
    { name: "User-Agent", value: "a" },
    { name: "user-agent", value: "b" },
  ]);
});

Deno.test("plainHeaders() takes a joined set-cookie apart", () => {
  assertEquals(plainHeaders([header("set-cookie", "a=1; Path=/\nb=2")]), [
    { name: "set-cookie", value: "a=1; Path=/" },
    { name: "set-cookie", value: "b=2" },
  ]);
});

Deno.test("plainHeaders() reads base64 values and survives what is no header", () => {
  const odd = [
    { name: "x", value: { type: "base64", value: btoa("caf\xe9") } },
    { name: "y", value: { type: "base64", value: "%%" } },
    { name: 5, value: { type: "string", value: "z" } },
    { name: "z" },
    null,
  ] as unknown as Header[];
  assertEquals(plainHeaders(odd), [{ name: "x", value: "caf\xe9" }, { name: "y", value: "%%" }]);
  assertEquals(plainHeaders(undefined), []);
  assertEquals(plainHeaders("x" as unknown as Header[]), []);
});

Deno.test("maskHeaders() masks before it cuts", () => {
  const masker = new Masker();
  const secret = "s3cr3t-value-12345";
  masker.learnHeaders([{ name: "authorization", value: `Bearer ${secret}` }]);
  const value = `${"x".repeat(4_090)}${secret}`;
  const [kept] = maskHeaders([{ name: "x-echo", value }], masker);
  assertEquals(kept?.value, `${"x".repeat(4_090)}•••`);
});

Deno.test("plainHeaders() reads 1 000 headers of a side, however many a page makes up", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => header(`x-${at}`, "v"));
  assertEquals(plainHeaders(many).length, 1_000);
  assertEquals(plainHeaders([header("set-cookie", "a=1\n".repeat(5_000))]).length, 1_000);
});

Deno.test("maskHeaders() looks at no more of a long value than it needs", () => {
  const masker = new Masker();
  const looked: number[] = [];
  const mask = {
    learnHeaders: () => {},
    token: (token: string) => masker.token(token),
    header: (name: string, value: string) => {
      looked.push(value.length);
      return masker.header(name, value);
    },
  };
  const long = "v".repeat(1_000_000);
  const kept = maskHeaders([
    { name: "x-long", value: long },
    { name: "authorization", value: `Bearer ${long}` },
    { name: long, value: "1" },
  ], mask);
  assertEquals(kept.map(({ name, value }) => [name.length, value.length]), [
    [6, 4_096],
    [13, 3],
    [256, 1],
  ]);
  assertLess(Math.max(...looked), 25_000);
});

Deno.test("findHeader() ignores case", () => {
  assertEquals(findHeader([header("X-A", "1"), header("x-b", "2")], "x-b"), "2");
  assertEquals(findHeader([header("X-A", "1")], "x-a"), "1");
  assertEquals(findHeader(undefined, "x-a"), null);
});

Deno.test("fingerprint() tells headers apart by their number and size", () => {
  const one = [header("a", "1")];
  assertEquals(fingerprint(one, 10), fingerprint([...one], 10));
  assertEquals(fingerprint(one, 10) === fingerprint(one, 11), false);
  assertEquals(fingerprint(one, 10) === fingerprint([...one, ...one], 10), false);
});

Deno.test("maskHeaders() masks a secret in a name before it cuts it", () => {
  const masker = new Masker();
  masker.bind("hunter22-of-the-shop");
  const name = `${"x".repeat(250)}hunter22-of-the-shop`;
  const [kept] = maskHeaders([{ name, value: "1" }], masker);
  assertEquals(kept?.name, `${"x".repeat(250)}•••`);
});

Deno.test("maskHeaders() leaves no control characters in names and values", () => {
  const plain = [{
    name: "x-\u001b[31mred",
    value: "\u001b[31mred\u0000\u001b]8;;http://e.test\u0007",
  }];
  assertEquals(maskHeaders(plain, new Masker()), [{ name: "x-red", value: "red" }]);
});
