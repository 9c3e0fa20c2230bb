/** @module */
import { assertEquals } from "@std/assert";
import { badSelectors } from "./bad_selector.ts";
import { ROW_SECRET, type RowCase } from "./row_case.ts";

const secret = { name: "row", key: "word" };

export const write: RowCase = {
  action: "write",
  html: `<label>Name <input value=Bob></label><input id=off disabled><input id=fixed readonly>
    <input id=word type=password><input id=date type=date><p id=p>text<p class=two>a<p class=two>b`,
  args: { selector: { label: "Name" }, text: "Ann", clear: true },
  async check({ how, value_length }, at) {
    assertEquals([how, value_length], ["typed", 3]);
    const { element, ...typed } = await at.call("write", { selector: { css: "#word" }, secret });
    const members = ["how", "note", "value", "value_length"].map((name) => typed[name]);
    assertEquals(members, ["inserted", undefined, undefined, undefined]);
    assertEquals(element, '<input id="word" type="password">');
    const script = "return [word.value === arguments[0], word.value]";
    const held = await at.call("execute_script", { script, args: [ROW_SECRET] });
    assertEquals(held.value, [true, "•••"]);
  },
  bad: [
    ...badSelectors((selector) => ({ selector, text: "x" })),
    {
      what: "neither text nor secret",
      args: { selector: { css: "#off" } },
      status: 400,
      says: /exactly one of text, secret; found none/,
    },
    {
      what: "both text and secret",
      args: { selector: { css: "#off" }, text: "x", secret: { name: "a", key: "b" } },
      status: 400,
      says: /exactly one of text, secret; found text and secret/,
    },
    {
      what: "a secret there is none of",
      args: { selector: { label: "Name" }, secret: { name: "shop", key: "password" } },
      status: 404,
      says: /shop/,
    },
    {
      what: "a key the secret has not",
      args: { selector: { css: "#word" }, secret: { name: "row", key: "pin" } },
      status: 404,
      says: /The secret row has no key "pin"; it has word/,
    },
    {
      what: "a secret that is not for this origin",
      before: (at) => at.call("navigate", { url: at.url.replace(at.origin, at.other) }),
      args: { selector: { css: "#word" }, secret },
      status: 403,
      says: /The secret row is not typed into a document of http:\/\/localhost:\d+: it is typed on/,
    },
    {
      what: "a secret where no text is typed",
      args: { selector: { css: "#date" }, secret },
      status: 400,
      says: /secrets go into text inputs and text areas only/,
    },
    {
      what: "a disabled field",
      args: { selector: { css: "#off" }, text: "x" },
      status: 400,
      says: /it is disabled/,
    },
    {
      what: "a field that is read only",
      args: { selector: { css: "#fixed" }, text: "x" },
      status: 400,
      says: /it is read-only/,
    },
    {
      what: "no field",
      args: { selector: { css: "#p" }, text: "x" },
      status: 400,
      says: /it is no field that takes text/,
    },
    {
      what: "a date that is none",
      args: { selector: { css: "#date" }, text: "1.2.2026" },
      status: 400,
      says: /takes a value such as 2026-12-31/,
    },
    {
      what: "lines for a single one",
      args: { selector: { label: "Name" }, text: "a\nb" },
      status: 400,
      says: /it is a single line/,
    },
    {
      what: "too long a text",
      args: { selector: { label: "Name" }, text: "x".repeat(100_001) },
      status: 400,
      says: /at most 100000 characters; found 100001/,
    },
  ],
};
