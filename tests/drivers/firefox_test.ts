import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { deadline, delay } from "@std/async";
import { DriverError } from "../../drivers/driver.ts";
import {
  browserProcesses,
  childrenNamed,
  closing,
  drivers,
  leftovers,
  profiles,
  START,
  tree,
} from "./browsers.ts";

/** Waited for as a caller would wait. */
const WITHIN_MS = 2000;

Deno.test("FirefoxDriver starts a Firefox that answers, and end() leaves nothing behind", async () => {
  await using driver = closing(drivers().firefox);
  const session = await driver.start(START);
  const { contexts } = await tree(session) as { contexts: { url: string }[] };
  assertEquals(contexts.map(({ url }) => url), ["about:blank"]);
  assert(driver.ownAddresses().includes(new URL(session.socketUrl).host));
  assertEquals(session.unwedge, undefined);
  const made = profiles("firefox");
  assertEquals(made.length, 1);

  await Promise.all([session.end(), session.end()]);
  assertEquals(await childrenNamed("firefox"), []);
  assertEquals(leftovers(), []);
  assertEquals(driver.ownAddresses(), []);
});

Deno.test("died resolves when Firefox is killed, and end() cleans up", async () => {
  await using driver = closing(drivers().firefox);
  const session = await driver.start(START);
  const [browser] = await browserProcesses(profiles("firefox"));
  assert(browser);
  Deno.kill(browser.pid, "SIGKILL");
  const why = await deadline(session.died, WITHIN_MS);
  assertStringIncludes(why, "Firefox ended unexpectedly (SIGKILL)");
  await session.end();
  assertEquals(await childrenNamed("firefox"), []);
  assertEquals(leftovers(), []);
});

Deno.test("close() ends every Firefox left", async () => {
  const driver = drivers().firefox;
  await driver.start(START);
  await driver.close();
  await driver.close();
  assertEquals(await childrenNamed("firefox"), []);
  assertEquals(leftovers(), []);
  await assertRejects(() => driver.start(START), DriverError, "the service is stopping");
});

Deno.test("a start that is aborted or too slow gives back what it had started", async () => {
  const driver = drivers().firefox;
  const abort = new AbortController();
  const starting = driver.start({ ...START, signal: abort.signal });
  while ((await childrenNamed("firefox")).length === 0) {
    await delay(10);
  }
  abort.abort(new Error("enough"));
  await assertRejects(() => starting, Error, "enough");
  const slow = driver.start({ ...START, timeoutMs: 1 });
  await assertRejects(() => slow, DriverError, "did not start within 1 ms");
  await driver.close();
  assertEquals(await childrenNamed("firefox"), []);
  assertEquals(leftovers(), []);
});

Deno.test("FirefoxDriver says what does not start", async () => {
  await using missing = closing(drivers({ firefox: "/nowhere/firefox" }).firefox);
  await assertRejects(() => missing.start(START), DriverError, "/nowhere/firefox");
  await using mute = closing(drivers({ firefox: "/bin/false" }).firefox);
  await assertRejects(() => mute.start(START), DriverError, "Firefox did not start: exit code 1");
  assertEquals(leftovers(), []);
});
