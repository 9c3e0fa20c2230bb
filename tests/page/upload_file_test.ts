import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { encodeBase64 } from "@std/encoding";
import type { UploadFileArgs } from "../../page/args.ts";
import { PageError } from "../../page/page.ts";
import { MAX_UPLOAD_BYTES, uploadFile } from "../../page/upload_file.ts";
import { testInBrowsers } from "../fakes/page_site.ts";
import type { RealPage } from "../fakes/real_page.ts";

const FORM = `<label for=one>Photo</label><input id=one type=file hidden accept="image/*,.pdf">
  <input id=many type=file multiple> <input id=off type=file disabled>
  <input id=folder type=file webkitdirectory> <input id=text> <button id=button>Choose</button>
  <input id=leaver type=file>
  <script>
    heard = [];
    for (const type of ["input", "change"]) {
      document.addEventListener(type, ({ target }) => heard.push(type + " " + target.id + " " + target.files.length));
    }
    contents = async (id) => JSON.stringify(await Promise.all(
      [...document.getElementById(id).files].map(async (f) => [f.name, f.type, f.size, await f.text()])));
    hash = async (id) => [...new Uint8Array(await crypto.subtle.digest("SHA-256",
      await document.getElementById(id).files[0].arrayBuffer()))].join();
  </script>`;
const PAGES = { "/": FORM };

async function contents(page: RealPage, id: string): Promise<unknown> {
  return JSON.parse(String(await page.evaluate(`contents("${id}")`)));
}

testInBrowsers("uploadFile() chooses what is given and what is kept", PAGES, async ({ page }) => {
  const { files } = page.workspace;
  await files.save({ name: "kept.csv", kind: "download" }, new TextEncoder().encode("1,2"));
  const result = await uploadFile(page, {
    selector: { css: "#many" },
    files: [
      { name: "kept.csv" },
      { name: "ä b.txt", text: "grüße" },
      { name: "raw", base64: encodeBase64(new Uint8Array([0, 255])) },
      { name: "empty.json", text: "" },
    ],
  });
  assertEquals(result.element, '<input id="many" type="file">');
  assertEquals(result.files.map(({ name, size }) => [name, size]), [
    ["kept.csv", 3],
    ["ä b.txt", 7],
    ["raw", 2],
    ["empty.json", 0],
  ]);
  assertEquals(await contents(page, "many"), [
    ["kept.csv", "text/csv", 3, "1,2"],
    ["ä b.txt", "text/plain", 7, "grüße"],
    ["raw", "application/octet-stream", 2, "\u0000\uFFFD"],
    ["empty.json", "application/json", 0, ""],
  ]);
  assertEquals(await page.evaluate("heard.join()"), "input many 4,change many 4");
  assertEquals([...files.kept].map(([name, { kind }]) => [name, kind]), [
    ["kept.csv", "download"],
    ["ä b.txt", "upload"],
    ["raw", "upload"],
    ["empty.json", "upload"],
  ]);
});

testInBrowsers(
  "uploadFile() keeps content once that it is given again",
  PAGES,
  async ({ page }) => {
    const upload = async (text: string) => {
      const files = [{ name: "a.csv", text }];
      const { files: [file] } = await uploadFile(page, { selector: { css: "#one" }, files });
      return [file?.name, file?.size, Object.keys(file ?? {}).join()];
    };
    const first = await upload("1,2");
    page.workspace.files.saved = 0;
    assertEquals(await upload("1,2"), first);
    assertEquals(page.workspace.files.saved, 0);
    assertEquals(await contents(page, "one"), [["a.csv", "text/csv", 3, "1,2"]]);
    for (const text of ["1,3", "1", "1,2,3"]) {
      page.workspace.files.saved = 0;
      await upload(text);
      assertEquals(page.workspace.files.saved, 1, text);
    }
  },
);

testInBrowsers(
  "uploadFile() finds a hidden field, also by its label, and replaces what it holds",
  PAGES,
  async ({ page }) => {
    const { note } = await uploadFile(page, {
      selector: { css: "#one" },
      files: [{ name: "a.txt", text: "1" }],
    });
    assertMatch(
      note ?? "",
      /accept="image\/\*,\.pdf", which "a\.txt" is not; it was chosen all the same/,
    );
    const by = await uploadFile(page, {
      selector: { css: "label" },
      files: [{ name: "a.PNG", text: "2" }],
    });
    assertEquals([by.note, await contents(page, "one")], [undefined, [[
      "a.PNG",
      "image/png",
      1,
      "2",
    ]]]);
    const pdf = await uploadFile(page, {
      selector: { css: "#one" },
      files: [{ name: "b.pdf", text: "" }],
    });
    assertEquals(pdf.note, undefined);
  },
);

testInBrowsers(
  "uploadFile() passes on every byte of as much as it takes",
  PAGES,
  async ({ page }) => {
    const bytes = new Uint8Array(MAX_UPLOAD_BYTES);
    for (let at = 0; at < bytes.length; at += 65_536) {
      crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    }
    await page.workspace.files.save({ name: "big.bin", kind: "upload" }, bytes);
    await uploadFile(page, { selector: { css: "#many" }, files: [{ name: "big.bin" }] });
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).join();
    assertEquals(await page.evaluate(`hash("many")`), hash);
  },
);

const one = [{ name: "a.txt", text: "1" }];
const REFUSED: [string, UploadFileArgs, number, RegExp][] = [
  ["no match", { selector: { css: "#none" }, files: one }, 400, /no element matches/],
  ["no file field", { selector: { css: "#text" }, files: one }, 400, /it is no <input type=file>/],
  ["a button", { selector: { css: "#button" }, files: one }, 400, /it may be hidden/],
  ["a disabled field", { selector: { css: "#off" }, files: one }, 400, /it is disabled/],
  [
    "a field for a directory",
    { selector: { css: "#folder" }, files: one },
    400,
    /takes a directory/,
  ],
  [
    "two files for one",
    { selector: { css: "#one" }, files: [...one, ...one] },
    400,
    /takes one file, found 2/,
  ],
  [
    "a folder in a name",
    { selector: { css: "#one" }, files: [{ name: "a/b", text: "" }] },
    400,
    /a name has no folder; give the last part; a file on your machine is .* base64 .* PUT \/files\//,
  ],
  [
    "a base64 that is none",
    { selector: { css: "#one" }, files: [{ name: "a", base64: "=?" }] },
    400,
    /its base64 is none/,
  ],
  [
    "a name of nothing",
    { selector: { css: "#one" }, files: [{ name: "gone" }] },
    404,
    /No file "gone" .* base64 .* PUT \/files\//,
  ],
];

testInBrowsers(
  "uploadFile() refuses, and keeps and chooses nothing",
  PAGES,
  async ({ page, t }) => {
    for (const [what, args, status, says] of REFUSED) {
      await t.step(what, async () => {
        const error = await assertRejects(() => uploadFile(page, args), PageError);
        assertMatch(error.message, says);
        assertEquals(error.status, status);
      });
    }
    const text = "x".repeat(MAX_UPLOAD_BYTES / 2 + 1);
    const files = [{ name: "a", text }, { name: "b", text }];
    const large = await assertRejects(
      () => uploadFile(page, { selector: { css: "#many" }, files }),
      PageError,
      'Cannot upload "b": all files have more than 20971520 bytes',
    );
    assertEquals([large.status, page.workspace.files.kept.size], [413, 0]);
    assertEquals(await page.evaluate("heard.length"), 0);
  },
);

testInBrowsers(
  "uploadFile() says so when the page is replaced meanwhile",
  PAGES,
  async ({ page, origin }) => {
    const { files } = page.workspace;
    const save = files.save.bind(files);
    files.save = async (file, content) => {
      await page.go(`${origin}/?again`);
      return await save(file, content);
    };
    await assertRejects(
      () => uploadFile(page, { selector: { css: "#leaver" }, files: one }),
      PageError,
      "the page was replaced meanwhile; try again",
    );
  },
);
