import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { sha256 } from "../../../http/door/tokens.ts";
import { parseTokens, readTokensFile, TokensFileError } from "../../../http/door/tokens_file.ts";

const SECRET = "0123456789abcdef";
const GOOD = { name: "ci", token: SECRET, scopes: ["observe"] };

Deno.test("parseTokens() reads tokens and digests, and keeps digests only", () => {
  const hex = sha256("another-token-here").toHex().toUpperCase();
  const tokens = parseTokens(JSON.stringify([
    { name: "ci", token: SECRET, scopes: ["observe", "interact"], workspaces: ["ci-*", "x"] },
    { name: "ops.eu-1", sha256: hex, scopes: ["admin"] },
  ]));
  assertEquals(tokens.map(({ digest: _digest, ...rest }) => rest), [
    { name: "ci", scopes: ["observe", "interact"], workspaces: ["ci-*", "x"] },
    { name: "ops.eu-1", scopes: ["admin"], workspaces: ["*"] },
  ]);
  assertEquals(
    tokens.map(({ digest }) => digest.toHex()),
    [SECRET, "another-token-here"].map((token) => sha256(token).toHex()),
  );
});

Deno.test("parseTokens() takes a list of none: nobody is let in", () => {
  assertEquals(parseTokens("[]"), []);
});

const refused: [string, unknown, string][] = [
  ["an object", {}, "must be a list of at most 1000 tokens"],
  ["too many", Array(1_001).fill(GOOD), "must be a list of at most 1000 tokens"],
  ["no object", [SECRET], "of entry 1, it must be an object of name, token, sha256, scopes"],
  ["an unknown member", [{ ...GOOD, [SECRET]: 1 }], "of entry 1, it must be an object of name"],
  ["no name", [{ ...GOOD, name: undefined }], "of entry 1, name must be"],
  ["a bad name", [{ ...GOOD, name: `${SECRET} ` }], "of entry 1, name must be"],
  ["the setting's name", [{ ...GOOD, name: "AUTH_TOKEN" }], "of entry 1, name must be"],
  ["a short token", [{ ...GOOD, token: SECRET.slice(1) }], "token must be 16 to 1024"],
  ["a token with a space", [{ ...GOOD, token: `${SECRET} x` }], "token must be 16 to 1024"],
  ["a digest that is none", [{ name: "a", sha256: SECRET, scopes: ["admin"] }], "64 hex digits"],
  ["both", [{ ...GOOD, sha256: sha256(SECRET).toHex() }], "it must have one of token and sha256"],
  ["neither", [{ ...GOOD, token: undefined }], "it must have one of token and sha256"],
  [
    "no scope",
    [{ ...GOOD, scopes: [] }],
    "scopes must be a list of at least one of observe, interact, evaluate",
  ],
  [
    "a scope there is not",
    [{ ...GOOD, scopes: [SECRET] }],
    "scopes must be a list of at least one of observe",
  ],
  ["no workspace", [{ ...GOOD, workspaces: [] }], "workspaces must be a list of at least one name"],
  ["a bad pattern", [{ ...GOOD, workspaces: [`${SECRET}/`] }], "workspaces must be a list"],
  ["a name twice", [GOOD, { ...GOOD, token: `${SECRET}x` }], "of entry 2, its name ci is another"],
  ["a token twice", [GOOD, { ...GOOD, name: "b" }], "of entry 2, its token is another entry's"],
];
for (const [what, entries, sentence] of refused) {
  Deno.test(`parseTokens() refuses ${what} in a sentence without a secret`, () => {
    const { message } = assertThrows(() => parseTokens(JSON.stringify(entries)), TokensFileError);
    assert(message.includes(sentence), message);
    assert(!message.includes(SECRET.slice(1)), message);
  });
}

Deno.test("parseTokens() never quotes a file that is not JSON", () => {
  const { message } = assertThrows(() => parseTokens(SECRET), TokensFileError);
  assertEquals(message, "TOKENS_FILE is not JSON; it must be a list of tokens");
});

Deno.test("readTokensFile() reads a file, and says why it cannot", async () => {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, JSON.stringify([GOOD]));
    assertEquals((await readTokensFile(path)).map(({ name }) => name), ["ci"]);
    await Deno.writeTextFile(path, " ".repeat(1024 * 1024 + 1));
    await assertRejects(() => readTokensFile(path), TokensFileError, "is over 1048576 bytes");
  } finally {
    await Deno.remove(path);
  }
  await assertRejects(() => readTokensFile(path), TokensFileError, `NotFound at ${path}`);
});
