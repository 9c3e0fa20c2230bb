/** Replays recorded frames through capture, as they came and when they came. */
import { decode } from "../../bidi/codec.ts";
import type { ContextInfo } from "../../bidi/protocol.ts";
import { Capture } from "../../capture/capture.ts";
import { Masker } from "../../capture/masker.ts";
import type {
  ConsoleList,
  Hint,
  NavigationMark,
  NetworkList,
  RequestDetail,
} from "../../capture/shapes.ts";

/** The recorded browsers. */
export type Recorded = "chromium" | "firefox";

/** One line of a recording and when it arrived, in epoch milliseconds. */
export interface Frame {
  readonly text: string;
  readonly at: number;
}

const FRAMES = new URL("../frames/", import.meta.url);

/** The scenarios recorded of a browser. */
export function scenarios(browser: Recorded): string[] {
  const files = [...Deno.readDirSync(new URL(`${browser}/`, FRAMES))];
  return files.map(({ name }) => name).filter((name) => name.endsWith(".jsonl"))
    .map((name) => name.slice(0, -".jsonl".length)).sort();
}

/** The recorder's own line where it dropped its socket: what comes after is another one's. */
const RECONNECT = '{"mark":"reconnect"';

/** The frames of the first socket of a scenario. */
export function framesOf(browser: Recorded, scenario: string): Frame[] {
  const frames = allFramesOf(browser, scenario);
  const reconnected = frames.findIndex(({ text }) => text.startsWith(RECONNECT));
  return reconnected < 0 ? frames : frames.slice(0, reconnected);
}

/**
 * The frames of a scenario, of all its sockets. Arrival times count from the start; the events' own tell when
 * that was.
 */
export function allFramesOf(browser: Recorded, scenario: string): Frame[] {
  const path = new URL(`${browser}/${scenario}`, FRAMES).href;
  const lines = Deno.readTextFileSync(new URL(`${path}.jsonl`)).trim().split("\n").slice(1);
  const times = Deno.readTextFileSync(new URL(`${path}.times`)).trim().split(/\s+/).map(Number);
  const first = lines.findIndex((line) => /"timestamp":[1-9]/.test(line));
  const stamp = Number(/"timestamp":(\d+)/.exec(lines[first] ?? "")?.[1]);
  const start = stamp - (times[first] ?? 0);
  return lines.map((text, at) => ({ text, at: start + (times[at] ?? 0) }));
}

/** What became of a replay. */
export interface Replay {
  readonly capture: Capture;
  /** Every document that was marked on the way, by number. */
  readonly marks: Map<number, NavigationMark>;
  /** When the last frame arrived. */
  readonly end: number;
}

/**
 * Replays frames into a new capture, in the window of one call that navigates. Where its socket was dropped the session
 * is heard again through the next, or has ended when no command is answered there.
 */
export function replay(browser: Recorded, frames: readonly Frame[]): Replay {
  const capture = new Capture({ masker: new Masker(), ttlMs: 10_800_000 });
  const marks = new Map<number, NavigationMark>();
  let end = frames[0]?.at ?? 0;
  capture.attach(browser === "chromium" ? "chrome" : "firefox", end);
  capture.sync(firstTree(frames));
  capture.openWindow(1, { input: true, navigates: true }, end);
  for (const [at, frame] of frames.entries()) {
    if (frame.text.startsWith(RECONNECT)) {
      reconnect(capture, end, frames.slice(at + 1));
      continue;
    }
    end = frame.at;
    const message = decode(frame.text);
    if (message.kind === "result") {
      syncWith(capture, message.result);
      if (frame.text.includes('"subscription"')) capture.replayed(end);
    }
    if (message.kind !== "event") continue;
    capture.ingest(message.event, frame.at);
    if (!/^(?:log|network)\./.test(message.event.method) || marks.size === 0) {
      note(marks, capture, end);
    }
  }
  note(marks, capture, end);
  return { capture, marks, end };
}

/** What can be read when all frames have come, whoever took them. */
export interface Reading {
  /** Every document that was marked on the way, by number. */
  readonly marks: ReadonlyMap<number, NavigationMark>;
  /** Every request that is kept, in the order of their ids. */
  readonly requests: readonly RequestDetail[];
  readonly console: ConsoleList;
  readonly network: NetworkList;
  /** What the call in whose window it all happened is told. */
  readonly hint: Hint | undefined;
}

/** Reads a replay, and closes its window. */
export function readingOf(played: Replay): Reading {
  const { capture, end, marks } = played;
  const all = { pages: 5, limit: 1_000 };
  return {
    marks,
    requests: requestsOf(played),
    console: capture.consoleList({ ...all, level: "all" }, end),
    network: capture.networkList({ ...all, filter: "all" }, end),
    hint: capture.closeWindow(1, end, false),
  };
}

/** Every id a request of a recording can have, in order. */
export function* requestIds(): Generator<string> {
  for (let nav = 0; nav <= 20; nav++) {
    for (let serial = 1; serial <= 40; serial++) yield `${nav}.${serial}`;
  }
}

/** Every request that is kept, in the order of their ids. */
export function requestsOf({ capture, end }: Replay): RequestDetail[] {
  return [...requestIds()].flatMap((id) => capture.request(id, end) ?? []);
}

/** The tabs there were, without what they showed; some recordings begin long after they were opened. */
export function firstTree(frames: readonly Frame[]): ContextInfo[] {
  return (treeIn(frames) ?? []).map((info) => ({ ...info, url: "about:blank" }));
}

function reconnect(capture: Capture, droppedAt: number, next: readonly Frame[]): void {
  capture.interrupt("the socket was dropped", droppedAt);
  const tree = treeIn(next);
  const driven = tree?.[0]?.context;
  if (tree === undefined || driven === undefined) {
    return capture.detach("the browser ended", droppedAt);
  }
  const now = next[0]?.at ?? droppedAt;
  capture.resume({ tree, driven, from: droppedAt, why: "the socket was dropped" }, now);
}

/** The first tree that a browser told. */
function treeIn(frames: readonly Frame[]): ContextInfo[] | undefined {
  const told = frames.find(({ text }) => text.includes('"contexts":'));
  if (told === undefined) return undefined;
  return (JSON.parse(told.text) as { result: { contexts: ContextInfo[] } }).result.contexts;
}

function syncWith(capture: Capture, result: unknown): void {
  const tree = (result as { contexts?: ContextInfo[] } | null)?.contexts;
  if (tree !== undefined) capture.sync(tree);
}

function note(marks: Map<number, NavigationMark>, capture: Capture, now: number): void {
  const { pages } = capture.networkList({ filter: "all", pages: 5, limit: 1 }, now);
  const newest = pages[0];
  if (newest !== undefined) marks.set(newest.nav, newest);
}
