/**
 * What capture gives out: the JSON shapes of DESIGN section 4.1, newest first wherever a list is.
 * Times are epoch milliseconds, sizes bytes, durations milliseconds. Every text, URL and header in
 * them is masked.
 *
 * @module
 */

/** How bad an entry is; `debug` entries are counted, not kept. */
export type Level = "error" | "warn" | "info";

/** Where an entry came from: a console call, an uncaught exception, or the browser's own words. */
export type EntryType = "console" | "javascript" | "browser";

/** A place in a source, one-based as DevTools shows it. */
export interface Source {
  /** URL of the script or document; empty for code that has none. */
  url: string;
  /** Line, from 1. */
  line: number;
  /** Column, from 1. */
  column: number;
}

/** One console line or uncaught error, as a list shows it. */
export interface Entry {
  /** Its number among everything the workspace captured; never reused, and what a cursor names. */
  seq: number;
  /** Number of the document it was said in; 0 before the first one. */
  nav: number;
  /** The call that caused it; null when none did. */
  call: number | null;
  /** When it was said, in epoch milliseconds, by the browser's clock. */
  at: number;
  /** How bad it is. */
  level: Level;
  /** Who said it: the page, an exception nobody caught, or the browser. */
  type: EntryType;
  /** At most 500 characters in a list, 4 096 in full. */
  text: string;
  /** How many characters were cut off `text`. */
  cut?: number;
  /** The first frame of its stack; null when it came with none. */
  source: Source | null;
  /** The tab or frame it was said in; null for a worker's. */
  context: string | null;
  /** The tab that is in, as `t2`; absent for the session's first, `t1`, and for a worker's. */
  tab?: string;
  /** How often the line came in a row, when more than once. */
  repeat?: number;
  /** It comes all the time whatever a call does, so it is nobody's and in no hint. */
  background?: true;
}

/** One entry in full. */
export interface EntryDetail extends Entry {
  /** Its stack, innermost frame first; empty when it came with none. */
  stack: (Source & { function: string })[];
  /** What the console function was called with, as JSON; what is left out is marked in it. */
  args: unknown[];
}

/** What a request is for. */
export type RequestType =
  | "document"
  | "stylesheet"
  | "image"
  | "font"
  | "script"
  | "media"
  | "fetch"
  | "xhr"
  | "download"
  | "other";

/** How far a request got. */
export type RequestState = "pending" | "complete" | "failed" | "cancelled";

/** What a failure is, as a developer would call it. */
export type FailureClass =
  | "http"
  | "cors"
  | "csp"
  | "mixed-content"
  | "refused"
  | "dns"
  | "timeout"
  | "tls"
  | "reset"
  | "body"
  | "blocked"
  | "other";

/** One request, as a list shows it. */
export interface Row {
  /** Its id, `<nav>.<n>`: the n-th request of that document. */
  id: string;
  /** Its number among everything the workspace captured; never reused, and what a cursor names. */
  seq: number;
  /** Number of the document it is of; 0 before the first one. */
  nav: number;
  /** The call that caused it; null when none did. */
  call: number | null;
  /** When it was sent, in epoch milliseconds, by the browser's clock. */
  at: number;
  /** HTTP method. */
  method: string;
  /** The URL of its last hop, at most 500 characters in a list; without its query once a newer page came. */
  url: string;
  /** How many characters were cut off `url`. */
  cut?: number;
  /** HTTP status; null while there is no answer, or when none ever came. */
  status: number | null;
  /** The status line's reason; null as `status` is, often empty in HTTP/2. */
  status_text: string | null;
  /** What it is for. */
  type: RequestType;
  /** MIME type of the answer; null while there is none, or when it names none. */
  mime: string | null;
  /** Bytes of the body as sent, 0 from a cache; null where the browser does not say. */
  size: number | null;
  /** Milliseconds from its beginning to its end; null while it is open. */
  took_ms: number | null;
  /** How far it got. */
  state: RequestState;
  /** Whether it failed, by a status of 400 or more or without an answer; never when cancelled. */
  failed: boolean;
  /** What the browser said of its end when that was no success; null otherwise. */
  error: string | null;
  /** What its failure is; null unless `failed`. */
  class: FailureClass | null;
  /** Whether it was answered from a cache. */
  from_cache: boolean;
  /** The tab or frame that made it; null for a worker's. */
  context: string | null;
  /** The tab that is in, as `t2`; absent for the session's first, `t1`, and for a worker's. */
  tab?: string;
  /** Whether it loads a document, of a tab or a frame. */
  navigation: boolean;
  /** The hops before this one, in order. Absent when there were none. */
  redirects?: RedirectShape[];
  /** It fails all the time whatever a call does, so it is nobody's and in no hint. */
  background?: true;
}

/** A hop that led elsewhere: what was asked for, and what answered with the way to go. */
export interface RedirectShape {
  /** Its HTTP method; absent where it is the row's: a form's POST is answered with the way to a GET. */
  method?: string;
  /** Where it was asked for, as the row's `url`. */
  url: string;
  /** Its status; 0 was never told. */
  status: number;
}

/** One header, masked. */
export interface HeaderShape {
  /** Its name, in the case the browser gave. */
  name: string;
  /** Its value, cut at 4 096 characters. */
  value: string;
}

/** One request in full. */
export interface RequestDetail extends Row {
  /** As the row's, with the headers received: at most 32 of a hop, 64 of all. */
  redirects?: (RedirectShape & { response_headers: HeaderShape[] })[];
  /** Headers sent, at most 32. */
  request_headers: HeaderShape[];
  /** Headers received, at most 32; empty while there is no answer. */
  response_headers: HeaderShape[];
  /** What asked for it, line from 1; null where the browser does not know. */
  initiator: { type: string; url: string | null; line: number | null } | null;
  /** Where its time went, in milliseconds; a part that did not happen is null, all of it where unknown. */
  timing: {
    /** Looking up the name. */
    dns: number | null;
    /** Making the connection, TLS included; null when one was reused. */
    connect: number | null;
    /** The TLS handshake. */
    tls: number | null;
    /** From sending the request to the first byte of the answer. */
    wait: number | null;
    /** From there to the end of the body. */
    receive: number | null;
  } | null;
  /** The `workspace://` URI it reads at. */
  uri: string;
}

/** A body, fetched from the browser when it is asked for. */
export interface Body {
  /** The request it is of. */
  id: string;
  /** The `workspace://` URI of that request. */
  uri: string;
  /** Which body of the two. */
  side: "request" | "response";
  /** Its MIME type as its headers name it; null when they name none. */
  mime: string | null;
  /** Its bytes, decoded, or as sent when it could not be had; null where not known. */
  size: number | null;
  /** Whether it is no text, and so not shown. */
  binary: boolean;
  /** At most 100 000 bytes of it; null when it is binary or could not be had. */
  text: string | null;
  /** Whether `text` is only its beginning. */
  truncated: boolean;
  /** Why there is no body, or what is to be known of this one. */
  why?: string;
}

/** A stretch in which something may have been missed. */
export interface Gap {
  /** Its place among the things captured, numbered as they are. */
  seq: number;
  /** When it began, in epoch milliseconds. */
  from: number;
  /** When it ended, in epoch milliseconds. */
  to: number;
  /** What happened, in words. */
  why: string;
}

/** A top-level document. */
export interface NavigationMark {
  /** Its number, from 1, never reused. */
  nav: number;
  /** Its URL now: the page may have changed it since. */
  url: string;
  /** When it was first seen, in epoch milliseconds. */
  at: number;
  /** The document could not be loaded; the browser shows its own error page. */
  failed?: true;
}

/** What every list of captured things says about itself. */
export interface ListHead {
  /** Tells it from {@linkcode CaptureOff}. */
  capture: true;
  /** Whether events are taken now. */
  capturing: boolean;
  /** When capture began, in epoch milliseconds. */
  since: number;
  /** Why no events are taken although capture is on; null while they are. */
  paused: string | null;
  /** The documents shown last, at most 5; the first is the driven tab's, each is there once. */
  pages: NavigationMark[];
  /** Items returned here. */
  count: number;
  /** Lines that pass the filters, returned or not. */
  matched: number;
  /** Lines kept of the pages asked for, whatever the filters. */
  total: number;
  /** Whether more match than are returned: ask again with `before`. */
  more: boolean;
  /** What was evicted for want of room, or came faster than it could be handled. */
  dropped: number;
  /** When things may have been missed, oldest first. */
  gaps: Gap[];
  /** Says in words what an empty answer means; present when `count` is 0. */
  note?: string;
}

/** `workspace://console`. */
export interface ConsoleList extends ListHead {
  /** The entries, newest first. */
  entries: Entry[];
  /** What was counted and not kept: `debug` entries. */
  not_kept: { debug: number };
}

/** `workspace://network`. */
export interface NetworkList extends ListHead {
  /** The requests, newest first. */
  requests: Row[];
  /** What was counted and not kept: static requests that succeeded. */
  not_kept: { static: number };
}

/** What console and network answer while capture is off. */
export interface CaptureOff {
  /** Tells it from a list. */
  capture: false;
  /** How to turn it on. */
  how: string;
}

/** All that is kept, to be handed on. */
export interface Kept {
  /** The documents shown last, at most 5; the first is the driven tab's, each is there once. */
  pages: NavigationMark[];
  /** Every entry in full, oldest first. */
  entries: EntryDetail[];
  /** Every request in full, oldest first. */
  requests: RequestDetail[];
}

/** An earlier call's effects that came after it had answered. */
export interface Late {
  /** Number of that call. */
  call: number;
  /** Errors that came since. */
  errors: number;
  /** Failed document, fetch and XHR requests that came since. */
  failed_requests: number;
  /** The URI that lists them. */
  see: string;
}

/** What this call caused; the `page` member of a result. */
export interface Hint {
  /** Entries of level error and uncaught exceptions. */
  errors: number;
  /** Document, fetch and XHR requests that failed, by status or without one. */
  failed_requests: number;
  /** The URI that lists them; absent when both counts are 0. */
  see?: string;
  /**
   * Errors and requests in the call's window that are no call's, since they are like what the page fails at by itself, or
   * are open and would be. The call may have caused one all the same.
   */
  background?: number;
  /** Told once, on the next result of the workspace, whatever its call. */
  late?: Late[];
  /** The counts may be too low: the browser was not heard out, events were dropped, or capture paused. */
  incomplete?: true;
}

/** Totals since the last navigation, kept or not. */
export interface Captured {
  /** Console entries, `debug` ones aside, also those evicted since. */
  console: number;
  /** Requests seen, static ones included. */
  network: number;
  /** Entries of level error and uncaught exceptions. */
  errors: number;
  /** Document, fetch and XHR requests that failed. */
  failed_requests: number;
}
