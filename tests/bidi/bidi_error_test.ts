import { assertEquals, assertInstanceOf } from "@std/assert";
import { BidiError } from "../../bidi/bidi_error.ts";

Deno.test("BidiError names the command and keeps the browser's code and words apart", () => {
  const error = new BidiError("script.evaluate", "no such frame", "Frame f not found");
  assertInstanceOf(error, Error);
  assertEquals(error.name, "BidiError");
  assertEquals(error.method, "script.evaluate");
  assertEquals(error.code, "no such frame");
  assertEquals(error.detail, "Frame f not found");
  assertEquals(error.message, "script.evaluate failed: no such frame: Frame f not found");
});
