/**
 * What a workspace takes.
 *
 * @module
 */
import type { BidiEvent, ContextInfo } from "../bidi/protocol.ts";
import type { Body, Hint, Kept } from "../capture/shapes.ts";
import type { Effect } from "./actions.ts";
import type { Unheard } from "./attach.ts";
import type { BrowserNews } from "./browser_messages.ts";
import type { SettleBounds } from "./call.ts";
import type { Ref, Reply } from "./core/types.ts";
import type { Live } from "./live.ts";
import type { RequestWish, SecretRef } from "../page/args.ts";
import type { Page } from "../page/page.ts";
import type { RequestWaited } from "../page/requests.ts";
import type { CallOptions, CallResult, OpenArgs } from "./service.ts";
import type { SiteDataStore } from "./site_data.ts";
import type { SetupRequest } from "./session_setup.ts";
import type { Files } from "./store/files.ts";
import type { Tail, TailKind } from "./tail.ts";

/** One action, ready to run. */
export interface ActionRequest {
  /** The action's name; opens the message of an error. */
  readonly name: string;
  /** What it does to the page. */
  readonly effect: Effect;
  /** Whether it runs while a native dialog is open. */
  readonly duringDialog: boolean;
  /** Whether it acts on the tab, whatever frame of it was entered. */
  readonly whole: boolean;
  /** Whether it runs while the tab is on its way to another page. */
  readonly underway: boolean;
  /** Seconds the action's own argument allows; it may be more than the session's `call_timeout`. */
  readonly seconds: number | undefined;
  /** Runs it, holding the session's lock; gives its own members of the result. */
  run(page: Page): Promise<object>;
}

/** Whoever waits for a call's result. */
export interface Caller {
  /** Aborts when the caller left, and tells it which browser the call runs in. */
  readonly options: CallOptions;
  /** Takes the result, not masked yet. */
  readonly reply: Reply<CallResult>;
  /** The call has come back from a session that had ended before it began; it does so once. */
  readonly again?: true;
}

/** A message to a workspace: of a caller, of its browser, or of a running call. */
export type WorkspaceMessage =
  | {
    readonly kind: "open";
    readonly args: OpenArgs;
    readonly options: CallOptions;
    readonly reply: Reply<CallResult>;
  }
  | {
    readonly kind: "call";
    readonly action: ActionRequest;
    readonly caller: Caller;
  }
  /** Goes on with a session that an earlier process opened, if it may still be heard. */
  | { readonly kind: "resume" }
  | { readonly kind: "end"; readonly reply: Reply<CallResult> }
  | { readonly kind: "read"; readonly uri: string; readonly reply: Reply<unknown> }
  | {
    readonly kind: "body";
    readonly id: string;
    readonly side: "request" | "response";
    readonly signal: AbortSignal;
    readonly reply: Reply<Body>;
  }
  | {
    readonly kind: "event";
    readonly session: number;
    readonly event: BidiEvent;
    readonly at: number;
  }
  | {
    readonly kind: "lost";
    readonly session: number;
    readonly count: number;
    readonly at: number;
  }
  | {
    readonly kind: "attach";
    readonly session: number;
    readonly tree: readonly ContextInfo[];
    readonly driven: string;
    /** What was not heard of a session that ran before; null for a new one. */
    readonly unheard: Unheard | null;
    readonly reply: Reply<void>;
  }
  | { readonly kind: "replayed"; readonly session: number; readonly reply: Reply<void> }
  | { readonly kind: "live"; readonly session: number; readonly live: Live }
  | { readonly kind: "news"; readonly session: number; readonly news: BrowserNews }
  | { readonly kind: "window-open"; readonly effect: Effect; readonly reply: Reply<number> }
  | {
    readonly kind: "settle";
    readonly call: number;
    readonly bounds: SettleBounds;
    readonly reply: Reply<boolean>;
  }
  | { readonly kind: "settle-over"; readonly call: number }
  | {
    readonly kind: "window-close";
    readonly call: number;
    readonly incomplete: boolean;
    readonly reply: Reply<Hint | undefined>;
  }
  | { readonly kind: "window-abandon"; readonly call: number; readonly reply: Reply<void> }
  | { readonly kind: "seen"; readonly url: string; readonly title: string | null }
  /** Its files. */
  | { readonly kind: "files"; readonly reply: Reply<Files> }
  /** What it keeps of sites. */
  | { readonly kind: "sites"; readonly reply: Reply<SiteDataStore> }
  /** What the session is set to, asked or told by a call that runs in it. */
  | { readonly kind: "setup"; readonly session: number; readonly request: SetupRequest }
  /** Waits until a request of the page fits. */
  | {
    readonly kind: "await-request";
    readonly wish: RequestWish;
    readonly ms: number;
    /** Aborts when nobody waits any more. */
    readonly signal: AbortSignal;
    readonly reply: Reply<RequestWaited>;
  }
  | { readonly kind: "await-over"; readonly number: number; readonly late: boolean }
  /** Has a value masked from now on, for the life of the workspace. */
  | { readonly kind: "mask"; readonly secret: string; readonly reply: Reply<void> }
  /** A text as it may be answered. */
  | { readonly kind: "masked"; readonly text: string; readonly reply: Reply<string> }
  /** What masks the secrets that were typed, and nothing else; null when none was. */
  | { readonly kind: "hiding"; readonly reply: Reply<((text: string) => string) | null> }
  /** The value of a secret, masked from now on, for a document of `origin`. */
  | {
    readonly kind: "secret";
    readonly secret: SecretRef;
    readonly origin: string;
    readonly reply: Reply<string>;
  }
  /** All that is kept, in full; null while capture is off. */
  | { readonly kind: "export"; readonly reply: Reply<Kept | null> }
  /** One more listener to everything that is captured. */
  | { readonly kind: "tail"; readonly of: TailKind; readonly reply: Reply<Tail> }
  /** A listener has left. */
  | { readonly kind: "tail-closed"; readonly tail: Tail }
  | { readonly kind: "evict"; readonly bytes: number };

/** A workspace, as others hold it. */
export type WorkspaceRef = Ref<WorkspaceMessage>;
