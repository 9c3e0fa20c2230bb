import { assertEquals } from "@std/assert";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>bundle</title><button id=buy onclick="this.textContent = 'bought'">Buy</button>
<label>Name <input id=person></label><label><input id=agree type=checkbox>I agree</label>
<select id=colour><option>Red<option>Green</select><div id=card draggable=true>card</div>
<div id=bin ondragover="event.preventDefault()" ondrop="this.textContent = 'taken'; event.preventDefault()">bin</div>`;

// What a bundler leaves of the in-page functions must still stand alone: a name of the module in one of
// them is a ReferenceError in the page.
const ACTIONS: Readonly<Record<keyof Bundle, string>> = {
  assert: "assert",
  drag: "drag",
  executeScript: "execute_script",
  extract: "extract",
  fillForm: "fill_form",
  interact: "interact",
  navigate: "navigate",
  outline: "outline",
  pressKey: "press_key",
  screenshot: "screenshot",
  select: "select",
  waitFor: "wait_for",
  write: "write",
};

async function bundled(): Promise<Bundle> {
  const folder = await Deno.makeTempDir({ prefix: "pagetap-bundle-" });
  try {
    const root = new URL("../../", import.meta.url).pathname;
    const entry = Object.entries(ACTIONS)
      .map(([name, file]) => `export { ${name} } from "${root}page/${file}.ts";`).join("\n");
    await Deno.writeTextFile(`${folder}/entry.ts`, entry);
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "bundle",
        "--quiet",
        "--minify",
        "--config",
        `${root}deno.json`,
        "-o",
        `${folder}/bundle.js`,
        `${folder}/entry.ts`,
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await import(`file://${folder}/bundle.js`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Bundle {
  readonly assert: typeof import("../../page/assert.ts").assert;
  readonly drag: typeof import("../../page/drag.ts").drag;
  readonly fillForm: typeof import("../../page/fill_form.ts").fillForm;
  readonly select: typeof import("../../page/select.ts").select;
  readonly interact: typeof import("../../page/interact.ts").interact;
  readonly executeScript: typeof import("../../page/execute_script.ts").executeScript;
  readonly extract: typeof import("../../page/extract.ts").extract;
  readonly outline: typeof import("../../page/outline.ts").outline;
  readonly pressKey: typeof import("../../page/press_key.ts").pressKey;
  readonly screenshot: typeof import("../../page/screenshot.ts").screenshot;
  readonly navigate: typeof import("../../page/navigate.ts").navigate;
  readonly waitFor: typeof import("../../page/wait_for.ts").waitFor;
  readonly write: typeof import("../../page/write.ts").write;
}

testInBrowsers(
  "the actions work from a minified bundle",
  { "/": PAGE },
  async ({ page, origin }) => {
    const actions = await bundled();
    assertEquals(await actions.navigate(page, { url: `${origin}/` }), { url: `${origin}/` });
    await actions.interact(page, { selector: { role: "button", name: "Buy" }, action: "click" });
    await actions.waitFor(page, { text: "bought", timeout: 5 });
    await actions.write(page, {
      selector: { label: "Name" },
      text: "é ".repeat(400) + "e\u0301nd",
    });
    await actions.pressKey(page, { keys: "control+a", selector: { css: "#person" } });
    const { outline } = await actions.outline(page, { max_nodes: 1 });
    assertEquals(outline.split("\n")[0], '- button "bought" [ref=e1]');
    const { text } = await actions.extract(page, { selector: { xpath: "//button" } });
    assertEquals(text, "bought");
    const { value } = await actions.executeScript(page, { script: "return document.body" });
    assertEquals(value, "<body>");
    await actions.assert(page, { script: "return person.value", stable_for: 0.1 });
    const colour = await actions.select(page, { selector: { css: "#colour" }, label: "Green" });
    assertEquals(colour.selected, ["Green"]);
    const form = await actions.fillForm(page, {
      fields: [
        { selector: { css: "#agree" }, value: true },
        { selector: { css: "#colour" }, value: "Red" },
      ],
    });
    assertEquals(form.fields.map(({ how }) => how), ["clicked", "selected"]);
    const ends = { from: { selector: { css: "#card" } }, to: { selector: { css: "#bin" } } };
    assertEquals((await actions.drag(page, ends)).to, '<div id="bin"> "bin"');
    assertEquals(await page.evaluate("bin.textContent"), "taken");
    const picture = await actions.screenshot(page, { full_page: true });
    assertEquals(picture.mime, "image/png");
  },
);
