/**
 * Frames from text to masked, merged rows, through connection, subscriber and capture, against a bare
 * `JSON.parse` of the same frames.
 *
 * @module
 */
import { createSystem } from "../../actors/core/system.ts";
import { spawnConnection } from "../../actors/connection.ts";
import { spawnSubscriber } from "../../actors/subscriber.ts";
import type { EventName } from "../../bidi/protocol.ts";
import type { TransportListener } from "../../bidi/transport.ts";
import { Capture } from "../../capture/capture.ts";
import { Masker } from "../../capture/masker.ts";
import { type Figure, median } from "./ratios.ts";

const ROUNDS = 15;
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
  "browsingContext.historyUpdated",
  "browsingContext.fragmentNavigated",
];
const frames = new URL("../frames/", import.meta.url);

/** The event frames of every recording of one browser, or of one kind of them. */
async function load(browser: string, flood: boolean): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name } of Deno.readDir(new URL(`${browser}/`, frames))) {
    if (!name.endsWith(".jsonl") || (name === "flood.jsonl") !== flood) continue;
    const text = await Deno.readTextFile(new URL(`${browser}/${name}`, frames));
    texts.push(...text.split("\n").filter((line) => /^\{.*"type":"event"/.test(line)));
  }
  return texts;
}

/** Runs all frames through the real actors; resolves with milliseconds. */
async function ingest(texts: readonly string[], browser: "chrome" | "firefox"): Promise<number> {
  const system = createSystem({ report: () => {} });
  const capture = new Capture({ masker: new Masker(), ttlMs: 10_800_000 });
  capture.attach(browser, system.clock.now());
  let listener: TransportListener | undefined;
  const connection = spawnConnection(system, "bench", {
    transport: { listen: (given) => void (listener = given), send() {}, close() {} },
    owner: () => {},
  });
  const handled = Promise.withResolvers<void>();
  const { ref } = spawnSubscriber(system, "bench/capture", {
    event: (event, at) => capture.ingest(event, at),
    lost: () => handled.reject(new Error("events were lost: the bench feeds too fast")),
  });
  connection.tell({ kind: "route", subscriber: ref, events: EVENTS });
  await new Promise((resolve) => setTimeout(resolve));
  const began = performance.now();
  for (const [i, text] of texts.entries()) {
    listener?.frame(text);
    // A socket hands over a few frames a turn of the event loop.
    if (i % 32 === 31) await Promise.resolve().then(() => {});
  }
  ref.tell({ kind: "barrier", passed: handled.resolve });
  await handled.promise;
  const took = performance.now() - began;
  await connection.stop();
  await ref.stop();
  return took;
}

function parse(texts: readonly string[]): number {
  const began = performance.now();
  for (const text of texts) JSON.parse(text);
  return performance.now() - began;
}

/** Measures both browsers' recordings: the flood of console lines, and everything else. */
export async function ingestFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [folder, browser] of [["chromium", "chrome"], ["firefox", "firefox"]] as const) {
    for (const flood of [true, false]) {
      const once = await load(folder, flood);
      const texts = flood ? once : Array.from({ length: 8 }, () => once).flat();
      const bare: number[] = [];
      const whole: number[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        bare.push(parse(texts));
        whole.push(await ingest(texts, browser));
      }
      const [parsed, ingested] = [median(bare), median(whole)];
      figures.push({
        what: `ingest rate against JSON.parse, ${browser}, ${flood ? "console flood" : "all else"}`,
        value: parsed / ingested,
        unit: "x",
        bound: { at: "least", value: 0.5 },
        how: `${texts.length} frames: parse ${parsed.toFixed(1)} ms, whole ${
          ingested.toFixed(1)
        } ms`,
      });
    }
  }
  return figures;
}
