import { assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";
import { each } from "./mask_table.ts";

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
