/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import type { RowCase } from "./row_case.ts";

const name = { selector: { label: "Name" }, value: "Ann" };
const agree = { selector: { label: "I agree" }, value: true };

export const fillForm: RowCase = {
  action: "fill_form",
  html:
    `<form onsubmit="event.preventDefault(); document.title = new URLSearchParams(new FormData(this))">
    <label>Name <input name=name></label><label><input type=checkbox name=agree>I agree</label>
    <label>Colour <select name=colour><option>Red<option>Green</select></label>
    <label>Off <input disabled></label><textarea id=area></textarea><button>Send</button></form>
    <p class=two>a<p class=two>b`,
  args: {
    fields: [name, agree, { selector: { label: "Colour" }, value: "Green" }],
    submit: true,
  },
  check({ title, fields }) {
    assertEquals(title, "name=Ann&agree=on&colour=Green");
    assertEquals(
      (fields as { how: string }[]).map(({ how }) => how),
      ["typed", "clicked", "selected"],
    );
  },
  bad: [
    ...badSelectors((selector) => ({ fields: [{ selector, value: "x" }] })),
    { what: "no field", args: { fields: [] }, status: 400, says: /"fields" must be an array/ },
    {
      what: "a field without a value",
      args: { fields: [name, { selector: name.selector }] },
      status: 400,
      says: /field 2 needs exactly one of value, secret/,
    },
    {
      what: "a field with a value and a secret",
      args: { fields: [{ ...name, secret: { name: "a", key: "b" } }] },
      status: 400,
      says: /field 1 needs exactly one of value, secret/,
    },
    {
      what: "a secret there is none of",
      args: { fields: [{ selector: name.selector, secret: { name: "shop", key: "password" } }] },
      status: 404,
      says: /Stopped at field 1 of 1: .*shop/,
    },
    {
      what: "a disabled field after another",
      args: { fields: [name, { selector: { label: "Off" }, value: "x" }, agree] },
      status: 400,
      says: /Stopped at field 2 of 3: .*it is disabled; filled were <input name="name">/,
    },
    {
      what: "a text for a checkbox",
      args: { fields: [{ ...agree, value: "maybe" }] },
      status: 400,
      says: /it takes true or false, and the value is "maybe"/,
    },
    {
      what: "an option there is none of",
      args: { fields: [{ selector: { label: "Colour" }, value: "Pink" }] },
      status: 400,
      says: /it has no option "Pink"; it has "Red", "Green"/,
    },
    {
      what: "nothing to press Enter in",
      args: { fields: [{ selector: { css: "#area" }, value: "x" }], submit: true },
      status: 400,
      says: /was not submitted: no field of one line/,
    },
  ],
};
