import {
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../../bidi/command_errors.ts";
import { documentLeft, explain } from "../../page/explain.ts";
import { PageError } from "../../page/page.ts";

const bidi = (code: string, detail = "") => new BidiError("script.callFunction", code, detail);

Deno.test("explain() has a sentence for what the page or the caller can come to", () => {
  const known: [Error, number, string][] = [
    [new CommandTimeoutError("script.callFunction", 1_500), 504, "within 1.5 s"],
    [bidi("no such node"), 400, "The element went away"],
    [bidi("stale element reference"), 400, "The element went away"],
    [bidi("move target out of bounds"), 400, "moved out of view"],
    [bidi("no such frame"), 404, "open_session"],
    [bidi("no such alert"), 404, "No dialog is open"],
    [bidi("unexpected alert open"), 409, "dialog"],
    [bidi("unable to capture screen", "too big"), 400, "too big"],
  ];
  for (const [error, status, words] of known) {
    const explained = explain(error);
    assertInstanceOf(explained, PageError);
    assertEquals(explained.status, status);
    assertStringIncludes(explained.message, words);
  }
});

Deno.test("explain() leaves an error as it is when it is no news of the page", () => {
  for (const error of [bidi("unknown error"), new DOMException("left", "AbortError"), "odd"]) {
    assertStrictEquals(explain(error), error);
  }
});

Deno.test("documentLeft() knows both browsers' words", () => {
  for (
    const detail of [
      "Inspected target navigated or closed",
      "Cannot find context with specified id",
      "Execution context was destroyed",
      "AbortError: Actor 'MessageHandlerFrame' destroyed before query was resolved",
    ]
  ) assertEquals(documentLeft(bidi("unknown error", detail)), true, detail);
  assertEquals(documentLeft(bidi("no such frame")), true);
  assertEquals(documentLeft(bidi("invalid argument", "context")), false);
  assertEquals(documentLeft(new Error("navigated")), false);
});
