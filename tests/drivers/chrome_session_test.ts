import { assertEquals } from "@std/assert";
import { chromeSession, type SessionDriver } from "../../drivers/chrome_session.ts";

/** The process id of a program that has ended. */
async function gone(): Promise<number> {
  const child = new Deno.Command("true").spawn();
  await child.status;
  return child.pid;
}

async function setUp() {
  const watchers = new Set<(how: string) => void>();
  const steps: string[] = [];
  const chromedriver: SessionDriver = {
    running: true,
    deleteSession: (id) => (steps.push(`delete ${id}`), Promise.resolve()),
    answers: () => Promise.resolve(true),
    watch: (tell) => {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
  };
  const created = { id: "s1", socketUrl: "ws://127.0.0.1:1/", pid: await gone(), debuggerPort: 5 };
  const session = chromeSession(chromedriver, created, () => {
    steps.push("remove");
    return Promise.resolve();
  });
  return { session, watchers, steps };
}

Deno.test("chromeSession() leaves nothing on a chromedriver that outlives it", async () => {
  const { session, watchers, steps } = await setUp();
  assertEquals([watchers.size, session.ports], [1, [5]]);
  await Promise.all([session.end(), session.end()]);
  assertEquals([watchers.size, steps], [0, ["delete s1", "remove"]]);
});

Deno.test("chromeSession() says that its chromedriver ended", async () => {
  const { session, watchers } = await setUp();
  for (const tell of watchers) tell("SIGKILL");
  assertEquals(await session.died, "chromedriver ended unexpectedly (SIGKILL)");
  await session.end();
});
