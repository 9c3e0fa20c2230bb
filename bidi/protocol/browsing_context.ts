/**
 * The `browsingContext` module: tabs and frames, where they are, and how they are led.
 *
 * @module
 */
import type { Empty } from "./empty.ts";
import type { RemoteValue, SharedReference } from "./script.ts";

/** A node of the tree of browsing contexts (browsingContext.Info). */
export interface ContextInfo {
  /** Its id. */
  context: string;
  /** URL of its document; of a new tab the browser's own first page, as `about:blank`. */
  url: string;
  /** Its frames; null where the depth asked for ended, and when it was just made. */
  children: ContextInfo[] | null;
  /** The context it is a frame of; null for a tab, absent below the root of a tree. */
  parent?: string | null;
  /** The context whose script opened it; null for none, or with `noopener`. */
  originalOpener: string | null;
  /** The user context, as an isolated profile, that it is in. */
  userContext: string;
  /** The window of the operating system that it is in. */
  clientWindow: string;
}

/** What navigation events carry (browsingContext.NavigationInfo). */
export interface NavigationInfo {
  /** The context that is navigated. */
  context: string;
  /** Id of the navigation; null where it has none. */
  navigation: string | null;
  /** When the event was made, in epoch milliseconds. */
  timestamp: number;
  /** Where it leads. */
  url: string;
}

/** `browsingContext.navigationStarted`. */
export interface NavigationStarted extends Omit<NavigationInfo, "url"> {
  /** Where it leads; Firefox may still say where it began, and leaves it out after a `beforeunload`. */
  url?: string;
}

/** `browsingContext.historyUpdated`. */
export interface HistoryUpdated {
  /** The context whose URL was changed without a load. */
  context: string;
  /** When the event was made, in epoch milliseconds. */
  timestamp: number;
  /** The document's URL now; it may be the same as before. */
  url: string;
}

/** `browsingContext.downloadWillBegin`. */
export interface DownloadWillBegin extends NavigationInfo {
  /** The name of the file as the server or the page wants it. */
  suggestedFilename: string;
  /** Id of the download, the same at its end; newer browsers only. */
  download?: string;
}

/** `browsingContext.downloadEnd`. */
export interface DownloadEnd extends NavigationInfo {
  /** Whether the whole file arrived. */
  status: "complete" | "canceled";
  /** Where the file is, on the browser's machine; null where it does not say, absent if cancelled. */
  filepath?: string | null;
  /** Id of the download, the same as at its beginning; newer browsers only. */
  download?: string;
}

/** The kinds of native dialog (browsingContext.UserPromptType). */
export type UserPromptType = "alert" | "beforeunload" | "confirm" | "prompt";

/** `browsingContext.userPromptOpened`. */
export interface UserPromptOpened {
  /** The context that opened it; it may be a frame. */
  context: string;
  /** What the session's `unhandledPromptBehavior` does with it: `accept`, `dismiss` or `ignore`. */
  handler: string;
  /** Its text; for a `beforeunload` the browser's own words, or empty. */
  message: string;
  /** Its kind. */
  type: UserPromptType;
  /** What a `prompt` is filled with; absent on the others. */
  defaultValue?: string;
}

/** `browsingContext.userPromptClosed`. */
export interface UserPromptClosed {
  /** The context that had opened it. */
  context: string;
  /** Whether it was answered with OK. */
  accepted: boolean;
  /** Its kind. */
  type: UserPromptType;
  /** What was entered into a `prompt`; absent on the others. */
  userText?: string;
}

/** How a navigation command waits (browsingContext.ReadinessState). */
export type ReadinessState = "none" | "interactive" | "complete";

/** An image format (browsingContext.ImageFormat). */
export interface ImageFormat {
  /** Its MIME type, as `image/png`. */
  type: string;
  /** 0 to 1; only where the format loses detail. */
  quality?: number;
}

/** What of the page a screenshot shows, in CSS pixels (browsingContext.ClipRectangle). */
export type ClipRectangle =
  | { type: "box"; x: number; y: number; width: number; height: number }
  | { type: "element"; element: SharedReference };

/** The events of the module. */
export interface BrowsingContextEvents {
  /** A tab or a frame was made. */
  "browsingContext.contextCreated": ContextInfo;
  /** A tab or a frame is gone. */
  "browsingContext.contextDestroyed": ContextInfo;
  /** A document begins to be loaded. */
  "browsingContext.navigationStarted": NavigationStarted;
  /** The new document has taken the place of the old one. */
  "browsingContext.navigationCommitted": NavigationInfo;
  /** A document could not be loaded. */
  "browsingContext.navigationFailed": NavigationInfo;
  /** The URL changed in its fragment alone. */
  "browsingContext.fragmentNavigated": NavigationInfo;
  /** The page changed its URL through the history, without a load. */
  "browsingContext.historyUpdated": HistoryUpdated;
  /** The document has been parsed. */
  "browsingContext.domContentLoaded": NavigationInfo;
  /** The document and all it waits for have been loaded. */
  "browsingContext.load": NavigationInfo;
  /** A navigation turned out to be a download. */
  "browsingContext.downloadWillBegin": DownloadWillBegin;
  /** A download arrived or was cancelled. */
  "browsingContext.downloadEnd": DownloadEnd;
  /** A native dialog opened. */
  "browsingContext.userPromptOpened": UserPromptOpened;
  /** A native dialog was answered, by whomever. */
  "browsingContext.userPromptClosed": UserPromptClosed;
}

/** What leading a tab somewhere answers (browsingContext.NavigateResult). */
export interface NavigateResult {
  /** Id of the navigation; null where none was begun that has one. */
  navigation: string | null;
  /** Where it leads. */
  url: string;
}

/** The commands of the module. */
export interface BrowsingContextCommands {
  /** Brings a tab to the front and gives it the focus. */
  "browsingContext.activate": { params: { context: string }; result: Empty };
  /** Takes a picture; `data` is base64. */
  "browsingContext.captureScreenshot": {
    params: {
      context: string;
      /** What `clip` counts from, and is cut to: what is shown, or all; `viewport` by default. */
      origin?: "viewport" | "document";
      /** PNG by default. */
      format?: ImageFormat;
      /** Absent, all of `origin`. */
      clip?: ClipRectangle;
    };
    result: { data: string };
  };
  /** Closes a tab, without asking its page unless `promptUnload` is true. */
  "browsingContext.close": {
    params: { context: string; promptUnload?: boolean };
    result: Empty;
  };
  /** Opens a tab or a window on `about:blank`. */
  "browsingContext.create": {
    params: {
      type: "tab" | "window";
      /** A tab to open it beside. */
      referenceContext?: string;
      /** Leaves the focus where it is; false by default. */
      background?: boolean;
    };
    result: { context: string };
  };
  /** Lists tabs and their frames. */
  "browsingContext.getTree": {
    params: {
      /** Levels of frames given; 0 gives tabs alone, absent all. */
      maxDepth?: number;
      /** The one context to begin at; absent, every tab. */
      root?: string;
    };
    result: { contexts: ContextInfo[] };
  };
  /** Answers the open native dialog; an error when none is open. */
  "browsingContext.handleUserPrompt": {
    params: {
      context: string;
      /** True by default. */
      accept?: boolean;
      /** What is entered into a `prompt`; empty by default. */
      userText?: string;
    };
    result: Empty;
  };
  /** Finds the element that a frame is shown in. */
  "browsingContext.locateNodes": {
    params: { context: string; locator: { type: "context"; value: { context: string } } };
    result: { nodes: RemoteValue[] };
  };
  /** Loads a URL; answers at the state of `wait`, by default at once. */
  "browsingContext.navigate": {
    params: { context: string; url: string; wait?: ReadinessState };
    result: NavigateResult;
  };
  /** Makes a PDF of a tab; `data` is base64. Lengths are centimetres. */
  "browsingContext.print": {
    params: {
      context: string;
      /** Prints background colours and pictures; false by default. */
      background?: boolean;
      /** Portrait by default. */
      orientation?: "portrait" | "landscape";
      /** 21.59 by 27.94 by default, as in portrait. */
      page?: { width: number; height: number };
      /** Numbers from 1, or ranges such as `2-4`; absent, all. */
      pageRanges?: (number | string)[];
      /** 0.1 to 2; 1 by default. */
      scale?: number;
      /** Makes what is wider than the page narrower; true by default. */
      shrinkToFit?: boolean;
    };
    result: { data: string };
  };
  /** Loads the document again; answers at the state of `wait`, by default at once. */
  "browsingContext.reload": {
    params: { context: string; ignoreCache?: boolean; wait?: ReadinessState };
    result: NavigateResult;
  };
  /**
   * Sets the viewport of a tab, or of every tab of user contexts, those to come included; null brings the
   * browser's own size or ratio back, absent changes nothing.
   */
  "browsingContext.setViewport": {
    params: ({ context: string } | { userContexts: string[] }) & {
      /** CSS pixels. */
      viewport?: { width: number; height: number } | null;
      devicePixelRatio?: number | null;
    };
    result: Empty;
  };
  /** Goes `delta` steps in the history, back when negative; answers before the document is loaded. */
  "browsingContext.traverseHistory": {
    params: { context: string; delta: number };
    result: Empty;
  };
}
