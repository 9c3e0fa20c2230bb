import { assertEquals } from "@std/assert";
import { MASK, Masker } from "../../capture/masker.ts";
import { each } from "./mask_table.ts";

Deno.test("Masker.header() masks the whole value when a word of the name says so", () => {
  const masker = new Masker();
  const sensitive = [
    "Authorization",
    "proxy-authorization",
    "X-Api-Key",
    "x-apikey",
    "X-CSRFToken",
    "X-XSRF-TOKEN",
    "x-amz-security-token",
    "X-Amz-Signature",
    "Session-Id",
    "sessionid",
    "x-auth",
    "x-auth2",
    "DPoP",
    "X-Goog-Iap-Jwt-Assertion",
    "client_secret",
    "X-SID",
  ];
  for (const name of sensitive) assertEquals(masker.header(name, "abc"), MASK, name);
  assertEquals(masker.header("authorization", ""), "");
});

Deno.test("Masker.header() leaves values of ordinary names", () => {
  const masker = new Masker();
  const ordinary: [string, string][] = [
    ["author", "jane"],
    ["authority", "example.org"],
    [":authority", "example.org:8080"],
    ["content-type", "text/html; charset=utf-8"],
    ["www-authenticate", 'Bearer realm="api", error="invalid_token"'],
    ["x-tokenizer", "bpe"],
    ["sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="],
    ["etag", '"33a64df551425fcc55e4d42a148795d9f25f89d4"'],
    ["access-control-allow-headers", "authorization, x-token"],
    ["set-cookie-policy", "strict"],
    ["x-status-code", "200"],
    ["cache-control", "max-age=3600, stale-while-revalidate=60"],
    ["date", "Tue, 01 Sep 2026 10:00:00 GMT"],
  ];
  for (const [name, value] of ordinary) assertEquals(masker.header(name, value), value, name);
});

Deno.test("Masker.header() keeps names and attributes of cookies", () => {
  each([
    ["a=1; b=two; c=", "a=•; b=•; c="],
    ['q="x y"; lone', "q=•; •"],
    ["a=1=2", "a=•"],
  ], (masker, text) => masker.header("Cookie", text));
  each([
    [
      "sid=abc; Path=/; HttpOnly\nlang=en; Max-Age=60; SameSite=Lax",
      "sid=•; Path=/; HttpOnly\nlang=•; Max-Age=60; SameSite=Lax",
    ],
    [
      "gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    ],
  ], (masker, text) => masker.header("set-cookie", text));
});

Deno.test("Masker.header() takes the headers that hold URLs as URLs", () => {
  const masker = new Masker();
  for (const name of ["Location", "Referer", "Content-Location", ":path"]) {
    assertEquals(
      masker.header(name, "/cb?code=abc&x=1#state=s"),
      `/cb?code=${MASK}&x=1#state=${MASK}`,
    );
  }
  assertEquals(
    masker.header("Refresh", "5; url=https://a.example/?token=abc"),
    `5; url=https://a.example/?token=${MASK}`,
  );
  assertEquals(
    masker.header("Link", '</next?sid=abc>; rel="next", <https://u:p@b.example/>; rel="x"'),
    `</next?sid=${MASK}>; rel="next", <https://${MASK}@b.example/>; rel="x"`,
  );
});
