/**
 * What a page holds in memory, as far as its browser lets that be seen.
 *
 * @module
 */
import { findChrome, findFirefox } from "../../drivers/find.ts";
import { thisMachine } from "../../drivers/machine.ts";
import { residentMiB } from "../bench/memory.ts";
import type { BrowserName, Pagetap } from "./harness.ts";

/**
 * Firefox's heap grows by little at a time and collects often: otherwise what it may still grow to looks like
 * a leak for as long as any test could wait.
 */
const SMALL_HEAP = {
  "nursery.max_kb": 4_096,
  "gc_high_frequency_small_heap_growth": 110,
  "gc_high_frequency_large_heap_growth": 110,
  "gc_low_frequency_heap_growth": 110,
  "gc_allocation_threshold_mb": 4,
  "gc_malloc_threshold_base_mb": 4,
};

/** How much more the page may hold in the last third than in the one before. */
export const MORE: Readonly<Record<BrowserName, (MiB: number) => number>> = {
  // One object that stays of each line would be 4 MiB.
  chrome: (MiB) => MiB + 1,
  // The whole process, of which the page's objects are the smaller part.
  firefox: (MiB) => MiB * 1.1,
};

/** Puts an executable into `folder` that starts a browser whose memory can be measured; its path. */
export async function measurable(browser: BrowserName, folder: string): Promise<string> {
  const path = `${folder}/${browser}`;
  await Deno.writeTextFile(path, `#!/bin/sh\n${script(browser)}\n`, { mode: 0o700 });
  return path;
}

function script(browser: BrowserName): string {
  const given = {
    chrome: env("CHROME"),
    chromedriver: env("CHROMEDRIVER"),
    firefox: env("FIREFOX"),
  };
  if (browser === "chrome") {
    const { chrome } = findChrome(given, thisMachine());
    return `exec '${chrome}' --enable-precise-memory-info --js-flags=--expose-gc "$@"`;
  }
  const prefs = Object.entries(SMALL_HEAP).map(([name, value]) =>
    `user_pref("javascript.options.mem.${name}", ${value});`
  );
  // pagetap starts it with its profile as the folder for temporary files.
  return `cat >>"$TMPDIR/user.js" <<'END'\n${prefs.join("\n")}\nEND
exec '${findFirefox(given, thisMachine())}' "$@"`;
}

function env(name: string): string | null {
  return Deno.env.get(name) ?? null;
}

/**
 * How much the page holds, in MiB, again and again until `done`: in Chrome what is left of its heap after a
 * full collection, in Firefox the resident memory of the processes of pages.
 */
export async function heldMiB(
  pagetap: Pagetap,
  workspace: string,
  browser: BrowserName,
  done: () => boolean,
): Promise<number[]> {
  const sizes: number[] = [];
  while (!done()) {
    sizes.push(
      browser === "chrome" ? await heapMiB(pagetap, workspace) : await pagesMiB(pagetap.pid),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return sizes;
}

async function heapMiB(pagetap: Pagetap, workspace: string): Promise<number> {
  const script = "gc(); return performance.memory.usedJSHeapSize / 2 ** 20";
  return (await pagetap.call(workspace, "execute_script", { script })).value as number;
}

async function pagesMiB(server: number): Promise<number> {
  const pids = await descendants(server);
  const sizes = await Promise.all(pids.map(async (pid) => {
    const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
    return / tab$/.test(command.replaceAll("\0", " ").trim())
      ? await residentMiB(pid).catch(() => 0)
      : 0;
  }));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The processes that a process has started, and those that they have. */
async function descendants(pid: number): Promise<number[]> {
  const threads = await Array.fromAsync(Deno.readDir(`/proc/${pid}/task`)).catch(() => []);
  const lists = await Promise.all(
    threads.map(({ name }) =>
      Deno.readTextFile(`/proc/${pid}/task/${name}/children`).catch(() => "")
    ),
  );
  const pids = lists.flatMap((list) => list.split(" ").filter((each) => each !== "").map(Number));
  return [...pids, ...(await Promise.all(pids.map(descendants))).flat()];
}
