import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { BoundSecrets } from "../../actors/bound_secrets.ts";
import { Secrets } from "../../actors/secrets.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { Masker } from "../../capture/masker.ts";
import { fakeSecrets } from "../fakes/secrets.ts";

const ORIGIN = "https://shop.test";
const PASSWORD = "hunter22-of-the-shop";

/** A server's secrets and folder, and workspaces of it. */
function setUp() {
  const root = Deno.makeTempDirSync({ prefix: "pagetap-bound-" });
  const texts: Record<string, Record<string, string>> = {
    shop: { password: PASSWORD, key: "line one\nline two", origins: ORIGIN },
  };
  const secrets = new Secrets([fakeSecrets(texts)]);
  const warned: string[] = [];
  const note = () => {};
  const log = { debug: note, info: note, warn: (what: string) => void warned.push(what) };
  const start = (workspace = "w", folder = root) => {
    const masker = new Masker();
    const bound = new BoundSecrets({
      ...{ workspace, secrets, masker, log },
      folder: new WorkspaceFolder(folder, workspace),
    });
    return { masker, bound };
  };
  return {
    root,
    texts,
    warned,
    start,
    [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }),
  };
}

/** All that is in the files of a folder. */
function contents(folder: string): string {
  return [...Deno.readDirSync(folder)].map(({ name, isDirectory }) =>
    isDirectory ? contents(`${folder}/${name}`) : Deno.readTextFileSync(`${folder}/${name}`)
  ).join("\n");
}

Deno.test("BoundSecrets.reveal() has the value masked before it gives it", () => {
  using given = setUp();
  const { masker, bound } = given.start();
  assertEquals(masker.text(PASSWORD), PASSWORD);
  assertEquals(bound.reveal({ name: "shop", key: "password" }, ORIGIN), PASSWORD);
  assertEquals(masker.text(`it is ${PASSWORD}`), "it is •••");
});

Deno.test("BoundSecrets.reveal() binds and notes nothing that is not typed", () => {
  using given = setUp();
  const { masker, bound } = given.start();
  assertThrows(
    () => bound.reveal({ name: "shop", key: "password" }, "https://evil.test"),
    ActionError,
  );
  assertEquals(masker.text(PASSWORD), PASSWORD);
  assertEquals(contents(given.root), "");
});

Deno.test("BoundSecrets masks lines as forms send them", () => {
  using given = setUp();
  const { masker, bound } = given.start();
  bound.reveal({ name: "shop", key: "key" }, ORIGIN);
  assertEquals(masker.text("a line one\r\nline two b"), "a ••• b");
  assertEquals(masker.url("http://a.test/?k=line+one%0D%0Aline+two"), "http://a.test/?k=•••");
});

Deno.test("BoundSecrets masks again after a start, in its workspace alone, and keeps no value", () => {
  using given = setUp();
  given.start().bound.reveal({ name: "shop", key: "password" }, ORIGIN);
  assertEquals(contents(given.root), '[{"name":"shop","key":"password"}]');
  assertEquals(given.start().masker.text(PASSWORD), "•••");
  assertEquals(given.start("other").masker.text(PASSWORD), PASSWORD);
  assertEquals(given.warned, []);
});

Deno.test("BoundSecrets says that one it masked before a start is gone", () => {
  using given = setUp();
  given.start().bound.reveal({ name: "shop", key: "password" }, ORIGIN);
  delete given.texts.shop;
  given.start();
  assertEquals(given.warned, ["secrets that were typed before the start are gone, and not masked"]);
});

Deno.test("BoundSecrets types on where nothing can be kept, and says so", () => {
  using given = setUp();
  Deno.writeTextFileSync(`${given.root}/file`, "");
  const { bound } = given.start("w", `${given.root}/file`);
  assertEquals(bound.reveal({ name: "shop", key: "password" }, ORIGIN), PASSWORD);
  assertEquals(given.warned, ["secrets that were typed will not be masked after a start"]);
});

Deno.test("BoundSecrets.bind() refuses what cannot be masked", () => {
  using given = setUp();
  const { bound } = given.start();
  const error = assertThrows(() => bound.bind("abc"), ActionError, "fewer than 4 characters");
  assertEquals(error.status, 400);
  for (let i = 0; i < 1_000; i++) bound.bind(`value-${i}`);
  bound.bind("value-7");
  const full = assertThrows(() => bound.bind("one-more"), ActionError);
  assertEquals(full.status, 413);
  assertStringIncludes(full.message, "1000 of");
});
