/** Events as the browsers send them, with as much said as a test needs. */
import type {
  BeforeRequestSent,
  BidiEvent,
  ContextInfo,
  FetchError,
  FetchTimingInfo,
  LogEntry,
  NetworkBase,
  ResponseEvent,
} from "../../bidi/protocol.ts";
import type { CaptureRules } from "../../capture/assembly.ts";
import { Capture } from "../../capture/capture.ts";
import { Masker } from "../../capture/masker.ts";
import type { ConsoleList, NetworkList } from "../../capture/shapes.ts";

/** The driven tab of every test. */
export const TAB = "tab";

/** When every test begins, in epoch milliseconds. */
export const START = 1_700_000_000_000;

const NO_TIMES: FetchTimingInfo = {
  timeOrigin: 0,
  requestTime: 0,
  redirectStart: 0,
  redirectEnd: 0,
  fetchStart: 0,
  dnsStart: 0,
  dnsEnd: 0,
  connectStart: 0,
  connectEnd: 0,
  tlsStart: 0,
  requestStart: 0,
  responseStart: 0,
  responseEnd: 0,
};

/** What is said of a request; the rest is a plain `fetch` of the tab. */
export interface Said {
  readonly id?: string;
  readonly url?: string;
  readonly method?: string;
  readonly hop?: number;
  readonly context?: string | null;
  readonly navigation?: string | null;
  readonly destination?: string;
  readonly initiatorType?: string | null;
  readonly resourceType?: string;
  readonly headers?: Record<string, string>;
  readonly bodySize?: number;
  readonly at?: number;
  readonly timings?: Partial<FetchTimingInfo>;
}

/** What is said of an answer. */
export interface Answered extends Said {
  readonly status?: number;
  readonly mime?: string;
  readonly answerHeaders?: Record<string, string>;
  readonly received?: number;
  readonly fromCache?: boolean;
}

const headersOf = (headers: Record<string, string> = {}) =>
  Object.entries(headers).map(([name, value]) => ({
    name,
    value: { type: "string" as const, value },
  }));

function base(said: Said): NetworkBase {
  const loads = said.navigation !== undefined && said.navigation !== null;
  return {
    context: said.context === undefined ? TAB : said.context,
    navigation: said.navigation ?? null,
    redirectCount: said.hop ?? 0,
    isBlocked: false,
    timestamp: said.at ?? START,
    request: {
      request: said.id ?? "r1",
      url: said.url ?? "https://site.test/api",
      method: said.method ?? "GET",
      headers: headersOf(said.headers),
      headersSize: JSON.stringify(said.headers ?? {}).length,
      bodySize: said.bodySize ?? 0,
      destination: said.destination ?? (loads ? "document" : ""),
      initiatorType: said.initiatorType === undefined
        ? (loads ? null : "fetch")
        : said.initiatorType,
      timings: { ...NO_TIMES, ...said.timings },
      ...(said.resourceType === undefined ? {} : { "goog:resourceType": said.resourceType }),
    },
  };
}

/** `network.beforeRequestSent`. */
export function sent(said: Said = {}, initiator?: BeforeRequestSent["initiator"]): BidiEvent {
  const params: BeforeRequestSent = {
    ...base(said),
    ...(initiator === undefined ? {} : { initiator }),
  };
  return { method: "network.beforeRequestSent", params };
}

function answer(said: Answered): ResponseEvent {
  return {
    ...base(said),
    response: {
      url: said.url ?? "https://site.test/api",
      protocol: "h2",
      status: said.status ?? 200,
      statusText: "",
      fromCache: said.fromCache ?? false,
      headers: headersOf(said.answerHeaders),
      mimeType: said.mime ?? "application/json",
      bytesReceived: said.received ?? 150,
      headersSize: 50,
      bodySize: said.received ?? 100,
      content: { size: 0 },
    },
  };
}

/** `network.responseStarted`. */
export function started(said: Answered = {}): BidiEvent {
  return { method: "network.responseStarted", params: answer(said) };
}

/** `network.responseCompleted`. */
export function completed(said: Answered = {}): BidiEvent {
  return { method: "network.responseCompleted", params: answer(said) };
}

/** `network.fetchError`. */
export function failed(errorText: string, said: Said = {}): BidiEvent {
  const params: FetchError = { ...base(said), errorText };
  return { method: "network.fetchError", params };
}

/** Chrome's `network.fetchError` of a request it has no name for any more. */
export function nameless(errorText: string, id = "r1"): BidiEvent {
  return failed(errorText, {
    id,
    url: "UNKNOWN",
    method: "UNKNOWN",
    context: null,
    initiatorType: null,
    at: 0,
  });
}

/** `log.entryAdded` of a console call, or of an exception when `type` is javascript. */
export function logged(
  text: string,
  said: Partial<LogEntry> & { context?: string } = {},
): BidiEvent {
  const { context = TAB, ...entry } = said;
  const type = entry.type ?? "console";
  return {
    method: "log.entryAdded",
    params: {
      type,
      level: "error",
      source: { realm: "realm", context },
      text,
      timestamp: START,
      ...(type === "console" ? { method: "error", args: [{ type: "string", value: text }] } : {}),
      ...entry,
    },
  };
}

/** `browsingContext.contextCreated`. */
export function tabOpened(context: string, parent: string | null = null): BidiEvent {
  return { method: "browsingContext.contextCreated", params: tab(context, parent) };
}

/** `browsingContext.contextDestroyed`. */
export function tabClosed(context: string): BidiEvent {
  return { method: "browsingContext.contextDestroyed", params: tab(context) };
}

/** A node of the tree. */
export function tab(context: string, parent: string | null = null): ContextInfo {
  return {
    context,
    parent,
    url: "about:blank",
    children: null,
    originalOpener: null,
    userContext: "default",
    clientWindow: "window",
  };
}

/** An event of a navigation: `navigationStarted`, `navigationCommitted`, `navigationFailed`, `load`. */
export function navigation(
  what: "navigationStarted" | "navigationCommitted" | "navigationFailed" | "load",
  id: string,
  said: { url?: string; context?: string; at?: number } = {},
): BidiEvent {
  const { url = "https://site.test/", context = TAB, at = START } = said;
  return {
    method: `browsingContext.${what}`,
    params: { context, navigation: id, timestamp: at, url },
  };
}

/** A capture that has seen its tab opened, and what reads it back. */
export class Bench {
  readonly capture: Capture;
  readonly masker = new Masker();
  /** The time of the next event, in epoch milliseconds; moved by hand. */
  now = START;

  constructor(
    browser: "chrome" | "firefox" = "chrome",
    ttlMs = 10_800_000,
    rules: Pick<CaptureRules, "barred"> = {},
  ) {
    this.capture = new Capture({ masker: this.masker, ttlMs, ...rules });
    this.capture.attach(browser, START);
    this.capture.sync([tab(TAB)]);
    this.capture.drive(TAB);
  }

  /** Feeds events, all now; those that name no time of their own happened now. */
  feed(...events: readonly BidiEvent[]): this {
    for (const { method, params } of events) {
      const at = "timestamp" in params && params.timestamp === START ? { timestamp: this.now } : {};
      this.capture.ingest({ method, params: { ...params, ...at } } as BidiEvent, this.now);
    }
    return this;
  }

  /** Loads a document: its request, its commit, its end. */
  load(id: string, url = `https://site.test/${id}`): this {
    return this.feed(
      navigation("navigationStarted", id, { url }),
      sent({ id: `doc-${id}`, url, navigation: id }),
      navigation("navigationCommitted", id, { url, at: this.now }),
      completed({ id: `doc-${id}`, url, navigation: id, mime: "text/html" }),
      navigation("load", id, { url }),
    );
  }

  /** Opens the window of a call; `acts` as a click does. */
  open(call: number, kind: { acts?: boolean; watches?: boolean } = { acts: true }): this {
    const { acts = false, watches = false } = kind;
    this.capture.openWindow(call, { input: acts, navigates: false, watches }, this.now);
    return this;
  }

  /** Closes the window of a call. */
  close(call: number): ReturnType<Capture["closeWindow"]> {
    return this.capture.closeWindow(call, this.now, false);
  }

  /** Time passes. */
  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** The network list over all pages. */
  network(): NetworkList {
    return this.capture.networkList({ filter: "all", pages: 5, limit: 1_000 }, this.now);
  }

  /** The console list over all pages. */
  console(): ConsoleList {
    return this.capture.consoleList({ level: "all", pages: 5, limit: 1_000 }, this.now);
  }
}

/** One request that is answered with a status. */
export const answered = (id: string, status: number, url = `https://site.test/${id}`) => [
  sent({ id, url }),
  completed({ id, url, status }),
];
