/**
 * `deno task bench`: measures, prints a line for each figure, and exits with 1 when one misses its
 * bound. All ratios are of one run on one machine.
 *
 * @module
 */
import { BROWSERS, startSite } from "../e2e/harness.ts";
import { callFigures } from "./call.ts";
import { ingestFigures } from "./ingest.ts";
import { memoryFigures } from "./memory.ts";
import { type Figure, keeps, line } from "./ratios.ts";
import { startServer } from "./server.ts";
import { startFigure } from "./start.ts";

let missed = 0;
function tell(figures: readonly Figure[]): void {
  for (const figure of figures) {
    if (!keeps(figure)) missed++;
    console.log(line(figure));
  }
}

const site = await startSite();
try {
  const page = `${site.origin}/p/blank`;
  tell([await startFigure()]);
  for (const browser of BROWSERS) {
    await using server = await startServer();
    tell(await callFigures(server, browser, page));
  }
  tell(await memoryFigures("chrome", page, async () => tell(await ingestFigures())));
} finally {
  await site.stop();
}
Deno.exitCode = missed > 0 ? 1 : 0;
