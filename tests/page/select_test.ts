import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { SelectArgs } from "../../page/args.ts";
import { PageError } from "../../page/page.ts";
import { select } from "../../page/select.ts";
import { FakePage } from "../fakes/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>select</title>
<label id=label>Colour <select id=one><option value=r>Red<option value=g>Dark  green
  <option value=b disabled>Blue<option value=x>x</select></label>
<select id=many multiple><option value=a selected>A<option value=b>B<option value=c>C</select>
<select id=off disabled><option>A</select><select id=none style="display:none"><option>A</select>
<select id=late></select>
<select id=stubborn onchange="this.value = 'a'"><option>a<option>b</select>
<div id=own role=listbox><div id=entry role=option>A</div></div><button id=plain>A</button>
<script>
  const heard = [];
  for (const type of ["input", "change"]) addEventListener(type, (e) => heard.push(type + " " + e.target.id));
  const many40 = document.createElement("select");
  many40.id = "forty";
  for (let n = 0; n < 40; n++) many40.add(new Option("Entry " + n, n));
  document.body.append(many40);
</script>`;

const args = (id: string, rest: Omit<SelectArgs, "selector">): SelectArgs => ({
  selector: { css: `#${id}` },
  ...rest,
});

testInBrowsers("select() selects options", { "/": PAGE }, async ({ t, page }) => {
  const cases: [string, SelectArgs, string[], string][] = [
    ["by label", args("one", { label: "Dark green" }), ["Dark green"], "g"],
    ["by label, in another case", args("one", { label: "red" }), ["Red"], "r"],
    ["by value", args("one", { value: "x" }), ["x"], "x"],
    ["by index", args("one", { index: 0 }), ["Red"], "r"],
    ["of a label's list", args("label", { value: "g" }), ["Dark green"], "g"],
    ["several", args("many", { label: ["B", "C"] }), ["B", "C"], "b,c"],
    ["others", args("many", { index: [0, 2] }), ["A", "C"], "a,c"],
    ["none", args("many", { value: [] }), [], ""],
  ];
  for (const [name, given, selected, values] of cases) {
    await t.step(name, async () => {
      await page.evaluate("heard.length = 0");
      const result = await select(page, given);
      assertEquals([result.selected, result.note], [selected, undefined]);
      const id = "css" in given.selector ? given.selector.css.replace("#label", "#one") : "";
      assertEquals(
        await page.evaluate(
          `[...document.querySelector("${id}").selectedOptions].map((o) => o.value).join()`,
        ),
        values,
      );
      assertEquals(
        await page.evaluate("heard.join()"),
        `input ${id.slice(1)},change ${id.slice(1)}`,
      );
    });
  }

  await t.step("tells the page nothing of what is selected already", async () => {
    await page.evaluate("heard.length = 0");
    const { note } = await select(page, args("one", { value: "g" }));
    assertStringIncludes(note ?? "", "selected already");
    assertEquals(await page.evaluate("heard.join()"), "");
  });

  await t.step("says that the page has changed it", async () => {
    const { selected, note } = await select(page, args("stubborn", { label: "b" }));
    assertEquals([selected, note], [["a"], "the page has changed what was selected"]);
  });

  await t.step("waits for an option", async () => {
    await page.evaluate("void setTimeout(() => late.add(new Option('Late')), 200)");
    await page.evaluate("late.add(new Option('Early'))");
    assertEquals((await select(page, args("late", { label: "Late" }))).selected, ["Late"]);
  });

  page.waitTimeoutMs = 200;
  const refusals: [SelectArgs, string][] = [
    [
      args("one", { label: "Pink" }),
      'no option of label "Pink"; it has "Red", "Dark green", "Blue", "x"',
    ],
    [args("one", { value: "Red" }), 'no option of value "Red"; it has "r" ("Red"), "g"'],
    [args("one", { index: 4 }), 'no option of index 4; it has 0 ("Red"), 1'],
    [args("forty", { label: "x" }), '"Entry 9", 30 more'],
    [args("late", { label: ["Late", "Early"] }), "it takes exactly one option, and 2 were named"],
    [args("one", { label: [] }), "it takes exactly one option, and 0 were named"],
    [args("one", { label: "Blue" }), 'its option "Blue" is disabled'],
    [args("many", { label: ["A", "Z"] }), 'no option of label "Z"'],
    [args("off", { label: "A" }), "it is disabled"],
    [args("none", { label: "A" }), "it has display: none"],
    [args("own", { label: "A" }), "it is a listbox of the page's own"],
    [args("entry", { label: "A" }), "click its option with interact"],
    [args("plain", { label: "A" }), "it is no <select> (role button)"],
  ];
  for (const [given, why] of refusals) {
    await t.step(`refuses ${JSON.stringify(given)}`, async () => {
      await page.evaluate("heard.length = 0");
      const error = await assertRejects(() => select(page, given), PageError);
      assertEquals(error.status, 400);
      assertStringIncludes(error.message, why);
      assertEquals(await page.evaluate("heard.join()"), "");
    });
  }
});

Deno.test("select() refuses options named in no way, or in two", async () => {
  const page = new FakePage(() => new Error("nothing is to be sent"));
  for (const rest of [{}, { label: "a", index: 1 }]) {
    await assertRejects(
      () => select(page, args("a", rest)),
      PageError,
      "one of label, value, index",
    );
  }
});
