import { assertEquals, assertMatch } from "@std/assert";

Deno.test("logUncaught() tells of a fault without its message, and the process lives on", async () => {
  const script = new URL("../fixtures/uncaught.ts", import.meta.url).pathname;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", script],
    stderr: "null",
  }).output();
  const output = new TextDecoder().decode(stdout);
  assertEquals(code, 0);
  assertMatch(output, /an error was not caught.*RangeError.*uncaught\.ts/);
  assertMatch(output, /a rejection was not handled.*TypeError.*uncaught\.ts/);
  assertMatch(output, /lives on/);
  assertEquals(output.includes("what a page sent"), false);
});
