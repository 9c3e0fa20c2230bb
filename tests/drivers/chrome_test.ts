import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { deadline, delay } from "@std/async";
import { DriverError } from "../../drivers/driver.ts";
import { isGone } from "../../drivers/pid.ts";
import {
  browserProcesses,
  childrenNamed,
  closing,
  drivers,
  leftovers,
  noProfiles,
  profiles,
  START,
  tree,
} from "./browsers.ts";

/** Both are waited for as a caller would wait. */
const WITHIN_MS = 2000;

/** A browser nobody waits for is given back once it has started. */
const GIVEN_BACK_MS = 20_000;

Deno.test("ChromeDriver starts a Chrome that answers, and end() leaves nothing behind", async () => {
  await using driver = closing(drivers().chrome);
  const session = await driver.start(START);
  assertEquals(session.newSession, null);
  const { contexts } = await tree(session) as { contexts: unknown[] };
  assertEquals(contexts.length, 1);
  assert(driver.ownAddresses().includes(new URL(session.socketUrl).host));
  assertEquals(await session.unwedge?.(START.signal), true);
  const made = profiles("chrome");
  assertEquals(made.length, 1);
  assert((await browserProcesses(made)).length > 1);

  await Promise.all([session.end(), session.end()]);
  assertEquals(await browserProcesses(made), []);
  assertEquals(profiles("chrome"), []);
  await driver.close();
  assertEquals(leftovers(), []);
});

Deno.test("ChromeDriver runs several Chromes on one chromedriver, and close() ends them", async () => {
  const driver = drivers().chrome;
  const sessions = await Promise.all([driver.start(START), driver.start(START)]);
  assertEquals(new Set(sessions.map(({ socketUrl }) => new URL(socketUrl).host)).size, 1);
  assertEquals((await childrenNamed("chromedriver")).length, 1);
  const made = profiles("chrome");
  assertEquals(made.length, 2);
  await driver.close();
  await driver.close();
  assertEquals(await browserProcesses(made), []);
  assertEquals(await childrenNamed("chromedriver"), []);
  assertEquals(leftovers(), []);
  await assertRejects(() => driver.start(START), DriverError, "the service is stopping");
});

Deno.test("died resolves when Chrome is killed, and end() cleans up", async () => {
  await using driver = closing(drivers().chrome);
  const session = await driver.start(START);
  const made = profiles("chrome");
  const [browser] = await browserProcesses(made);
  assert(browser);
  Deno.kill(browser.pid, "SIGKILL");
  assertEquals(await deadline(session.died, WITHIN_MS), "Chrome ended unexpectedly");
  await session.end();
  assertEquals(await browserProcesses(made), []);
  assertEquals(profiles("chrome"), []);
  await driver.close();
  assertEquals(leftovers(), []);
});

Deno.test("a killed chromedriver takes its Chromes with it, and the next start works", async () => {
  await using driver = closing(drivers().chrome);
  const session = await driver.start(START);
  const made = profiles("chrome");
  const [browser] = await browserProcesses(made);
  const [chromedriver] = await childrenNamed("chromedriver");
  assert(browser && chromedriver);
  Deno.kill(chromedriver, "SIGKILL");
  assertStringIncludes(await deadline(session.died, WITHIN_MS), "ended unexpectedly");
  assertEquals(await isGone(browser.pid, WITHIN_MS), true);

  const next = await driver.start(START);
  await tree(next);
  await Promise.all([session.end(), next.end()]);
  await driver.close();
  assertEquals(leftovers(), []);
});

Deno.test("a start that is aborted gives back what comes of it", async () => {
  await using driver = closing(drivers().chrome);
  const abort = new AbortController();
  const starting = driver.start({ ...START, signal: abort.signal });
  while (profiles("chrome").length === 0) await delay(10);
  const made = profiles("chrome");
  abort.abort(new Error("enough"));
  await assertRejects(() => starting, Error, "enough");
  await deadline(noProfiles("chrome"), GIVEN_BACK_MS);
  assertEquals(await browserProcesses(made), []);
});

Deno.test("close() ends a start that is under way", async () => {
  const driver = drivers().chrome;
  const starting = driver.start(START);
  while (profiles("chrome").length === 0) await delay(10);
  const made = profiles("chrome");
  const refused = assertRejects(() => starting, DriverError, "the service is stopping");
  await driver.close();
  await refused;
  assertEquals(await browserProcesses(made), []);
  assertEquals(leftovers(), []);
});

Deno.test("ChromeDriver says what does not start", async () => {
  await using missing = closing(drivers({ chrome: "/nowhere/chrome" }).chrome);
  await assertRejects(() => missing.start(START), DriverError, "/nowhere/chrome");
  await using none = closing(drivers({ chrome: "/bin/false" }).chrome);
  await assertRejects(() => none.start(START), DriverError, "Chrome did not start: ");
  await using mute = closing(drivers({ chromedriver: "/bin/false" }).chrome);
  await assertRejects(
    () => mute.start(START),
    DriverError,
    "chromedriver did not start: exit code 1",
  );
  assertEquals(leftovers(), []);
});
