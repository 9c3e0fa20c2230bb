import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { Child } from "../../drivers/child.ts";
import { DriverError } from "../../drivers/driver.ts";
import { isAlive, isGone } from "../../drivers/pid.ts";

const NEVER = new AbortController().signal;

function shell(script: string): Child {
  return Child.spawn("/bin/sh", ["-c", script], { name: "The shell" });
}

Deno.test("announced() gives what either stream said, over several writes", async () => {
  for (const stream of ["1", "2"]) {
    const child = shell(`printf 'port ' >&${stream}; sleep 0.05; echo 4711 >&${stream}; sleep 60`);
    assertEquals(await child.announced(/port (\d+)\n/, 5000, NEVER), "4711");
    await child.stop(1000);
  }
});

Deno.test("announced() says how a child ended that never announced itself", async () => {
  const child = shell("echo 'no display' >&2; exit 3");
  const error = await assertRejects(() => child.announced(/port/, 5000, NEVER), DriverError);
  assertStringIncludes(error.message, "exit code 3: no display");
  await child.stop(0);
});

Deno.test("announced() gives up after its time, and when aborted", async () => {
  const child = shell("sleep 60");
  await assertRejects(() => child.announced(/port/, 50, NEVER), DriverError, "within 50 ms");
  const aborted = AbortSignal.abort(new Error("enough"));
  await assertRejects(() => child.announced(/port/, 5000, aborted), Error, "enough");
  await child.stop(0);
});

Deno.test("Child.spawn() says what cannot be run", async () => {
  const text = await Deno.makeTempFile({ prefix: "pagetap-test-" });
  const spawn = (path: string) => () => Child.spawn(path, [], { name: "Firefox" });
  assertThrows(spawn("/nowhere/firefox"), DriverError, "Cannot run Firefox at /nowhere/firefox");
  assertThrows(spawn(text), DriverError, "it may not be run");
  await Deno.remove(text);
});

Deno.test("stop() ends the whole group, also what ignores being asked", async () => {
  const child = shell("trap '' TERM; sleep 60 & echo pid $!; wait; sleep 60");
  const grandchild = Number(await child.announced(/pid (\d+)\n/, 5000, NEVER));
  assertEquals(isAlive(grandchild), true);
  await child.stop(100);
  assertEquals(await child.exited, "SIGKILL");
  assertEquals(await isGone(grandchild, 2000), true);
  await child.stop(100);
});
