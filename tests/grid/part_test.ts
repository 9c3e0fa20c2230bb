import { assertEquals, assertNotEquals } from "@std/assert";
import { isAlive, isGone } from "../../drivers/pid.ts";
import { Child } from "../e2e/child.ts";
import { Part, sweep } from "./part.ts";

/** Starts a program of a session of its own, names it, and waits. */
const SHELL = {
  command: "/bin/sh",
  args: ["-c", "setsid sleep 300 & echo started $!; wait"],
  ready: /started (\d+)/,
};

function startedBy(output: string): number {
  return Number(SHELL.ready.exec(output)?.[1]);
}

Deno.test("Part.kill() leaves what it started, Part.stop() does not", async () => {
  const part = await Part.start(() => SHELL);
  const started = startedBy(part.output);
  await part.kill();
  assertEquals(part.running, false);
  assertEquals(isAlive(started), true);
  await part.stop();
  assertEquals(isAlive(started), false);
  assertEquals(await Deno.stat(part.folder).catch(() => null), null);
  await part.stop();
});

Deno.test("Part.restart() is another process of the same folder", async () => {
  await using part = await Part.start(() => SHELL);
  const { pid } = part;
  await part.restart();
  assertNotEquals(part.pid, pid);
  assertEquals(isAlive(pid), false);
  assertEquals(part.running, true);
});

Deno.test("Part.stop() ends one that was stopped", async () => {
  const part = await Part.start(() => SHELL);
  part.signal("SIGSTOP");
  await part.stop();
  assertEquals(part.running, false);
});

Deno.test("sweep() ends what a killed process had started, and nothing of one that lives", async () => {
  await using ours = await Part.start(() => SHELL);
  const part = import.meta.resolve("./part.ts");
  const owner = await Child.start({
    command: Deno.execPath(),
    args: [
      "eval",
      `import { Part } from "${part}";
       const part = await Part.start(() => ({ ...${JSON.stringify(SHELL)}, ready: /started/ }));
       console.log(part.output);
       setInterval(() => {}, 1000);`,
    ],
    ready: SHELL.ready,
  });
  const started = Number(owner.match[1]);
  await owner.stop("SIGKILL");
  assertEquals(isAlive(started), true);
  await sweep();
  assertEquals(await isGone(started, 1000), true);
  assertEquals(isAlive(startedBy(ours.output)), true);
});
