import { assertEquals, assertRejects } from "@std/assert";
import { PageError } from "../../page/page.ts";
import { pressKey } from "../../page/press_key.ts";
import { FakePage } from "../fakes/page.ts";
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
    assertEquals(page.sent, ["input.performActions"]);
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

Deno.test("pressKey() refuses an unknown key before anything is sent", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  await assertRejects(() => pressKey(page, { keys: "Entr" }), PageError, '"Entr" is no key');
  assertEquals(page.sent, []);
});
