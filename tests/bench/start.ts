/**
 * How soon the bundle answers.
 *
 * @module
 */
import { type Figure, median } from "./ratios.ts";
import { BUNDLE } from "./server.ts";

const STARTS = 7;
const MOST_MS = 600;
/** Milliseconds after which a start has failed. */
const GIVE_UP_MS = 20_000;

/** A port that was free a moment ago. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** Milliseconds from spawning the bundle to the first answer of its `/health`. */
async function start(): Promise<number> {
  const port = freePort();
  const began = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...BUNDLE, "--port", String(port)],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    while (true) {
      const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
      await answer?.body?.cancel();
      const took = performance.now() - began;
      if (answer?.ok) return took;
      if (took > GIVE_UP_MS) throw new Error(`The bundle did not answer within ${GIVE_UP_MS} ms`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  } finally {
    child.kill("SIGTERM");
    await child.status;
  }
}

/** Measures some starts, one after the other. */
export async function startFigure(): Promise<Figure> {
  const all: number[] = [];
  for (let i = 0; i < STARTS; i++) all.push(await start());
  return {
    what: "/health answers after starting the bundle",
    value: median(all),
    unit: "ms",
    bound: { at: "most", value: MOST_MS },
    how: `median of ${STARTS} starts, ${Math.min(...all).toFixed(0)} to ${
      Math.max(...all).toFixed(0)
    } ms`,
  };
}
