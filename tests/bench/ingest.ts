/**
 * Frames from text to masked, merged rows, through connection, subscriber and capture, against a bare
 * `JSON.parse` of the same frames; and what the difference is spent on, by leaving out one stage after
 * the other.
 *
 * Both sides are fed alike, as a socket feeds: frame by frame, each handled before the next, the event
 * loop turning every few. Of each the fastest round counts: on a machine that does other things too,
 * that is the one which measured this and nothing else.
 *
 * @module
 */
import { createSystem } from "../../actors/core/system.ts";
import { flush } from "../../actors/commands.ts";
import { spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { spawnSubscriber } from "../../actors/subscriber.ts";
import type { BidiEvent, EventName } from "../../bidi/protocol.ts";
import type { TransportListener } from "../../bidi/transport.ts";
import { Capture } from "../../capture/capture.ts";
import { entryText } from "../../capture/console_text.ts";
import { Masker } from "../../capture/masker.ts";
import type { Figure } from "./ratios.ts";

const ROUNDS = 12;
/** Frames in one turn of the event loop. */
const TURN = 32;
/** How often the short recordings are fed in one round. */
const REPEATS = 8;
const EVENTS: readonly EventName[] = [
  "log.entryAdded",
  "network.beforeRequestSent",
  "network.responseStarted",
  "network.responseCompleted",
  "network.fetchError",
  "browsingContext.contextCreated",
  "browsingContext.contextDestroyed",
  "browsingContext.navigationStarted",
  "browsingContext.navigationCommitted",
  "browsingContext.navigationFailed",
  "browsingContext.load",
  "browsingContext.historyUpdated",
  "browsingContext.fragmentNavigated",
];
const recordings = new URL("../frames/", import.meta.url);

/** A masker that masks nothing, so that what is left is the rest of capture. */
class NoMasker extends Masker {
  override learnHeaders(): void {}
  override header(_name: string, value: string): string {
    return value;
  }
  override url(url: string): string {
    return url;
  }
  override withoutQuery(url: string): string {
    return url;
  }
  override text(text: string): string {
    return text;
  }
  override body(text: string): string {
    return text;
  }
}

type Browser = "chrome" | "firefox";
type Take = (event: BidiEvent, at: number) => void;

/** The event frames of one browser's console flood, or of its other recordings. */
async function load(browser: Browser, flood: boolean): Promise<string[]> {
  const folder = new URL(`${browser === "chrome" ? "chromium" : browser}/`, recordings);
  const texts: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".jsonl") || (name === "flood.jsonl") !== flood) continue;
    const text = await Deno.readTextFile(new URL(name, folder));
    texts.push(...text.split("\n").filter((line) => /^\{.*"type":"event"/.test(line)));
  }
  return texts;
}

async function feed(texts: readonly string[], take: (text: string) => void): Promise<void> {
  for (const [i, text] of texts.entries()) {
    take(text);
    if (i % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    else await null;
  }
}

/** Milliseconds of a bare parse. */
async function parse(texts: readonly string[]): Promise<number> {
  const began = performance.now();
  await feed(texts, (text) => void JSON.parse(text));
  return performance.now() - began;
}

/** Milliseconds until the last frame has come through the real actors and was handled. */
async function ingest(texts: readonly string[], take: Take): Promise<number> {
  const system = createSystem({ report: () => {} });
  let browser: TransportListener | undefined;
  const stats = new DispatcherStats();
  const connection = spawnConnection(system, "bench", {
    transport: {
      listen: (listener) => void (browser = listener),
      send(text) {
        const { id } = JSON.parse(text);
        browser?.frame(JSON.stringify({ type: "success", id, result: { contexts: [] } }));
      },
      pause() {},
      resume() {},
      close() {},
    },
    owner: () => {},
    stats,
  });
  let lost = 0;
  const ref = spawnSubscriber(system, "bench/capture", {
    event: take,
    lost: (count) => lost += count,
  }, stats);
  connection.tell({ kind: "route", subscriber: ref, events: EVENTS });
  await flush(connection);
  const began = performance.now();
  await feed(texts, (text) => browser?.frame(text));
  const contexts = await flush(connection, 60_000);
  const took = performance.now() - began;
  await connection.stop();
  await ref.stop();
  if (lost > 0 || contexts === null) throw new Error(`the feed was too fast: ${lost} events lost`);
  return took;
}

function capture(browser: Browser, masker: Masker): Take {
  const capture = new Capture({ masker, ttlMs: 10_800_000 });
  capture.attach(browser, 0);
  return (event, at) => capture.ingest(event, at);
}

/** Milliseconds of making the console's texts alone, unmasked. */
function format(events: readonly BidiEvent[], browser: Browser): number {
  const mask = new NoMasker();
  const began = performance.now();
  for (const event of events) {
    if (event.method === "log.entryAdded") entryText(event.params, browser, mask);
  }
  return performance.now() - began;
}

async function measure(browser: Browser, flood: boolean): Promise<Figure> {
  const once = await load(browser, flood);
  const texts = flood ? once : Array.from({ length: REPEATS }, () => once).flat();
  const events = texts.map((text) => JSON.parse(text) as BidiEvent);
  const stages = {
    parse: () => parse(texts),
    actors: () => ingest(texts, () => {}),
    unmasked: () => ingest(texts, capture(browser, new NoMasker())),
    whole: () => ingest(texts, capture(browser, new Masker())),
    texts: () => format(events, browser),
  };
  const best = {
    parse: Infinity,
    actors: Infinity,
    unmasked: Infinity,
    whole: Infinity,
    texts: Infinity,
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(stages) as (keyof typeof stages)[]) {
      best[name] = Math.min(best[name], await stages[name]());
    }
  }
  const per = (ms: number) => `${(ms * 1000 / texts.length).toFixed(1)}`;
  return {
    what: `ingest rate against JSON.parse, ${browser}, ${flood ? "console flood" : "all else"}`,
    value: best.parse / best.whole,
    unit: "x",
    bound: { at: "least", value: 0.5 },
    how: `${texts.length} frames; µs a frame: JSON.parse ${
      per(best.parse)
    }, mailboxes and routing ${per(best.actors - best.parse)}, console texts ${
      per(best.texts)
    }, merging and the rest of capture ${per(best.unmasked - best.actors - best.texts)}, masking ${
      per(best.whole - best.unmasked)
    }; whole ${per(best.whole)}`,
  };
}

/** Measures both browsers' recordings: the flood of console lines, and everything else. */
export async function ingestFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const browser of ["chrome", "firefox"] as const) {
    for (const flood of [true, false]) figures.push(await measure(browser, flood));
  }
  return figures;
}
