import { assertEquals } from "@std/assert";
import { readTicket, writeTicket } from "../../../drivers/grid/ticket.ts";

Deno.test("readTicket() reads what writeTicket() wrote", () => {
  const ticket = { grid: "http://g:1/x", session: "abc-1" };
  assertEquals(readTicket(writeTicket(ticket)), ticket);
});

Deno.test("readTicket() refuses what is none, and an id that would leave its path", () => {
  for (
    const text of ["", "null", "[]", '{"grid":"g"}', '{"grid":"g","session":"../status"}', '"x"']
  ) assertEquals(readTicket(text), null);
});
