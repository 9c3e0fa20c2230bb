import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { pressKey } from "../../page/press_key.ts";
import { FakePage, gives } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const KEYS = `<title>keys</title><input id=field value=text><p id=plain>plain</p>
<script>
  const heard = [];
  for (const type of ["keydown", "keyup"]) {
    addEventListener(type, (e) => heard.push(type.slice(3) + " " + e.key));
  }
</script>`;

testInBrowsers("pressKey() presses what has the focus, as a person does", {
  "/": `<button id=b onclick="done.textContent += 'b'">Go</button>
    <input id=c type=checkbox onclick="done.textContent += 'c'"><p id=done>`,
}, async ({ page }) => {
  for (const [keys, id] of [["Enter", "b"], ["Space", "b"], ["Space", "c"]] as const) {
    await pressKey(page, { keys, selector: { css: `#${id}` } });
  }
  assertEquals(await page.evaluate("document.hasFocus() + done.textContent"), "truebbc");
});

testInBrowsers("pressKey() sends keys the page hears", { "/": KEYS }, async ({ t, page }) => {
  const heard = async (keys: string) => {
    await page.evaluate("heard.length = 0");
    page.sent.length = 0;
    assertEquals(await pressKey(page, { keys }), {});
    assertEquals(page.sent.filter((sent) => sent.startsWith("input.")), ["input.performActions"]);
    return await page.evaluate("heard.join()");
  };
  const chords: Record<string, string> = {
    "Enter": "down Enter,up Enter",
    "ArrowDown": "down ArrowDown,up ArrowDown",
    "F2": "down F2,up F2",
    "shift+a": "down Shift,down A,up A,up Shift",
    "Control+A": "down Control,down a,up a,up Control",
    "+": "down +,up +",
  };
  await page.evaluate("field.focus()");
  for (const [keys, events] of Object.entries(chords)) {
    await t.step(keys, async () => assertEquals(await heard(keys), events));
  }

  await t.step("an element is focused first", async () => {
    await page.evaluate("field.blur()");
    const selector = { css: "#field" };
    await pressKey(page, { keys: "control+a", selector });
    const result = await pressKey(page, { keys: "Delete", selector });
    assertEquals(result, { element: '<input id="field">' });
    assertEquals(await page.evaluate("field.value"), "");
  });

  await t.step("an element that takes no focus is refused", async () => {
    page.waitTimeoutMs = 100;
    await assertRejects(
      () => pressKey(page, { keys: "a", selector: { css: "#plain" } }),
      PageError,
      "it takes no keyboard focus",
    );
  });
});

testInBrowsers("pressKey() has the page keep the focus that Tab takes out of it", {
  "/": `<title>tab</title><button id=first onclick="pressed.push(this.id)">A</button>
    <button id=last onclick="pressed.push(this.id)">B</button>
    <script>const pressed = [];</script>`,
}, async ({ page }) => {
  await page.evaluate("last.focus()");
  for (const _ of [1, 2, 3]) {
    assertEquals(await pressKey(page, { keys: "Tab" }), {});
    // Chrome's keys press what has the focus in the page, whether the page has it or not.
    if (page.browser === "chrome") continue;
    assertEquals(await page.evaluate("document.hasFocus()"), true);
  }
  const focused = await page.evaluate("document.activeElement.id");
  await pressKey(page, { keys: "Enter" });
  await pressKey(page, { keys: "Space" });
  assertEquals(await page.evaluate("pressed.join()"), `${focused},${focused}`);
});

Deno.test("pressKey() says that the page has lost the focus when it cannot be given back", async () => {
  for (const opens of [true, false]) {
    const page = new FakePage((method) => {
      if (method === "script.callFunction") return gives(false);
      if (method === "browsingContext.create") return opens ? { context: "S" } : new Error("no");
      return {};
    }, "firefox");
    const { note } = await pressKey(page, { keys: "Enter" });
    assertMatch(note ?? "", /^the keyboard's focus has left the page .* could not be given back/);
    const shown = page.sent.filter(({ method }) => method === "browsingContext.activate");
    const inTurn = opens ? ["S", "T", "S", "T"] : [];
    assertEquals(shown.map(({ params }) => params.context), inTurn);
  }
});

Deno.test("pressKey() ends well though a key took away what it was pressed in", async () => {
  const gone = new AbortController();
  class Leaving extends FakePage {
    override readonly signal = gone.signal;
  }
  const page = new Leaving((method) => {
    if (method === "input.performActions") gone.abort(new PageError(400, "the frame is gone"));
    if (!gone.signal.aborted) return gives(true);
    return method === "input.performActions" ? {} : gone.signal.reason;
  }, "firefox");
  assertEquals(await pressKey(page, { keys: "Enter" }), {});
});

Deno.test("pressKey() refuses an unknown key before anything is sent", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  await assertRejects(() => pressKey(page, { keys: "Entr" }), PageError, '"Entr" is no key');
  assertEquals(page.sent, []);
});
