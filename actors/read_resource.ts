/**
 * What a `workspace://` URI reads as. Nothing here opens a browser, touches one, or waits.
 *
 * @module
 */
import type { Capture } from "../capture/capture.ts";
import { Masker } from "../capture/masker.ts";
import type { CaptureOff } from "../capture/shapes.ts";
import { parseUri, UriError } from "../capture/uri.ts";
import { ActionError } from "./action_error.ts";
import { maskResult } from "./masked_reply.ts";
import { describeFile, listFiles } from "./read_files.ts";
import type { SessionSettings } from "./session_settings.ts";
import type { SiteDataStore } from "./site_data.ts";
import type { Files } from "./store/files.ts";
import type { Dialog, Tab } from "./tabs.ts";

/** What of a workspace can be read. */
export interface Readable {
  /** Null while capture is off. */
  readonly capture: Capture | null;
  /** Seconds that what is captured outlives the last of it; null while capture is off. */
  readonly captureTtlS: number | null;
  /** Whether a browser is open and has answered. */
  readonly live: boolean;
  /** Whether one is being opened. */
  readonly opening: boolean;
  /** Settings of its session, the last one or the next; null for a name nobody has opened. */
  readonly settings: SessionSettings | null;
  /** What its session emulates, as it may be shown. */
  readonly emulated: object;
  /** Milliseconds after which the Grid ends an idle session; null without one on a Grid. */
  readonly gridTimeoutMs: number | null;
  /** Why the last session ended, in words; null when none has. */
  readonly endedWhy: string | null;
  /** URL of the driven tab now, or where it was last seen, masked; null when there was none. */
  readonly url: string | null;
  /** The title a call last found at that URL, masked; null when none did. */
  readonly title: string | null;
  /** The native dialog that is open, its texts not masked yet; null for none. */
  readonly dialog: Dialog | null;
  /** Every tab, oldest first; none without a live browser. */
  readonly tabs: readonly Tab[];
  /** Context of the tab that calls act on; null for none. */
  readonly driven: string | null;
  /** How many calls there were; the last one's number. */
  readonly calls: number;
  /** Its files. */
  readonly files: Files;
  /** What it keeps of sites. */
  readonly sites: SiteDataStore;
  /** What knows the secrets of the workspace. */
  readonly masker: Masker;
}

/** What a workspace has on disk, opened or not. */
export type OnDisk = Pick<Readable, "files" | "sites">;

const UNOPENED: Omit<Readable, keyof OnDisk> = {
  capture: null,
  captureTtlS: null,
  live: false,
  opening: false,
  settings: null,
  emulated: {},
  gridTimeoutMs: null,
  endedWhy: null,
  url: null,
  title: null,
  dialog: null,
  tabs: [],
  driven: null,
  calls: 0,
  masker: new Masker(),
};

const OFF: CaptureOff = { capture: false, how: "open_session(capture=true)" };

/**
 * Reads one URI of a workspace.
 *
 * @param now epoch milliseconds
 * @throws {ActionError} 400 for a URI that is none of ours or has a bad parameter, 404 for an id of
 * nothing
 */
export function readResource(uri: string, from: Readable, now: number): unknown {
  const parsed = parse(uri);
  const { capture } = from;
  switch (parsed.kind) {
    case "current":
      return current(from, now);
    case "console":
      return capture?.consoleList(parsed.query, now) ?? OFF;
    case "network":
      return capture?.networkList(parsed.query, now) ?? OFF;
    case "files":
      return listFiles(from.files);
    case "file":
      return describeFile(from.files, parsed.name);
    case "site-data":
      return from.sites.list();
    case "entry":
      return capture === null ? OFF : capture.entry(parsed.seq, now) ?? absent(
        `entry ${parsed.seq} is not kept: it was never there, was evicted, or has expired; read workspace://console for those that are`,
      );
    case "request":
      return capture === null ? OFF : capture.request(parsed.id, now) ?? absent(
        `request ${parsed.id} is not kept: it was never there, was evicted, or has expired; read workspace://network for those that are`,
      );
  }
}

/**
 * Reads one URI of a workspace nobody has opened.
 *
 * @throws {ActionError} as `readResource` does
 */
export function readUnopened(uri: string, onDisk: OnDisk, now: number): unknown {
  return readResource(uri, { ...UNOPENED, ...onDisk }, now);
}

function parse(uri: string): ReturnType<typeof parseUri> {
  try {
    return parseUri(uri);
  } catch (error) {
    if (error instanceof UriError) throw new ActionError(error.status, error.message);
    throw error;
  }
}

function absent(message: string): never {
  throw new ActionError(404, message);
}

function current(from: Readable, now: number): object {
  const { capture, settings, masker } = from;
  const paused = capture?.paused ?? null;
  return {
    live: from.live,
    ...(from.opening && { opening: true }),
    ...(!from.live && from.endedWhy !== null && { ended: from.endedWhy }),
    browser: settings?.browser ?? null,
    ...(from.gridTimeoutMs !== null && { grid_timeout: from.gridTimeoutMs / 1000 }),
    page: from.url === null ? null : { url: from.url, title: from.title },
    settings,
    ...(Object.keys(from.emulated).length > 0 && { emulated: from.emulated }),
    capture: capture !== null,
    capturing: capture?.capturing ?? false,
    ...(paused !== null && { paused }),
    ...(capture
      ? { captured: capture.captured(now), capture_ttl: from.captureTtlS }
      : { how: OFF.how }),
    ...(capture && settings?.browser === "chrome" && {
      console_shim: settings.console_shim
        ? "on: pages and frames; a worker's console is heard only as the browser tells it"
        : "off",
    }),
    calls: from.calls,
    dialog: from.dialog && maskResult({ dialog: from.dialog }, masker).dialog,
    tabs: from.tabs.map((tab) =>
      maskResult({
        tab: tab.id,
        url: tab.url,
        driven: tab.context === from.driven,
        dialog: tab.dialog?.type ?? null,
      }, masker)
    ),
  };
}
