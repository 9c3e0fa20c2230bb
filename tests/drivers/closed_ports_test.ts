import { assertEquals, assertRejects } from "@std/assert";
import { CLOSED_PORTS, closedPorts } from "../../drivers/closed_ports.ts";

Deno.test("CLOSED_PORTS are ports that the Fetch standard blocks", async () => {
  for (const port of CLOSED_PORTS) {
    await assertRejects(() => fetch(`http://127.0.0.1:${port}`), TypeError, "blocked");
  }
});

Deno.test("closedPorts() gives each of them once, from anywhere on", () => {
  for (const random of [0, 0.5, 0.999]) {
    assertEquals(new Set(closedPorts(() => random)), new Set(CLOSED_PORTS));
    assertEquals(closedPorts(() => random).length, CLOSED_PORTS.length);
  }
  assertEquals(closedPorts(() => 0.999)[0], CLOSED_PORTS.at(-1));
});
