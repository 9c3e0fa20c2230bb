/**
 * What capture gives out: the JSON shapes of DESIGN section 4.1, newest first wherever a list is.
 * Times are epoch milliseconds, sizes bytes, durations milliseconds.
 *
 * @module
 */

/** How bad an entry is; `debug` entries are counted, not kept. */
export type Level = "error" | "warn" | "info";

/** Where an entry came from: a console call, an uncaught exception, or the browser's own words. */
export type EntryType = "console" | "javascript" | "browser";

/** A place in a source, one-based as DevTools shows it. */
export interface Source {
  url: string;
  line: number;
  column: number;
}

/** One console line or uncaught error, as a list shows it. */
export interface Entry {
  seq: number;
  nav: number;
  /** The call that caused it; null when none did. */
  call: number | null;
  at: number;
  level: Level;
  type: EntryType;
  /** At most 500 characters in a list, 4 096 in full. */
  text: string;
  /** How many characters were cut off `text`. */
  cut?: number;
  source: Source | null;
  context: string | null;
  /** How often the line came in a row, when more than once. */
  repeat?: number;
  background?: true;
}

/** One entry in full. */
export interface EntryDetail extends Entry {
  stack: (Source & { function: string })[];
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
  id: string;
  seq: number;
  nav: number;
  call: number | null;
  at: number;
  method: string;
  url: string;
  /** How many characters were cut off `url`. */
  cut?: number;
  status: number | null;
  status_text: string | null;
  type: RequestType;
  mime: string | null;
  size: number | null;
  took_ms: number | null;
  state: RequestState;
  failed: boolean;
  error: string | null;
  class: FailureClass | null;
  from_cache: boolean;
  context: string | null;
  navigation: boolean;
  redirects?: { url: string; status: number }[];
  background?: true;
}

/** One header, masked. */
export interface HeaderShape {
  name: string;
  value: string;
}

/** One request in full. */
export interface RequestDetail extends Row {
  request_headers: HeaderShape[];
  response_headers: HeaderShape[];
  initiator: { type: string; url: string | null; line: number | null } | null;
  timing: {
    dns: number | null;
    connect: number | null;
    tls: number | null;
    wait: number | null;
    receive: number | null;
  } | null;
  uri: string;
}

/** A body, fetched from the browser when it is asked for. */
export interface Body {
  id: string;
  uri: string;
  side: "request" | "response";
  mime: string | null;
  size: number | null;
  binary: boolean;
  text: string | null;
  truncated: boolean;
  why?: string;
}

/** A stretch in which something may have been missed. */
export interface Gap {
  seq: number;
  from: number;
  to: number;
  why: string;
}

/** A top-level document. */
export interface NavigationMark {
  nav: number;
  url: string;
  at: number;
  /** The document could not be loaded; the browser shows its own error page. */
  failed?: true;
}

/** What every list of captured things says about itself. */
export interface ListHead {
  capture: true;
  capturing: boolean;
  since: number;
  paused: string | null;
  pages: NavigationMark[];
  count: number;
  matched: number;
  total: number;
  more: boolean;
  dropped: number;
  gaps: Gap[];
  /** Says in words what an empty answer means; present when `count` is 0. */
  note?: string;
}

/** `workspace://console`. */
export interface ConsoleList extends ListHead {
  entries: Entry[];
  not_kept: { debug: number };
}

/** `workspace://network`. */
export interface NetworkList extends ListHead {
  requests: Row[];
  not_kept: { static: number };
}

/** What console and network answer while capture is off. */
export interface CaptureOff {
  capture: false;
  how: string;
}

/** An earlier call's effects that came after it had answered. */
export interface Late {
  call: number;
  errors: number;
  failed_requests: number;
  see: string;
}

/** What this call caused; the `page` member of a result. */
export interface Hint {
  errors: number;
  failed_requests: number;
  see?: string;
  late?: Late[];
  incomplete?: true;
}

/** Totals since the last navigation, kept or not. */
export interface Captured {
  console: number;
  network: number;
  errors: number;
  failed_requests: number;
}
