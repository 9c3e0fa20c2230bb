/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

const one = [{ name: "a.txt", text: "1" }];

export const uploadFile: RowCase = {
  action: "upload_file",
  html: `<input id=many type=file multiple hidden accept=".txt"
      onchange="document.title = [...this.files].map((file) => file.name + ' ' + file.size).join()">
    <input id=single type=file><input id=text><input id=folder type=file webkitdirectory>
    <p class=two>A</p><p class=two>B</p>`,
  args: {
    selector: { css: "#many" },
    files: [{ name: "ä.txt", text: "grün" }, { name: "b.bin", base64: "AP8=" }],
  },
  volatile: ["link"],
  async check({ element, files, note, title }, at) {
    assertEquals([title, element], ["ä.txt 5,b.bin 2", '<input id="many" type="file">']);
    assertEquals(unlinked(files), [
      { name: "ä.txt", uri: "workspace://files/%C3%A4.txt", size: 5, mime: "text/plain" },
      {
        name: "b.bin",
        uri: "workspace://files/b.bin",
        size: 2,
        mime: "application/octet-stream",
      },
    ]);
    const chosen = "it was chosen all the same";
    assertEquals(note, `the field says accept=".txt", which "b.bin" is not; ${chosen}`);
    const again = await at.call("upload_file", {
      selector: { css: "#single" },
      files: [{ name: "ä.txt" }],
    });
    assertEquals(unlinked(again.files), unlinked(files).slice(0, 1));
  },
  bad: [
    ...badSelectors((selector) => ({ selector, files: one })),
    {
      what: "no file",
      args: { selector: { css: "#many" }, files: [] },
      status: 400,
      says: /"files" must be an array/,
    },
    {
      what: "a name alone",
      args: { selector: { css: "#many" }, files: ["real.txt"] },
      status: 400,
      says: /"files\[0\]" must be {"name"} of a file of the workspace, which PUT /,
    },
    {
      what: "a path",
      args: { selector: { css: "#many" }, path: "/tmp/real.txt" },
      status: 400,
      says:
        /"path" is not an argument; known are selector, files; "files" is required: an array of/,
    },
    {
      what: "two contents of one file",
      args: { selector: { css: "#many" }, files: [{ name: "a", text: "", base64: "" }] },
      status: 400,
      says: /give text or base64 of "a", not both/,
    },
    {
      what: "a base64 that is none",
      args: { selector: { css: "#many" }, files: [{ name: "a", base64: "?" }] },
      status: 400,
      says: /its base64 is none/,
    },
    {
      what: "a file that is not kept",
      args: { selector: { css: "#many" }, files: [{ name: "gone.txt" }] },
      status: 404,
      says: /No file "gone\.txt" is kept/,
    },
    {
      what: "a folder in a name",
      args: { selector: { css: "#many" }, files: [{ name: "../a", text: "" }] },
      status: 400,
      says: /a name has no folder/,
    },
    {
      what: "no field of files",
      args: { selector: { css: "#text" }, files: one },
      status: 400,
      says: /it is no <input type=file>/,
    },
    {
      what: "a field of a directory",
      args: { selector: { css: "#folder" }, files: one },
      status: 400,
      says: /it takes a directory/,
    },
    {
      what: "two files for one",
      args: { selector: { css: "#single" }, files: [...one, ...one] },
      status: 400,
      says: /it takes one file, found 2/,
    },
  ],
};

/** What is told of files, but for their links. */
function unlinked(files: unknown): unknown[] {
  return (files as { link: string }[]).map(({ link: _link, ...file }) => file);
}
