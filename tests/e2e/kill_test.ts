import { assertEquals } from "@std/assert";
import { CueSite } from "./cue_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";
import { killUnder, openAll, PAGES } from "./killing.ts";
import { until } from "./until.ts";

const DRIVER = "chromedriver";

/** A process, and who started it. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** The processes that keep their temporary files in a folder. */
function processesOf(folder: string): Process[] {
  return [...Deno.readDirSync("/proc")].flatMap(({ name: pid }) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!Deno.readTextFileSync(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}`)) return [];
      const status = Deno.readTextFileSync(`/proc/${pid}/status`);
      const [, name = ""] = /^Name:\s+(.*)$/m.exec(status) ?? [];
      return [{ pid: Number(pid), parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), name }];
    } catch {
      return [];
    }
  });
}

/** The drivers that a server has started, and its browsers: its own, and those of its drivers. */
function startedBy(server: number, folder: string): { drivers: number[]; browsers: number[] } {
  const all = processesOf(folder);
  const own = all.filter(({ parent }) => parent === server);
  const drivers = own.filter(({ name }) => name === DRIVER).map(({ pid }) => pid);
  const browsers = [
    ...own.filter(({ name }) => name !== DRIVER),
    ...all.filter(({ parent }) => drivers.includes(parent)),
  ];
  return { drivers, browsers: browsers.map(({ pid }) => pid) };
}

for (
  const [victim, browsers, count, why] of [
    ["browsers", BROWSERS, 4, /(Chrome|Firefox) ended unexpectedly/],
    ["drivers", ["chrome"], 1, /chromedriver ended unexpectedly/],
  ] as const
) {
  Deno.test(`${victim} of this machine are killed, idle and in the middle of a call`, async () => {
    const folder = Deno.makeTempDirSync({ prefix: "pagetap-kill-" });
    try {
      await using site = new CueSite(PAGES);
      await using pagetap = await Pagetap.start({ TMPDIR: folder, MAX_BROWSERS: "5" });
      const all = await openAll(pagetap, site, browsers);
      const victims = startedBy(pagetap.pid, folder)[victim];
      assertEquals(victims.length, count);
      await pagetap.call("other", "open_session", { browser: "firefox" });
      const kill = () => {
        for (const pid of victims) Deno.kill(pid, "SIGKILL");
      };
      await killUnder(all, kill, why, () => pagetap.call("other", "outline"));
      await pagetap.call("other", "end_browser");
      const kept = ["deno", DRIVER];
      await until(() => processesOf(folder).every(({ name }) => kept.includes(name)));
      assertEquals(await pagetap.stop(), 0);
      assertEquals(processesOf(folder), []);
      // A killed chromedriver leaves a folder behind, which is empty.
      const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
      assertEquals(files.filter((name) => !name.includes(".scoped_dir.")), []);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  });
}
