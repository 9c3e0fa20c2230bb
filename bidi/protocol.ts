/**
 * The part of the WebDriver BiDi protocol that pagetap speaks, as types. Names and shapes follow
 * the W3C specification (https://w3c.github.io/webdriver-bidi/), not our needs; members that only
 * one browser sends carry its vendor prefix.
 *
 * @module
 */

/** A value as a header, a cookie or a body carries it (network.BytesValue). */
export type BytesValue = { type: "string"; value: string } | { type: "base64"; value: string };

/** One HTTP header (network.Header). */
export interface Header {
  name: string;
  value: BytesValue;
}

/** Times of a request in milliseconds (network.FetchTimingInfo). */
export interface FetchTimingInfo {
  timeOrigin: number;
  requestTime: number;
  redirectStart: number;
  redirectEnd: number;
  fetchStart: number;
  dnsStart: number;
  dnsEnd: number;
  connectStart: number;
  connectEnd: number;
  tlsStart: number;
  tlsEnd?: number;
  requestStart: number;
  responseStart: number;
  responseEnd: number;
}

/** One frame of a stack, zero-based line and column (script.StackFrame). */
export interface StackFrame {
  columnNumber: number;
  functionName: string;
  lineNumber: number;
  url: string;
}

/** A call stack, innermost frame first (script.StackTrace). */
export interface StackTrace {
  callFrames: StackFrame[];
}

/** Why a request was made (network.Initiator). */
export interface Initiator {
  type?: string;
  request?: string;
  columnNumber?: number;
  lineNumber?: number;
  stackTrace?: StackTrace;
}

/** A request as an event describes it (network.RequestData). */
export interface RequestData {
  request: string;
  url: string;
  method: string;
  headers: Header[];
  headersSize: number;
  bodySize: number | null;
  destination: string;
  initiatorType: string | null;
  timings: FetchTimingInfo;
  "goog:resourceType"?: string;
  "goog:resourceInitiator"?: {
    type?: string;
    url?: string;
    lineNumber?: number;
    columnNumber?: number;
    stack?: StackTrace;
  };
}

/** A response as an event describes it (network.ResponseData). */
export interface ResponseData {
  url: string;
  protocol: string;
  status: number;
  statusText: string;
  fromCache: boolean;
  headers: Header[];
  mimeType: string;
  bytesReceived: number;
  headersSize: number | null;
  bodySize: number | null;
  content: { size: number };
}

/** What every network event carries (network.BaseParameters). */
export interface NetworkBase {
  context: string | null;
  navigation: string | null;
  redirectCount: number;
  request: RequestData;
  timestamp: number;
  isBlocked: boolean;
  userContext?: string | null;
}

/** `network.beforeRequestSent`. */
export interface BeforeRequestSent extends NetworkBase {
  initiator?: Initiator;
}

/** `network.responseStarted` and `network.responseCompleted`. */
export interface ResponseEvent extends NetworkBase {
  response: ResponseData;
}

/** `network.fetchError`. */
export interface FetchError extends NetworkBase {
  errorText: string;
}

/** A value of the page's realm, serialised (script.RemoteValue). */
export interface RemoteValue {
  type: string;
  value?: unknown;
  handle?: string;
  internalId?: string;
  sharedId?: string;
}

/** `log.entryAdded` (log.Entry). */
export interface LogEntry {
  type: string;
  level: "debug" | "info" | "warn" | "error";
  source: { realm: string; context?: string; userContext?: string };
  text: string | null;
  timestamp: number;
  stackTrace?: StackTrace;
  method?: string;
  args?: RemoteValue[];
}

/** A node of the tree of browsing contexts (browsingContext.Info). */
export interface ContextInfo {
  context: string;
  url: string;
  children: ContextInfo[] | null;
  parent?: string | null;
  originalOpener: string | null;
  userContext: string;
  clientWindow: string;
}

/** What navigation events carry (browsingContext.NavigationInfo). */
export interface NavigationInfo {
  context: string;
  navigation: string | null;
  timestamp: number;
  url: string;
}

/** `browsingContext.historyUpdated`. */
export interface HistoryUpdated {
  context: string;
  timestamp: number;
  url: string;
}

/** `browsingContext.downloadWillBegin`. */
export interface DownloadWillBegin extends NavigationInfo {
  suggestedFilename: string;
  download?: string;
}

/** `browsingContext.downloadEnd`. */
export interface DownloadEnd extends NavigationInfo {
  status: "complete" | "canceled";
  filepath?: string | null;
  download?: string;
}

/** The kinds of native dialog (browsingContext.UserPromptType). */
export type UserPromptType = "alert" | "beforeunload" | "confirm" | "prompt";

/** `browsingContext.userPromptOpened`. */
export interface UserPromptOpened {
  context: string;
  handler: string;
  message: string;
  type: UserPromptType;
  defaultValue?: string;
}

/** `browsingContext.userPromptClosed`. */
export interface UserPromptClosed {
  context: string;
  accepted: boolean;
  type: UserPromptType;
  userText?: string;
}

/** Every event pagetap listens for, by method name. */
export interface EventParams {
  "log.entryAdded": LogEntry;
  "network.beforeRequestSent": BeforeRequestSent;
  "network.responseStarted": ResponseEvent;
  "network.responseCompleted": ResponseEvent;
  "network.fetchError": FetchError;
  "browsingContext.contextCreated": ContextInfo;
  "browsingContext.contextDestroyed": ContextInfo;
  "browsingContext.navigationStarted": NavigationInfo;
  "browsingContext.navigationCommitted": NavigationInfo;
  "browsingContext.navigationFailed": NavigationInfo;
  "browsingContext.fragmentNavigated": NavigationInfo;
  "browsingContext.historyUpdated": HistoryUpdated;
  "browsingContext.domContentLoaded": NavigationInfo;
  "browsingContext.load": NavigationInfo;
  "browsingContext.downloadWillBegin": DownloadWillBegin;
  "browsingContext.downloadEnd": DownloadEnd;
  "browsingContext.userPromptOpened": UserPromptOpened;
  "browsingContext.userPromptClosed": UserPromptClosed;
}

/** The name of an event. */
export type EventName = keyof EventParams;

/** One event: its method decides its params. */
export type BidiEvent = {
  [M in EventName]: { readonly method: M; readonly params: EventParams[M] };
}[EventName];

/** How a navigation command waits (browsingContext.ReadinessState). */
export type ReadinessState = "none" | "interactive" | "complete";

/** A reference to a node by its shared id (script.SharedReference). */
export interface SharedReference {
  sharedId: string;
}

/** An argument of a function (script.LocalValue). */
export type LocalValue = SharedReference | { type: string; value?: unknown };

/** Where a script runs (script.ContextTarget). */
export interface ContextTarget {
  context: string;
  sandbox?: string;
}

/** What a script threw (script.ExceptionDetails). */
export interface ExceptionDetails {
  text: string;
  lineNumber: number;
  columnNumber: number;
  exception: RemoteValue;
  stackTrace: StackTrace;
}

/** What running a script came to (script.EvaluateResult). */
export type EvaluateResult =
  | { type: "success"; realm: string; result: RemoteValue }
  | { type: "exception"; realm: string; exceptionDetails: ExceptionDetails };

/** How deep a result is serialised (script.SerializationOptions). */
export interface SerializationOptions {
  maxDomDepth?: number | null;
  maxObjectDepth?: number | null;
  includeShadowTree?: "none" | "open" | "all";
}

/** Where a pointer action is measured from (input.Origin). */
export type InputOrigin = "viewport" | "pointer" | { type: "element"; element: SharedReference };

/** One step of an input source (input.*SourceAction). */
export type InputAction =
  | { type: "pause"; duration?: number }
  | { type: "keyDown" | "keyUp"; value: string }
  | { type: "pointerDown"; button: number }
  | { type: "pointerUp"; button: number }
  | { type: "pointerMove"; x: number; y: number; duration?: number; origin?: InputOrigin }
  | { type: "scroll"; x: number; y: number; deltaX: number; deltaY: number; origin?: InputOrigin };

/** One input source and its steps (input.SourceActions). */
export type SourceActions =
  | { type: "key" | "none"; id: string; actions: InputAction[] }
  | {
    type: "pointer";
    id: string;
    parameters?: { pointerType: "mouse" | "pen" | "touch" };
    actions: InputAction[];
  }
  | { type: "wheel"; id: string; actions: InputAction[] };

/** An image format (browsingContext.ImageFormat); `quality` is 0 to 1. */
export interface ImageFormat {
  type: string;
  quality?: number;
}

/** What of the page a screenshot shows (browsingContext.ClipRectangle). */
export type ClipRectangle =
  | { type: "box"; x: number; y: number; width: number; height: number }
  | { type: "element"; element: SharedReference };

/** Which part of an exchange a body belongs to (network.DataType). */
export type DataType = "request" | "response";

/** Every command pagetap sends: its parameters and its result. */
export interface Commands {
  "session.new": {
    params: { capabilities: { alwaysMatch: Record<string, unknown> } };
    result: { sessionId: string; capabilities: Record<string, unknown> };
  };
  "session.end": { params: Record<never, never>; result: Record<never, never> };
  "session.subscribe": {
    params: { events: string[]; contexts?: string[] };
    result: { subscription: string };
  };
  "session.unsubscribe": { params: { subscriptions: string[] }; result: Record<never, never> };
  "browser.close": { params: Record<never, never>; result: Record<never, never> };
  "browser.setDownloadBehavior": {
    params: { downloadBehavior: { type: string; destinationFolder?: string } | null };
    result: Record<never, never>;
  };
  "browsingContext.activate": { params: { context: string }; result: Record<never, never> };
  "browsingContext.captureScreenshot": {
    params: {
      context: string;
      origin?: "viewport" | "document";
      format?: ImageFormat;
      clip?: ClipRectangle;
    };
    result: { data: string };
  };
  "browsingContext.close": {
    params: { context: string; promptUnload?: boolean };
    result: Record<never, never>;
  };
  "browsingContext.create": {
    params: { type: "tab" | "window"; referenceContext?: string; background?: boolean };
    result: { context: string };
  };
  "browsingContext.getTree": {
    params: { maxDepth?: number; root?: string };
    result: { contexts: ContextInfo[] };
  };
  "browsingContext.handleUserPrompt": {
    params: { context: string; accept?: boolean; userText?: string };
    result: Record<never, never>;
  };
  "browsingContext.navigate": {
    params: { context: string; url: string; wait?: ReadinessState };
    result: { navigation: string | null; url: string };
  };
  "browsingContext.reload": {
    params: { context: string; ignoreCache?: boolean; wait?: ReadinessState };
    result: { navigation: string | null; url: string };
  };
  "browsingContext.setViewport": {
    params: {
      context: string;
      viewport?: { width: number; height: number } | null;
      devicePixelRatio?: number | null;
    };
    result: Record<never, never>;
  };
  "browsingContext.traverseHistory": {
    params: { context: string; delta: number };
    result: Record<never, never>;
  };
  "input.performActions": {
    params: { context: string; actions: SourceActions[] };
    result: Record<never, never>;
  };
  "input.releaseActions": { params: { context: string }; result: Record<never, never> };
  "network.addDataCollector": {
    params: { dataTypes: DataType[]; maxEncodedDataSize: number; collectorType?: "blob" };
    result: { collector: string };
  };
  "network.removeDataCollector": { params: { collector: string }; result: Record<never, never> };
  "network.getData": {
    params: { dataType: DataType; request: string; collector?: string; disown?: boolean };
    result: { bytes: BytesValue };
  };
  "script.addPreloadScript": {
    params: { functionDeclaration: string; contexts?: string[]; sandbox?: string };
    result: { script: string };
  };
  "script.removePreloadScript": { params: { script: string }; result: Record<never, never> };
  "script.callFunction": {
    params: {
      functionDeclaration: string;
      awaitPromise: boolean;
      target: ContextTarget;
      arguments?: LocalValue[];
      this?: LocalValue;
      resultOwnership?: "root" | "none";
      serializationOptions?: SerializationOptions;
      userActivation?: boolean;
    };
    result: EvaluateResult;
  };
  "script.evaluate": {
    params: {
      expression: string;
      awaitPromise: boolean;
      target: ContextTarget;
      resultOwnership?: "root" | "none";
      serializationOptions?: SerializationOptions;
      userActivation?: boolean;
    };
    result: EvaluateResult;
  };
}

/** The name of a command. */
export type CommandName = keyof Commands;

/** The parameters of the command `M`. */
export type Params<M extends CommandName> = Commands[M]["params"];

/** The result of the command `M`. */
export type Result<M extends CommandName> = Commands[M]["result"];
