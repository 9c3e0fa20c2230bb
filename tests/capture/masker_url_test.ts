import { assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";
import { each, same } from "./mask_table.ts";

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
    same([
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
