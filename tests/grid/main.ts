/**
 * The program behind `deno task grid`: a Selenium Grid on loopback for whoever works on pagetap, until Ctrl-C.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { Grid } from "./grid.ts";

const USAGE = "deno task grid [--port 4444] [--hub] [--chrome 2] [--firefox 2] [--timeout 300]";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const flags = parseFlags();
  if (flags === null) {
    console.error(`usage: ${USAGE}; --timeout in seconds, --hub for a hub and a node`);
    Deno.exitCode = 2;
    return;
  }
  const { hub, ...options } = flags;
  if (isTaken(options.port)) {
    console.error(`Port ${options.port} is taken; --port chooses another`);
    Deno.exitCode = 1;
    return;
  }
  const asked = stopAsked();
  const starting = hub ? Grid.hubAndNode(options) : Grid.standalone(options);
  // Ctrl-C reaches all of the terminal's processes: one that was starting then has ended too.
  const grid = await starting.catch((error) => {
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  });
  if (grid === null) {
    Deno.exitCode = 1;
    return;
  }
  console.log(`Selenium Grid on ${grid.url}; Ctrl-C ends it and its browsers
GRID_URL=${grid.url} deno task serve`);
  const ended = [grid.hub, grid.node].map((part) => part.ended());
  const why = await Promise.race([asked, ...ended]);
  if (why !== "asked") {
    const part = [grid.hub, grid.node].find((part) => !part.running);
    console.error(`A process of the Grid ended by itself: ${part?.output}`);
    Deno.exitCode = 1;
  }
  await grid.stop();
}

function isTaken(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return false;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return true;
    throw error;
  }
}

/** Resolves when somebody wants it to end; a second signal changes nothing, the end is on its way. */
function stopAsked(): Promise<"asked"> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => resolve("asked"));
    }
  });
}

interface Flags {
  readonly port: number;
  readonly hub: boolean;
  readonly chrome: number;
  readonly firefox: number;
  readonly sessionTimeoutS: number;
}

/** What the command line says; null when it cannot be read. */
function parseFlags(): Flags | null {
  const options = {
    port: { type: "string", default: "4444" },
    hub: { type: "boolean", default: false },
    chrome: { type: "string", default: "2" },
    firefox: { type: "string", default: "2" },
    timeout: { type: "string", default: "300" },
  } as const;
  try {
    const { values } = parseArgs({ args: Deno.args, options });
    const { hub, ...numbers } = values;
    if (!Object.values(numbers).every((text) => /^\d{1,5}$/.test(text))) return null;
    return {
      hub,
      port: Number(numbers.port),
      chrome: Number(numbers.chrome),
      firefox: Number(numbers.firefox),
      sessionTimeoutS: Number(numbers.timeout),
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
