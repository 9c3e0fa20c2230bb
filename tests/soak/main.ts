/**
 * `deno task soak [seconds] [chrome|firefox] [--grid]`: one session with capture on a page that sends 200
 * events a second, and a call every two seconds. Prints a line every ten seconds, and exits with 1 when
 * memory did not stay flat, something was lost without a word, or a call failed.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { delay } from "@std/async";
import { median } from "../bench/ratios.ts";
import { type BrowserName, BROWSERS, Pagetap } from "../e2e/harness.ts";
import { Grid } from "../grid/parts.ts";
import { type Kept, Meter, type Reading } from "./meter.ts";
import { SoakSite } from "./site.ts";
import { judge, type Soak } from "./verdict.ts";

const USAGE = "deno task soak [seconds, 60 or more] [chrome|firefox] [--grid]";
const MIN_SECONDS = 60;
const DEFAULT_SECONDS = 120;
const WORKSPACE = "soak";
const SAMPLE_MS = 1_000;
const CALL_EVERY = 2;
const LINE_EVERY = 10;

/**
 * Collects all that is not held, each time and in a young generation that does not grow: otherwise V8 takes
 * a minute or two to come to the size at which it collects, and that minute looks like a leak.
 */
const V8_FLAGS = "--gc-global,--min-semi-space-size=4,--max-semi-space-size=4";

/** Calls made in turn. One may come while the page goes to another document. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ["execute_script", { script: "return 1" }],
  ["interact", { selector: { css: "button" }, action: "click" }],
  ["extract", {}],
  ["read", { uri: "workspace://console?level=error" }],
  ["outline", {}],
  ["read", { uri: "workspace://network?filter=failed" }],
];

interface Options {
  readonly seconds: number;
  readonly browser: BrowserName;
  readonly grid: boolean;
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const options = parseOptions();
  if (options === null) {
    console.error(`usage: ${USAGE}`);
    Deno.exitCode = 2;
    return;
  }
  await using grid = options.grid ? await Grid.standalone() : null;
  await using site = new SoakSite();
  await using pagetap = await Pagetap.start({
    DENO_V8_FLAGS: V8_FLAGS,
    ...(grid !== null && { GRID_URL: grid.url }),
  });
  const { browser } = options;
  await pagetap.call(WORKSPACE, "open_session", { browser, url: site.url, capture: true });
  const findings = judge(await soak(pagetap, options.seconds));
  await pagetap.call(WORKSPACE, "end_browser");
  for (const { ok, words } of findings) console.log(`${ok ? "ok    " : "MISSED"} ${words}`);
  Deno.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
}

/** Lets it run, and prints how it goes. */
async function soak(pagetap: Pagetap, seconds: number): Promise<Soak> {
  const meter = new Meter(pagetap, WORKSPACE);
  const resident: number[] = [];
  const callMs: number[] = [];
  const failures: string[] = [];
  const first = await meter.read();
  let last = first;
  let lineCalls = 0;
  const began = performance.now();
  for (let second = 1; second <= seconds; second++) {
    await delay(Math.max(0, began + second * SAMPLE_MS - performance.now()));
    resident.push(await meter.residentMiB());
    if (second % CALL_EVERY === 0) {
      const [tool, args] = CALLS[(second / CALL_EVERY) % CALLS.length] ?? ["extract", {}];
      const sent = performance.now();
      const { status, body } = await pagetap.post(WORKSPACE, tool, args);
      callMs.push(performance.now() - sent);
      if (status >= 500) failures.push(`${tool}: ${status} ${body.error}`);
    }
    if (second % LINE_EVERY === 0) {
      const reading = await meter.read();
      const kept = [await meter.kept("console"), await meter.kept("network")] as const;
      const line = { second, residentMiB: resident.at(-1) ?? 0, reading, last, kept };
      console.log(words(line, callMs.slice(lineCalls)));
      last = reading;
      lineCalls = callMs.length;
    }
  }
  const elapsed = (performance.now() - began) / 1000;
  const { events, lost } = await meter.read();
  return {
    seconds: elapsed,
    residentMiB: resident,
    events: events - first.events,
    lost,
    ...await meter.lines(),
    callMs,
    failures,
  };
}

interface Line {
  readonly second: number;
  readonly residentMiB: number;
  readonly reading: Reading;
  readonly last: Reading;
  readonly kept: readonly [entries: Kept, requests: Kept];
}

function words({ second, residentMiB, reading, last, kept }: Line, callMs: number[]): string {
  const [entries, requests] = kept;
  return [
    `${second} s`.padStart(7),
    `${residentMiB.toFixed(0)} MiB resident`,
    `${(reading.captureBytes / 1024 ** 2).toFixed(2)} MiB captured`,
    `${entries.kept} entries (${entries.evicted} evicted)`,
    `${requests.kept} requests (${requests.evicted} evicted)`,
    `${reading.lost} lost`,
    `${((reading.events - last.events) / LINE_EVERY).toFixed(0)} events/s`,
    `lag p95 ${reading.lagP95Ms.toFixed(1)} ms`,
    `calls ${median(callMs).toFixed(0)} ms, longest ${Math.max(...callMs).toFixed(0)} ms`,
  ].join("  ");
}

/** What the command line says; null when it cannot be read. */
function parseOptions(): Options | null {
  try {
    const options = { grid: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({
      args: Deno.args,
      options,
      allowPositionals: true,
    });
    const browsers = BROWSERS.filter((browser) => positionals.includes(browser));
    const numbers = positionals.filter((text) => /^\d{1,7}$/.test(text)).map(Number);
    const [seconds = DEFAULT_SECONDS] = numbers;
    if (browsers.length > 1 || numbers.length > 1 || seconds < MIN_SECONDS) return null;
    if (browsers.length + numbers.length < positionals.length) return null;
    return { seconds, browser: browsers[0] ?? "chrome", grid: values.grid };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
