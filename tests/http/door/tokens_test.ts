import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { SCOPES } from "../../../http/door/access.ts";
import { sha256, type Token, tokenForEverything, Tokens } from "../../../http/door/tokens.ts";
import { HttpError } from "../../../http/problem.ts";

function token(name: string, secret: string, over: Partial<Token> = {}): Token {
  return { name, digest: sha256(secret), scopes: ["observe"], workspaces: ["ci-*"], ...over };
}

const CI = token("ci", "ci-token-ci-token");
const OPS = token("ops", "ops-token-ops-tok", { scopes: ["observe", "admin"], workspaces: ["*"] });

function bearer(secret: string): Headers {
  return new Headers({ authorization: `Bearer ${secret}` });
}

function made(tokens: Token[]): { tokens: Tokens; at: (ms: number) => void } {
  let now = 0;
  return { tokens: new Tokens(tokens, () => now), at: (ms) => void (now = ms) };
}

Deno.test("Tokens.authenticate() says whose request it is and what it may do", () => {
  const { tokens } = made([CI, OPS]);
  const { name, scopes, workspaces } = tokens.authenticate(bearer("ci-token-ci-token"));
  assertEquals([name, [...scopes], workspaces], ["ci", ["observe"], ["ci-*"]]);
  const headers = new Headers({ authorization: "bearer  ops-token-ops-tok" });
  assertEquals(tokens.authenticate(headers).name, "ops");
});

Deno.test("tokenForEverything() may do everything, everywhere", () => {
  const { tokens } = made([tokenForEverything("s3cret")]);
  const { name, scopes, workspaces } = tokens.authenticate(bearer("s3cret"));
  assertEquals([name, [...scopes], workspaces], ["AUTH_TOKEN", [...SCOPES], ["*"]]);
});

const refused: [string, Record<string, string>, string][] = [
  ["no header", {}, 'Bearer realm="pagetap"'],
  ["another scheme", { authorization: "Basic ci-token-ci-token" }, 'Bearer realm="pagetap"'],
  ["an empty token", { authorization: "Bearer " }, 'Bearer realm="pagetap"'],
  ["a wrong token", { authorization: "Bearer ci-token-ci-tokem" }, "invalid_token"],
  ["a beginning of a token", { authorization: "Bearer ci-token" }, "invalid_token"],
  ["the digest of a token", {
    authorization: `Bearer ${sha256("ci-token-ci-token").toHex()}`,
  }, "invalid_token"],
  ["two tokens", { authorization: "Bearer a, Bearer ci-token-ci-token" }, 'realm="pagetap"'],
  ["what cannot be a token", { authorization: "Bearer t\xe4ken" }, "invalid_token"],
];
for (const [what, headers, challenge] of refused) {
  Deno.test(`Tokens.authenticate() refuses ${what}`, () => {
    const { tokens } = made([CI, OPS]);
    const error = assertThrows(() => tokens.authenticate(new Headers(headers)), HttpError);
    assertEquals(error.status, 401);
    assert(error.headers["www-authenticate"]?.includes(challenge));
    assert(!/ci-|ops/.test(error.message), error.message);
  });
}

Deno.test("Tokens.authenticate() says what a token is made of to whoever sends what cannot be one", () => {
  const { tokens } = made([CI]);
  for (const secret of ["a b", "t\xe4ken", "Bearer ci-token-ci-token", "a\tb"]) {
    assertThrows(
      () => tokens.authenticate(bearer(secret)),
      HttpError,
      "This cannot be a token: one is visible ASCII characters without spaces",
    );
  }
});

Deno.test("Tokens.authenticate() answers many wrong tokens 429, and lets a right one in all the same", () => {
  const { tokens, at } = made([CI]);
  const status = (secret: string) => {
    try {
      return tokens.authenticate(bearer(secret)).name;
    } catch (error) {
      assert(error instanceof HttpError);
      return error.status;
    }
  };
  for (let i = 0; i < 60; i++) assertEquals(status(`guess ${i}`.replace(" ", "-")), 401);
  const error = assertThrows(() => tokens.authenticate(bearer("guess")), HttpError);
  assertEquals([error.status, error.headers["retry-after"]], [429, "1"]);
  assertEquals(status("ci-token-ci-token"), "ci");
  at(1_000);
  assertEquals([status("guess"), status("guess")], [401, 429]);
});

Deno.test("Tokens.replace() revokes what is gone or changed, and goes on with the rest", () => {
  const { tokens } = made([CI, OPS]);
  const ci = tokens.authenticate(bearer("ci-token-ci-token"));
  const ops = tokens.authenticate(bearer("ops-token-ops-tok"));
  const wider = { ...OPS, scopes: [...OPS.scopes, "interact"] as const };
  tokens.replace([wider, { ...CI, digest: sha256("ci-token-ci-token") }]);
  assertStrictEquals(tokens.authenticate(bearer("ci-token-ci-token")), ci);
  assert(!ci.revoked.aborted && ops.revoked.aborted);
  assertEquals(ops.revoked.reason.message, "The token ops was revoked or changed");
  assert(tokens.authenticate(bearer("ops-token-ops-tok")).scopes.has("interact"));
  tokens.replace([]);
  assert(ci.revoked.aborted);
  assertThrows(() => tokens.authenticate(bearer("ci-token-ci-token")), HttpError);
});

Deno.test("Tokens.replace() revokes the token of before under the same name", () => {
  const { tokens } = made([CI]);
  const ci = tokens.authenticate(bearer("ci-token-ci-token"));
  tokens.replace([token("ci", "another-token-of-ci")]);
  assert(ci.revoked.aborted);
  assertThrows(() => tokens.authenticate(bearer("ci-token-ci-token")), HttpError);
  tokens.authenticate(bearer("another-token-of-ci"));
});
