/**
 * A workspace over fake browsers, with every message as a method.
 *
 * @module
 */
import { assertInstanceOf, assertRejects } from "@std/assert";
import { ActionError } from "../../actors/action_error.ts";
import { Census } from "../../actors/census.ts";
import { spawn } from "../../actors/core/actor.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import type { CallResult, OpenArgs } from "../../actors/service.ts";
import { Secrets } from "../../actors/secrets.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { memoryStore } from "../../actors/store/memory_store.ts";
import { Workspace } from "../../actors/workspace.ts";
import type { WorkspaceOptions } from "../../actors/workspace_options.ts";
import type { ActionRequest, WorkspaceMessage } from "../../actors/workspace_messages.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import type { Body } from "../../capture/shapes.ts";
import { type FakeBrowser, fakeBrowser } from "./browser.ts";
import { type FakeSystem, fakeSystem } from "./system.ts";
import { SCRATCH } from "./scratch.ts";

/** Milliseconds two frames of a page take. */
const FRAMES_MS = 32;
const ASK = { timeoutMs: 1_000_000 };

/** What a {@linkcode fakeWorkspace} is made of, where the default will not do. */
export interface FakeWorkspaceOptions {
  readonly browser?: FakeBrowser;
  /** Where the clock starts. */
  readonly now?: number;
  readonly options?: Partial<WorkspaceOptions>;
}

/** How a promise stands, without waiting for it. */
export interface Settled<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** A workspace in a test's hands. */
export type FakeWorkspace = ReturnType<typeof fakeWorkspace>;

/** Makes one; nothing is opened yet. */
export function fakeWorkspace(made: FakeWorkspaceOptions = {}) {
  const fake: FakeSystem = fakeSystem(made.now === undefined ? {} : { now: made.now });
  const browser = made.browser ?? fakeBrowser();
  browser.onSend = ({ params }) => {
    // In a time that stands still what a call waits for would never be over.
    if (/requestAnimationFrame/.test(String(params.functionDeclaration))) {
      fake.clock.advance(FRAMES_MS);
    }
  };
  const logged: [string, unknown][] = [];
  const fed: [number, number][] = [];
  const store = made.options?.store ?? memoryStore();
  const places = { taken: 0, given: 0 };
  const note = (message: string, fields?: unknown) => void logged.push([message, fields]);
  const ref = spawn<WorkspaceMessage>(
    fake.system,
    "workspace",
    new Workspace("workspace", {
      log: { debug: note, info: note, warn: note },
      defaults: { browser: browser.driver.browser, callTimeoutS: 30 },
      captureTtlS: 10_800,
      openTimeoutMs: 60_000,
      folder: SCRATCH,
      disk: new DiskUse(SCRATCH),
      secrets: new Secrets([]),
      idleMs: null,
      driver: () => browser.driver,
      openTransport: browser.openTransport,
      navigation: new NavigationRules({ ownAddresses: () => ["127.0.0.1:4445"] }),
      takePlace: () => {
        places.taken++;
        return Promise.resolve(() => void places.given++);
      },
      changed: () => {},
      fed: (bytes, at) => void fed.push([bytes, at]),
      store,
      stats: new DispatcherStats(),
      census: new Census(),
      ...made.options,
    }, fake.clock.now()),
    { capacity: 16_384, overflow: "refuse" },
  );
  const { signal } = new AbortController();
  /** Which browser each call was told it runs in. */
  const ranIn: string[] = [];
  const runsIn = (browser: string) => void ranIn.push(browser);

  /** Settles, and takes what an ask came to; fails when it still waits. */
  const now = async <T>(asked: Promise<T>): Promise<T> => {
    let settled: Settled<T> | undefined;
    asked.then((value) => settled = { value }, (error) => settled = { error });
    await fake.settle();
    if (settled === undefined) throw new Error("there is no answer yet");
    return await asked;
  };
  /** What the browser tells. */
  const push = (...events: BidiEvent[]): void => {
    const { transport } = browser.newest();
    for (const { method, params } of events) transport.event(method, params);
  };
  /** As {@linkcode push}, and it is taken. */
  const feed = async (...events: BidiEvent[]): Promise<void> => {
    push(...events);
    await fake.settle();
  };
  /** Settles, and takes what refused an ask. */
  const refusal = async (asked: Promise<unknown>): Promise<ActionError> => {
    const error = await assertRejects(() => now(asked));
    assertInstanceOf(error, ActionError);
    return error;
  };
  const open = (args: OpenArgs = {}, caller = signal): Promise<CallResult> =>
    ref.ask((reply) => ({ kind: "open", args, options: { signal: caller, runsIn }, reply }), ASK);
  const call = (action: Partial<ActionRequest> = {}, caller = signal): Promise<CallResult> =>
    ref.ask(
      (reply) => ({
        kind: "call",
        caller: { options: { signal: caller, runsIn }, reply },
        action: {
          name: "extract",
          effect: "look",
          duringDialog: false,
          whole: false,
          underway: false,
          seconds: undefined,
          run: () => Promise.resolve({}),
          ...action,
        },
      }),
      ASK,
    );
  const end = (): Promise<CallResult> => ref.ask((reply) => ({ kind: "end", reply }), ASK);
  const read = <T = Record<string, unknown>>(uri: string): Promise<T> =>
    ref.ask<unknown>((reply) => ({ kind: "read", uri, reply }), ASK) as Promise<T>;
  const body = (
    id: string,
    side: "request" | "response" = "response",
    caller = signal,
  ): Promise<Body> => ref.ask((reply) => ({ kind: "body", id, side, signal: caller, reply }), ASK);
  const stop = () => now(ref.stop());

  const resume = () => void ref.tell({ kind: "resume" });
  const kept = () => store.load("workspace");
  return {
    ...fake,
    ...{ browser, ref, logged, fed, places, ranIn, store },
    ...{ now, push, feed, refusal, open, call, end, read, body, resume, kept, stop },
  };
}
