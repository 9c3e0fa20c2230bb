/**
 * What a browser takes, and what it tells its workspace.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import type { ConnectionNews } from "./connection.ts";
import type { Ref, Reply } from "./core/types.ts";
import type { Job, QueuedJob } from "./job_queue.ts";
import type { Live } from "./live.ts";
import type { CallResult } from "./service.ts";
import type { Dialog } from "./tabs.ts";

/** What a browser takes. */
export type BrowserMessage =
  | { readonly kind: "open" }
  | { readonly kind: "job"; readonly job: Job; readonly reply: Reply<CallResult> }
  | { readonly kind: "opened"; readonly live: Live }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "finished" }
  | { readonly kind: "event"; readonly event: BidiEvent }
  | { readonly kind: "news"; readonly news: ConnectionNews }
  | { readonly kind: "idle" }
  | { readonly kind: "gone"; readonly why: string }
  | { readonly kind: "ended"; readonly why: string }
  | { readonly kind: "waited-too-long"; readonly queued: QueuedJob };

/** A browser, as others hold it. */
export type BrowserRef = Ref<BrowserMessage>;

/** What a browser tells its workspace. */
export type BrowserNews =
  /** `url` is the driven tab's, not masked. */
  | {
    readonly kind: "tabs";
    readonly driven: string | null;
    readonly url: string | null;
    readonly dialog: Dialog | null;
  }
  | { readonly kind: "cut"; readonly why: string }
  | { readonly kind: "gap"; readonly from: number; readonly to: number; readonly why: string }
  /** `lost`: not because anyone asked for it, nor because it never began; the next call may open another. */
  | { readonly kind: "ended"; readonly why: string; readonly lost: boolean };
