import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Chromedriver } from "../../drivers/chromedriver.ts";
import { CLOSED_PORTS } from "../../drivers/closed_ports.ts";
import { DriverError } from "../../drivers/driver.ts";
import { findChrome } from "../../drivers/find.ts";
import { NO_LEDGER } from "../../drivers/ledger.ts";
import { askLoopback } from "../../drivers/loopback_http.ts";
import { thisMachine } from "../../drivers/machine.ts";

const GIVEN = {
  chrome: Deno.env.get("CHROME") ?? null,
  chromedriver: Deno.env.get("CHROMEDRIVER") ?? null,
  firefox: null,
};

function start(ports?: readonly number[]): Promise<Chromedriver> {
  return Chromedriver.start(findChrome(GIVEN, thisMachine()).chromedriver, NO_LEDGER, ports);
}

Deno.test("Chromedriver.start() answers no request without the path that is its own", async () => {
  const chromedriver = await start();
  try {
    assert(CLOSED_PORTS.includes(chromedriver.port), "a page can reach it");
    const body = JSON.stringify({
      capabilities: { alwaysMatch: { "goog:chromeOptions": { binary: "/bin/false" } } },
    });
    for (
      const [method, path] of [["GET", "/status"], ["POST", "/session"], [
        "GET",
        "/shutdown",
      ]] as const
    ) {
      const { ok, text } = await askLoopback(chromedriver.port, {
        method,
        path,
        ...(method === "POST" && { body }),
        signal: AbortSignal.timeout(10_000),
      });
      assertEquals([path, ok, text], [path, false, "unhandled request"]);
    }
    assert(chromedriver.running);
    await assertRejects(
      () => chromedriver.newSession({ "goog:chromeOptions": { binary: "/bin/false" } }),
      DriverError,
      "Chrome did not start: session not created",
    );
  } finally {
    await chromedriver.stop();
  }
});

Deno.test("Chromedriver.start() goes on to the next port when another has the first", async () => {
  const first = await start();
  try {
    const next = CLOSED_PORTS.filter((port) => port !== first.port);
    const second = await start([first.port, ...next]);
    assert(next.includes(second.port));
    await second.stop();
    const error = await assertRejects(() => start([first.port]), DriverError);
    assertStringIncludes(error.message, "every port chromedriver may have is taken");
  } finally {
    await first.stop();
  }
});

Deno.test("Chromedriver.watch() tells of its end, also later, and nobody who wants to know no more", async () => {
  const chromedriver = await start();
  const told: string[] = [];
  chromedriver.watch((how) => void told.push(`watching ${how}`));
  chromedriver.watch((how) => void told.push(`over ${how}`))();
  await chromedriver.stop();
  const how = await chromedriver.exited;
  assertEquals(told, [`watching ${how}`]);
  chromedriver.watch((how) => void told.push(`late ${how}`));
  await chromedriver.exited;
  assertEquals(told, [`watching ${how}`, `late ${how}`]);
});
