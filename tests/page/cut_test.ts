import { assertEquals } from "@std/assert";
import { Masker } from "../../capture/masker.ts";
import { cut } from "../../page/cut.ts";
import { dom } from "../../page/in_page/dom.ts";
import { ROOT, sourceFiles } from "../layers/import_graph.ts";

Deno.test("cut() leaves a short text, and shows where it cut a long one", () => {
  assertEquals(cut("abc", 3), "abc");
  assertEquals(cut("abcd", 3), "abc…");
  assertEquals(cut("", 0), "");
  assertEquals(cut("\ud800b", 5), "\ufffdb");
});

Deno.test("cut() and Dom.cut() leave the beginning of a secret that a masker knows, wherever they cut it", () => {
  const secret = "hunter😀22-of-the-shop";
  const masker = new Masker();
  masker.bind(secret);
  const text = `the page is at ${secret} and on`;
  const from = text.indexOf(secret);
  for (let length = 4; length < secret.length; length++) {
    if (length === 7) continue;
    const shown = "the page is at •••…";
    assertEquals(masker.text(cut(text, from + length)), shown, `${length}`);
    assertEquals(masker.text(dom().cut(text, from + length + 1)), shown, `${length}`);
  }
  // Half of a character is none.
  assertEquals(cut(text, from + 7), "the page is at hunter…");
});

/**
 * Where texts or lists may be cut by hand: lists, what is cut after it was masked or is given back with how much is
 * missing, what is no text of a page, and the helpers themselves.
 */
const BY_HAND = new Map([
  ["page/cut.ts", ["0, max"]],
  ["page/in_page/dom.ts", ["0, max - 1"]],
  // With its ellipsis, for it has no kit.
  ["actors/hear_out.ts", ["0, ${MAX_TITLE}"]],
  ["page/in_page/run_script.ts", ["0, MAX_TITLE", "0, Math.max(0, left"]],
  // Masked before.
  ["page/extract.ts", ["0, most"]],
  // A start tag, whole.
  ["page/in_page/extract_content.ts", ["0, outer.length - inner.length - end.length"]],
  // What is written, not read.
  ["page/write.ts", ["0, -tail.length"]],
  ["page/in_page/field.ts", ["0, 10", "0, Math.max(0, room"]],
  ["page/in_page/file_field.ts", ["0, -1"]],
  // Of a script, and of a selector.
  ["page/in_page/hints.ts", ["0, MAX_SHOWN", "0, end", "0, most"]],
  ["page/in_page/calling.ts", ["0, at"]],
  // Bytes and names of our own.
  ["page/image_size.ts", ["0, HEAD_CHARS"]],
  ["actors/store/files.ts", ["0, TOLD_NAMES"]],
  ["actors/store/file_name.ts", ["0, at"]],
  ["actors/store/incoming_folder.ts", ['0, made.lastIndexOf("/"', "0, -name.length"]],
  ["actors/store/memory_store.ts", ["0, most"]],
  ["actors/store/open_store.ts", ["0, 20"]],
  ["actors/store/workspace_folder.ts", ["0, HASH_LENGTH", '0, path.lastIndexOf("/"']],
  // By which downloads are told apart; shown nowhere.
  ["actors/given_up_downloads.ts", ["0, 200"]],
  // Lists.
  ["page/cookies.ts", ["0, MAX_LISTED"]],
  ["page/fill_form.ts", ["0, MAX_NAMED"]],
  ["page/keys.ts", ["0, 5"]],
  ["page/save_site_data.ts", ["0, MAX_ORIGINS"]],
  ["page/in_page/aim.ts", ["0, MAX_RECTS", "0, MAX_RECTS"]],
  ["page/in_page/choose.ts", ["0, MAX_SHOWN", "0, MAX_TOLD"]],
  ["page/in_page/finder.ts", ["0, MAX_SHOWN"]],
  ["page/in_page/frame_element.ts", ["0, MAX_NAMED"]],
  ["actors/driving.ts", ["0, -1"]],
  ["actors/restore_sites.ts", ["0, MAX_NAMED", "0, MAX_NAMED"]],
  ["actors/site_data.ts", ["0, left"]],
]);

const CUTS = /\.(?:slice\((0, [^)]*)\)|substr(?:ing)?\(([^)]*)\))/g;

/** What a file cuts. */
const cutsOf = (source: string) =>
  [...source.matchAll(CUTS)].map(([, slice, other]) => slice ?? other ?? "");

Deno.test("no text of a page is cut but by cut(): what is sliced from its start elsewhere is known", async () => {
  const found = new Map<string, string[]>();
  for (const file of sourceFiles().filter((each) => /^(page|actors)\//.test(each))) {
    const cuts = cutsOf(await Deno.readTextFile(new URL(file, ROOT)));
    if (cuts.length > 0) found.set(file, cuts);
  }
  const sorted = (files: ReadonlyMap<string, string[]>) =>
    [...files].map(([file, cuts]) => [file, cuts.toSorted()]).toSorted();
  assertEquals(sorted(found), sorted(BY_HAND));
});

Deno.test("cutsOf() finds a bare cut in a template, in a call, and by another name", () => {
  const source =
    "`${url.slice(0, MAX_URL)}` f(name.slice(0, 5).trim()) a.substring(0, 9) b.slice(1)";
  assertEquals(cutsOf(source), ["0, MAX_URL", "0, 5", "0, 9"]);
});
