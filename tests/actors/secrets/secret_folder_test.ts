import { assertEquals, assertThrows } from "@std/assert";
import { SecretFolder } from "../../../actors/secrets/secret_folder.ts";
import { MAX_SECRET_BYTES, SecretSourceError } from "../../../actors/secrets/source.ts";

/** Runs in a folder of its own. */
async function inFolder(run: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "pagetap-secrets-" });
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Writes files by their path, and the folders they are in. */
async function write(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const whole = `${folder}/${path}`;
    await Deno.mkdir(whole.slice(0, whole.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(
      whole,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  }
}

Deno.test("SecretFolder tells names and keys that are plain words, and reads a file when it is asked for", async () => {
  await inFolder(async (folder) => {
    const secrets = new SecretFolder(folder);
    assertEquals([secrets.names(), secrets.keys("shop")], [[], null]);
    await write(folder, {
      "shop/password": "one\n",
      "shop/origins": "https://shop.test",
      "shop/.hidden": "no",
      "shop/not a word": "no",
      "shop/deeper/file": "no",
      ".git/config": "no",
      "a file": "no",
    });
    assertEquals(secrets.names(), ["shop"]);
    assertEquals(secrets.keys("shop")?.toSorted(), ["origins", "password"]);
    assertEquals(secrets.read("shop", "password"), "one");
    await write(folder, { "shop/password": "rotated" });
    assertEquals(secrets.read("shop", "password"), "rotated");
  });
});

Deno.test("SecretFolder drops one line break at the end, of either kind, and no more", async () => {
  await inFolder(async (folder) => {
    const secrets = new SecretFolder(folder);
    const texts = { "a\n": "a", "a\r\n": "a", "a\n\n": "a\n", " a ": " a ", "a\r\nb": "a\nb" };
    for (const [written, read] of Object.entries({ ...texts, "\ufeffa": "a" })) {
      await write(folder, { "s/k": written });
      assertEquals(secrets.read("s", "k"), read);
    }
  });
});

Deno.test("SecretFolder follows links inside it, as Kubernetes lays secrets out, and not out of it", async () => {
  await inFolder(async (outside) => {
    await inFolder(async (folder) => {
      await write(outside, { "password": "outside", "shop/password": "outside" });
      await write(folder, { "shop/..v1/password": "first", "shop/..v2/password": "second" });
      await Deno.symlink("..v1", `${folder}/shop/..data`);
      await Deno.symlink("..data/password", `${folder}/shop/password`);
      await Deno.symlink(`${outside}/password`, `${folder}/shop/stolen`);
      await Deno.symlink(`../../${outside.split("/").at(-1)}/password`, `${folder}/shop/climbing`);
      await Deno.symlink(`${outside}/shop`, `${folder}/other`);
      await Deno.symlink("shop", `${folder}/alias`);
      await Deno.symlink("loop", `${folder}/shop/loop`);
      const secrets = new SecretFolder(folder);
      assertEquals(secrets.names().toSorted(), ["alias", "shop"]);
      assertEquals([secrets.keys("shop"), secrets.keys("other")], [["password"], null]);
      assertEquals(secrets.read("shop", "password"), "first");
      for (const [name, key] of [["shop", "stolen"], ["shop", "climbing"], ["other", "password"]]) {
        assertThrows(() => secrets.read(name ?? "", key ?? ""), SecretSourceError, "is no file");
      }
      // A rotation: the link is replaced in one step.
      await Deno.symlink("..v2", `${folder}/shop/..new`);
      await Deno.rename(`${folder}/shop/..new`, `${folder}/shop/..data`);
      assertEquals(secrets.read("shop", "password"), "second");
    });
  });
});

Deno.test("SecretFolder works when the folder itself is a link, and does not take a neighbour for inside", async () => {
  await inFolder(async (parent) => {
    await write(parent, { "real/shop/password": "inside", "real-not/password": "beside" });
    await Deno.symlink("real", `${parent}/link`);
    await Deno.symlink("../real-not", `${parent}/real/beside`);
    const secrets = new SecretFolder(`${parent}/link`);
    assertEquals(secrets.read("shop", "password"), "inside");
    assertEquals(secrets.names(), ["shop"]);
  });
});

Deno.test("SecretFolder takes no path for a name or a key", async () => {
  await inFolder(async (folder) => {
    await write(folder, { "shop/password": "inside", "password": "above" });
    const secrets = new SecretFolder(folder);
    for (
      const [name, key] of [["shop", "../password"], [".", "password"], ["shop/..", "password"]]
    ) {
      assertThrows(() => secrets.read(name ?? "", key ?? ""), SecretSourceError, "is no file");
    }
    assertEquals([secrets.keys(".."), secrets.keys("shop/..")], [null, null]);
  });
});

Deno.test("SecretFolder refuses what is too large, no text, or no file", async () => {
  await inFolder(async (folder) => {
    await write(folder, {
      "s/most": "x".repeat(MAX_SECRET_BYTES),
      "s/large": "x".repeat(MAX_SECRET_BYTES + 1),
      "s/bytes": new Uint8Array([0xff, 0xfe, 0x41]),
      "s/control": "a\u0000b",
    });
    const secrets = new SecretFolder(folder);
    assertEquals(secrets.read("s", "most").length, MAX_SECRET_BYTES);
    const refused = {
      large: "is larger than 65536 bytes",
      bytes: "is no text",
      control: "control",
    };
    for (const [key, why] of Object.entries(refused)) {
      assertThrows(() => secrets.read("s", key), SecretSourceError, why);
    }
    // Reading a pipe that nobody writes to would never end.
    const { success } = await new Deno.Command("mkfifo", { args: [`${folder}/s/pipe`] }).output();
    assertEquals(success, true);
    assertThrows(() => secrets.read("s", "pipe"), SecretSourceError, "is no file");
    assertEquals(secrets.keys("s")?.includes("pipe"), false);
  });
});

Deno.test("SecretFolder must be a folder that can be read", async () => {
  await inFolder(async (folder) => {
    await write(folder, { "file": "" });
    for (const path of [`${folder}/none`, `${folder}/file`]) {
      assertThrows(() => new SecretFolder(path), SecretSourceError, "is no folder");
    }
  });
});
