import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { encodeHex } from "@std/encoding";
import { openTokens } from "../../../http/door/open_tokens.ts";
import { sha256 } from "../../../http/door/tokens.ts";
import { TokensFileError } from "../../../http/door/tokens_file.ts";
import { createLog } from "../../../http/log.ts";
import { HttpError } from "../../../http/problem.ts";

const SECRET = "0123456789abcdef";

async function withFile(task: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    await task(path);
  } finally {
    await Deno.remove(path);
  }
}

async function open(authToken: string | null, tokensFile: string | null) {
  const logged: string[] = [];
  const write = (line: string) => void logged.push(line);
  const log = createLog({ level: "debug", format: "text", now: () => 0, write });
  const opened = await openTokens({ settings: { authToken, tokensFile }, log, now: () => 0 });
  const who = (secret: string) =>
    opened.tokens?.authenticate(new Headers({ authorization: `Bearer ${secret}` })).name;
  return { ...opened, who, logged };
}

function list(...names: string[]): string {
  return JSON.stringify(
    names.map((name) => ({ name, token: `${SECRET}-${name}`, scopes: ["observe"] })),
  );
}

Deno.test("openTokens() asks for none when none is set", async () => {
  const { tokens, reload } = await open(null, null);
  assertEquals(tokens, null);
  await reload();
});

Deno.test("openTokens() takes AUTH_TOKEN and those of the file alike", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, list("a", "b"));
    const { who } = await open("everything", path);
    assertEquals(["everything", `${SECRET}-a`, `${SECRET}-b`].map(who), ["AUTH_TOKEN", "a", "b"]);
  });
});

Deno.test("openTokens() refuses a file that cannot be taken, and one that narrows AUTH_TOKEN", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, `{"${SECRET}"`);
    await assertRejects(() => open("everything", path), TokensFileError, "is not JSON");
    await Deno.writeTextFile(path, list("a"));
    await assertRejects(() => open(`${SECRET}-a`, path), TokensFileError, "gives AUTH_TOKEN");
  });
});

Deno.test("OpenedTokens.reload() takes the file as it is now, and keeps AUTH_TOKEN", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, list("a"));
    const { who, reload, logged } = await open("everything", path);
    await Deno.writeTextFile(path, list("b"));
    await reload();
    assertEquals([who(`${SECRET}-b`), who("everything")], ["b", "AUTH_TOKEN"]);
    assertThrows(() => who(`${SECRET}-a`), HttpError, "wrong");
    assertStringIncludes(logged.join(""), "tokens read again tokens=2");
  });
});

Deno.test("OpenedTokens.reload() needs the text of AUTH_TOKEN no more", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, list("a"));
    const settings: { authToken: string | null; tokensFile: string } = {
      authToken: "everything",
      tokensFile: path,
    };
    const log = createLog({ level: "debug", format: "text", now: () => 0, write: () => {} });
    const { tokens, reload } = await openTokens({ settings, log, now: () => 0 });
    settings.authToken = null;
    await reload();
    const headers = new Headers({ authorization: "Bearer everything" });
    assertEquals(tokens?.authenticate(headers).name, "AUTH_TOKEN");
    // The file may not narrow it, as before.
    await Deno.writeTextFile(
      path,
      JSON.stringify([{ name: "b", sha256: encodeHex(sha256("everything")), scopes: ["observe"] }]),
    );
    await reload();
    assertEquals(tokens?.authenticate(headers).name, "AUTH_TOKEN");
  });
});

Deno.test("OpenedTokens.reload() keeps the tokens when the file is bad, and logs nothing of it", async () => {
  await withFile(async (path) => {
    await Deno.writeTextFile(path, list("a"));
    const { who, reload, logged } = await open(null, path);
    for (const bad of [`[{"name": "${SECRET}`, list("a").replace("observe", SECRET), "{}"]) {
      await Deno.writeTextFile(path, bad);
      await reload();
      assertEquals(who(`${SECRET}-a`), "a");
    }
    assertEquals(logged.length, 3);
    assertEquals(logged.join("").includes(SECRET), false);
    assertStringIncludes(
      logged[0] ?? "",
      'tokens are left as they were why="TOKENS_FILE is not JSON',
    );
  });
});
