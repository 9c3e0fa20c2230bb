import { assertEquals, assertThrows } from "@std/assert";
import { BearerToken } from "../../../http/door/token.ts";
import { HttpError } from "../../../http/problem.ts";

const token = new BearerToken("s3cret-token");

Deno.test("BearerToken.check() lets the token pass, whatever the scheme's case", () => {
  token.check(new Headers({ authorization: "Bearer s3cret-token" }));
  token.check(new Headers({ authorization: "bearer  s3cret-token" }));
});

const refused: [string, Record<string, string>, string][] = [
  ["no header", {}, 'Bearer realm="pagetap"'],
  ["another scheme", { authorization: "Basic s3cret-token" }, 'Bearer realm="pagetap"'],
  ["an empty token", { authorization: "Bearer " }, 'Bearer realm="pagetap"'],
  [
    "a wrong token",
    { authorization: "Bearer s3cret-tokem" },
    'Bearer realm="pagetap", error="invalid_token"',
  ],
  [
    "a beginning of the token",
    { authorization: "Bearer s3cret" },
    'Bearer realm="pagetap", error="invalid_token"',
  ],
  ["two tokens", { authorization: "Bearer a, Bearer s3cret-token" }, 'Bearer realm="pagetap"'],
];
for (const [what, headers, challenge] of refused) {
  Deno.test(`BearerToken.check() refuses ${what}`, () => {
    const error = assertThrows(() => token.check(new Headers(headers)), HttpError);
    assertEquals(error.status, 401);
    assertEquals(error.headers["www-authenticate"], challenge);
    assertEquals(error.message.includes("s3cret"), false);
  });
}
