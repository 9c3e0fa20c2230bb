/** What goes on when a session is heard again, or a process is started again. @module */
import type { ContextInfo } from "../bidi/protocol.ts";

/** What is found when a session is heard again. */
export interface Resumed {
  /** What `getTree` said, of all tabs with all their frames. */
  readonly tree: readonly ContextInfo[];
  /** Context of the tab that calls act on. */
  readonly driven: string;
  /** Since when nothing was heard, in epoch milliseconds. */
  readonly from: number;
  /** Why nothing was heard, in words. */
  readonly why: string;
}

/** Numbers that are taken once in the life of a workspace. */
export interface Numbers {
  /** The last of an entry, a request or a gap. */
  readonly seq: number;
  /** The last of a document. */
  readonly nav: number;
}
