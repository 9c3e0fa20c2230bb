import { assertEquals } from "@std/assert";
import { CLOSED_PORTS, closedPorts } from "../../drivers/closed_ports.ts";
import { testInBrowsers } from "../fakes/page_site.ts";

/** Takes connections on a port until disposed; null where another has it. */
function listen(port: number) {
  let listener: Deno.TcpListener;
  try {
    listener = Deno.listen({ hostname: "127.0.0.1", port });
  } catch {
    return null;
  }
  const came = { connections: 0 };
  const taking = (async () => {
    for await (const connection of listener) {
      came.connections++;
      connection.close();
    }
  })();
  return {
    came,
    port: listener.addr.port,
    [Symbol.asyncDispose]: async () => {
      listener.close();
      await taking;
    },
  };
}

testInBrowsers(
  "CLOSED_PORTS are ports that no page connects to",
  { "/": "page" },
  async (given) => {
    const { page, t } = given;
    const connections = async (port: number) => {
      await using server = listen(port);
      if (server === null) return null;
      await page.evaluate(`Promise.all([
      fetch("http://127.0.0.1:${server.port}/", { mode: "no-cors" }).catch(() => {}),
      new Promise((done) => {
        try {
          new WebSocket("ws://127.0.0.1:${server.port}/").onerror = done;
        } catch {
          done();
        }
      }),
    ]).then(() => null)`);
      return server.came.connections;
    };
    await t.step("and it would be seen", async () => {
      assertEquals((await connections(0) ?? 0) >= 2, true);
    });
    for (const port of CLOSED_PORTS) {
      await t.step(`${port}`, async () => {
        assertEquals(await connections(port) ?? 0, 0);
      });
    }
  },
);

Deno.test("closedPorts() gives each of them once, from anywhere on", () => {
  for (const random of [0, 0.5, 0.999]) {
    assertEquals(new Set(closedPorts(() => random)), new Set(CLOSED_PORTS));
    assertEquals(closedPorts(() => random).length, CLOSED_PORTS.length);
  }
  assertEquals(closedPorts(() => 0.999)[0], CLOSED_PORTS.at(-1));
});
