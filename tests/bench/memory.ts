/**
 * The server's own memory: before, right after and a minute after a flood, and with full buffers.
 *
 * @module
 */
import type { BrowserName } from "../e2e/harness.ts";
import type { Figure } from "./ratios.ts";
import { startServer } from "./server.ts";

const LINES = 20_000;
const SETTLE_MS = 3_000;
const AFTER_MS = 60_000;
const MOST_TIMES = 1.5;
const MOST_MIB = 120;
/** A thousand lines whose arguments fill what a workspace may hold. */
const FILL = `const big = { text: Array.from({ length: 40 }, (_, i) => "x".repeat(400) + i) };
  for (let i = 0; i < 1000; i++) console.log("line", i, big); return null;`;

/** What a process holds in memory, in MiB. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  const kibibytes = /^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1];
  if (kibibytes === undefined) throw new Error(`The memory of process ${pid} cannot be read`);
  return Number(kibibytes) / 1024;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Measures a server of its own.
 *
 * @param meanwhile Runs in the minute after the flood.
 */
export async function memoryFigures(
  browser: BrowserName,
  url: string,
  meanwhile: () => Promise<void>,
): Promise<Figure[]> {
  await using server = await startServer();
  const idle = await residentMiB(server.pid);
  await using workspace = await server.open(browser, url);
  await pause(SETTLE_MS);
  const before = await residentMiB(server.pid);
  await workspace.call("execute_script", {
    script: `for (let i = 0; i < ${LINES}; i++) console.error("flood", i); return null;`,
    timeout: 120,
  });
  const right = await residentMiB(server.pid);
  await Promise.all([pause(AFTER_MS), meanwhile()]);
  const after = await residentMiB(server.pid);
  await workspace.call("execute_script", { script: FILL });
  await pause(SETTLE_MS);
  const full = await residentMiB(server.pid);
  const how = `MiB: idle ${idle.toFixed(0)}, with a session ${before.toFixed(0)}, right after ${
    LINES.toLocaleString("en")
  } lines ${right.toFixed(0)}, 60 s later ${after.toFixed(0)}`;
  return [
    {
      what: "memory 60 s after a flood against before",
      value: after / before,
      unit: "x",
      bound: { at: "most", value: MOST_TIMES },
      how,
    },
    {
      what: "memory 60 s after a flood",
      value: after,
      unit: "MiB",
      bound: { at: "most", value: MOST_MIB },
      how: "resident, the server's process alone",
    },
    {
      what: "memory with full buffers",
      value: full,
      unit: "MiB",
      how: "1 000 lines whose arguments fill the 16 MiB of a workspace",
    },
  ];
}
