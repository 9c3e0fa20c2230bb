import { assertEquals } from "@std/assert";
import { nearest } from "../../http/nearest.ts";

Deno.test("nearest() finds what a third of the letters are wrong of", () => {
  const known = ["port", "host", "headed"];
  const meant: Record<string, string | null> = {
    prot: "port",
    haeded: "headed",
    hoste: "host",
    abc: null,
    x: null,
    toast: null,
    "": null,
  };
  for (const [word, best] of Object.entries(meant)) assertEquals(nearest(word, known), best, word);
  assertEquals(nearest("port", []), null);
});
