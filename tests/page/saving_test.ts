import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { SaveArgs } from "../../page/args.ts";
import { PageError } from "../../page/page.ts";
import { type Made, saving } from "../../page/saving.ts";
import { FakePage } from "../fakes/page.ts";

const PNG: Made = { mime: "image/png", data: btoa("picture") };

for (
  const [save, made, name] of [
    [true, PNG, "screenshot.png"],
    ["login", PNG, "login.png"],
    ["login.PNG", PNG, "login.PNG"],
    ["v1.2", PNG, "v1.2.png"],
    ["a.png", { ...PNG, mime: "image/jpeg" }, "a.png.jpg"],
    ["a.jpeg", { ...PNG, mime: "image/jpeg" }, "a.jpeg"],
    [true, { ...PNG, mime: "application/pdf" }, "screenshot.pdf"],
  ] as const
) {
  Deno.test(`saving() keeps ${made.mime} as ${name} when save is ${save}`, async () => {
    const page = new FakePage(() => ({}));
    const run = saving("screenshot", () => Promise.resolve({ ...made, width: 7 }));
    const file = { name, uri: `workspace://files/${name}`, size: 7, mime: made.mime };
    assertEquals(await run(page, { save }), { mime: made.mime, width: 7, file } as object);
    const kept = page.workspace.files.kept.get(name);
    assertEquals([kept?.kind, new TextDecoder().decode(kept?.bytes)], ["screenshot", "picture"]);
  });
}

Deno.test("saving() leaves what is not to be saved as it is", async () => {
  const page = new FakePage(() => ({}));
  const run = saving("screenshot", (_, _args: SaveArgs) => Promise.resolve(PNG));
  assertEquals([await run(page, {}), await run(page, { save: false })], [PNG, PNG]);
  assertEquals(page.workspace.files.kept.size, 0);
});

Deno.test("saving() makes nothing that would be kept in a folder", async () => {
  const page = new FakePage(() => ({}));
  let made = 0;
  const run = saving("print", () => {
    made++;
    return Promise.resolve(PNG);
  });
  for (const save of ["../x", "a/b.png", "a\\b"]) {
    const { status, message } = await assertRejects(() => run(page, { save }), PageError);
    assertEquals(status, 400);
    assertStringIncludes(
      message,
      `Cannot save the print as ${JSON.stringify(save)}: a name has no`,
    );
  }
  assertEquals([made, page.workspace.files.kept.size], [0, 0]);
});
