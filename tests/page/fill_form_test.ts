import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import type { FormField } from "../../page/args.ts";
import { fillForm } from "../../page/fill_form.ts";
import { PageError } from "../../page/page.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

const PAGE = `<title>form</title>
<form id=form onsubmit="event.preventDefault(); sent.push([...new FormData(form)].join(';'))">
  <input id=person name=person value=Bob><input id=secret type=password name=secret>
  <input id=number type=number name=number><textarea id=area name=area>old</textarea>
  <input id=date type=date name=date><input id=range type=range name=range>
  <label id=label><input id=agree type=checkbox name=agree>I agree</label>
  <input id=news type=checkbox name=news checked>
  <label><input id=small type=radio name=size value=s checked>Small</label>
  <label><input id=large type=radio name=size value=l>Large</label>
  <select id=colour name=colour><option value=r>Red<option value=g>Green</select>
  <select id=many name=many multiple><option>A<option>B<option>C</select>
  <input id=off name=off disabled>
  <button>Send</button>
</form>
<div id=toggle role=switch aria-checked=mixed tabindex=0
  onclick="this.ariaChecked = this.ariaChecked === 'true' ? 'false' : 'true'">toggle</div>
<div id=stuck role=checkbox aria-checked=false tabindex=0>stuck</div>
<div id=late role=checkbox aria-checked=false tabindex=0
  onclick="setTimeout(() => this.ariaChecked = 'true', 60)">late</div>
<script>const sent = [], clicks = []; addEventListener("click", (e) => clicks.push(e.target.id), true)</script>`;

const css = (id: string) => ({ css: `#${id}` });
const fields = (values: Record<string, FormField["value"]>): FormField[] =>
  Object.entries(values).map(([id, value]) => ({ selector: css(id), value }));

testInBrowsers("fillForm() fills fields of every kind", { "/": PAGE }, async ({ t, page }) => {
  await t.step("all in one call, and sends them", async () => {
    const filled = await fillForm(page, {
      fields: fields({
        person: "Ann",
        number: 12,
        area: "two\nlines",
        date: "2026-12-01",
        range: 42,
        label: true,
        news: false,
        large: true,
        colour: "Green",
        many: ["A", "C"],
      }),
      submit: true,
    });
    assertEquals(
      filled.fields.map(({ how }) => how),
      [
        "typed",
        "typed",
        "typed",
        "set",
        "set",
        "clicked",
        "clicked",
        "clicked",
        "selected",
        "selected",
      ],
    );
    assertEquals(filled.fields.map(({ note }) => note).filter(Boolean), []);
    assertEquals(
      await page.evaluate("sent.join()"),
      "person,Ann;secret,;number,12;area,two\nlines;date,2026-12-01;range,42;agree,on;size,l;" +
        "colour,g;many,A;many,C",
    );
  });

  await t.step("leaves alone what is so already", async () => {
    await page.evaluate("clicks.length = 0");
    const filled = await fillForm(page, {
      fields: fields({ agree: "true", news: false, large: true, colour: "g" }),
    });
    assertEquals(filled.fields.map(({ how }) => how), ["already", "already", "already", "already"]);
    assertEquals(await page.evaluate("clicks.join()"), "");
  });

  await t.step("checks what the page has made of an element", async () => {
    const off = await fillForm(page, { fields: fields({ toggle: false }) });
    assertEquals([off.fields[0]?.how, await page.evaluate("toggle.ariaChecked")], [
      "clicked",
      "false",
    ]);
    await fillForm(page, { fields: fields({ toggle: true, late: true }) });
    assertEquals(await page.evaluate("toggle.ariaChecked + late.ariaChecked"), "truetrue");
  });

  await t.step("puts in a secret by name", async () => {
    page.workspace.hidden.set("shop/password", "correct horse");
    const { fields: [filled] } = await fillForm(page, {
      fields: [{ selector: css("secret"), secret: { name: "shop", key: "password" } }],
    });
    assertEquals(await page.evaluate("secret.value"), "correct horse");
    assertEquals(JSON.stringify(filled).includes("correct"), false);
  });

  page.waitTimeoutMs = 200;
  const refusals: [Record<string, FormField["value"]>, string][] = [
    [{ person: "Eve", off: "x", area: "y" }, "Stopped at field 2 of 3: Cannot write to"],
    [{ person: "Eve", none: "x" }, "Stopped at field 2 of 2: Cannot fill: no element matches"],
    [{ agree: "yes" }, 'it takes true or false, and the value is "yes"; nothing was filled'],
    [{ person: true }, "it takes a text, and the value is true"],
    [{ person: ["a"] }, "it takes a text, and the value is an array"],
    [{ colour: false }, "it takes an option, or an array of them"],
    [{ colour: "Pink" }, 'it has no option "Pink"; it has "Red", "Green"'],
    [{ colour: ["Red", "Green"] }, "it takes exactly one option"],
    [{ date: "1.2.2026" }, "takes a value such as"],
    [{ large: false }, "check another one of its group"],
    [{ stuck: true }, "the page left it as it was"],
  ];
  for (const [values, why] of refusals) {
    await t.step(`refuses ${JSON.stringify(values)}`, async () => {
      const error = await assertRejects(
        () => fillForm(page, { fields: fields(values) }),
        PageError,
      );
      assertEquals(error.status, 400);
      assertStringIncludes(error.message, why);
    });
  }

  await t.step("says what was filled before the field that stopped it", async () => {
    const values = { person: "Eve", off: "x", area: "y" };
    await page.evaluate("area.value = 'as it was'");
    const { message } = await assertRejects(
      () => fillForm(page, { fields: fields(values), submit: true }),
      PageError,
    );
    assertStringIncludes(message, 'filled were <input id="person" name="person">');
    assertEquals(await page.evaluate("person.value + area.value + sent.length"), "Eveas it was1");
  });

  await t.step("says that no field submits", async () => {
    const { message } = await assertRejects(
      () => fillForm(page, { fields: fields({ area: "x" }), submit: true }),
      PageError,
    );
    assertStringIncludes(message, "The form was not submitted: no field of one line");
    assertStringIncludes(message, 'filled were <textarea id="area"');
  });

  await t.step("says which field a secret that is refused stopped", async () => {
    page.workspace.secrets.reveal = () => Promise.reject(new ActionError(403, "not typed here"));
    const secret = { name: "shop", key: "password" };
    const error = await assertRejects(
      () => fillForm(page, { fields: [{ selector: css("secret"), secret }] }),
      ActionError,
      "Stopped at field 1 of 1: not typed here; nothing was filled",
    );
    assertEquals(error.status, 403);
  });
});
