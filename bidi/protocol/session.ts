/**
 * The `session` and `browser` modules: the session itself, its subscriptions and its downloads.
 *
 * @module
 */
import type { Empty } from "./empty.ts";

/** The commands of the `session` module. */
export interface SessionCommands {
  /** Begins a session on a socket that has none. */
  "session.new": {
    params: { capabilities: { alwaysMatch: Record<string, unknown> } };
    result: { sessionId: string; capabilities: Record<string, unknown> };
  };
  /** Ends the session; Firefox runs on and takes a new one. */
  "session.end": { params: Empty; result: Empty };
  /** Asks for events from now on; a second subscription to one does not send it twice. */
  "session.subscribe": {
    params: {
      events: string[];
      /** Top-level contexts to hear of; absent, all. */
      contexts?: string[];
    };
    result: { subscription: string };
  };
  /** Takes subscriptions back by id. */
  "session.unsubscribe": { params: { subscriptions: string[] }; result: Empty };
}

/** The commands of the `browser` module. */
export interface BrowserCommands {
  /** Ends the browser, and with it every session. */
  "browser.close": { params: Empty; result: Empty };
  /** Says what becomes of downloads; null brings the browser's own way back. */
  "browser.setDownloadBehavior": {
    params: {
      /** `type` is `allowed`, which needs the folder's absolute path, or `denied`. */
      downloadBehavior: { type: string; destinationFolder?: string } | null;
    };
    result: Empty;
  };
}
