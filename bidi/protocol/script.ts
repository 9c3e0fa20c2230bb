/**
 * The `script` module: running functions in a page, and what comes back.
 *
 * @module
 */
import type { Empty } from "./empty.ts";

/** One frame of a stack, zero-based line and column (script.StackFrame). */
export interface StackFrame {
  /** Column of the call, zero-based. */
  columnNumber: number;
  /** Name of the function that was running; empty for an anonymous one or top-level code. */
  functionName: string;
  /** Line of the call, zero-based. */
  lineNumber: number;
  /** URL of the script; empty for one that has none, as `eval` makes. */
  url: string;
}

/** A call stack, innermost frame first (script.StackTrace). */
export interface StackTrace {
  /** Its frames, innermost first; neither browser was seen to cap them. */
  callFrames: StackFrame[];
}

/** A value of the page's realm, serialised (script.RemoteValue). */
export interface RemoteValue {
  /** What it is: `string`, `number`, `object`, `node`, `error`, ... */
  type: string;
  /**
   * The value, in the form its `type` has; absent where there is none (`undefined`, `null`, a function)
   * and where serialisation stopped at the depth asked for.
   */
  value?: unknown;
  /** Keeps the object alive in its realm; only with `resultOwnership: "root"`. */
  handle?: string;
  /** The same for every appearance of one object in one result, which is how a cycle is told. */
  internalId?: string;
  /** Names a node, in any sandbox of its document; only on a node. */
  sharedId?: string;
}

/** A reference to a node by its shared id (script.SharedReference). */
export interface SharedReference {
  /** As a `RemoteValue` of type `node` carried it; void once the node's document is gone. */
  sharedId: string;
}

/** An argument of a function (script.LocalValue). */
export type LocalValue = SharedReference | { type: string; value?: unknown };

/** Where a script runs (script.ContextTarget). */
export interface ContextTarget {
  /** The browsing context, a tab or a frame. */
  context: string;
  /** A realm of that name beside the page's own: same DOM, other globals. Absent, the page's own. */
  sandbox?: string;
}

/** One realm, of one document, where a script runs (script.RealmTarget). */
export interface RealmTarget {
  /** Its id, as a result told it; void once its document is gone. */
  realm: string;
}

/** What a script threw (script.ExceptionDetails). */
export interface ExceptionDetails {
  /** The browser's one line about it, as `TypeError: x is not a function`. */
  text: string;
  /** Line it was thrown at, zero-based. */
  lineNumber: number;
  /** Column it was thrown at, zero-based. */
  columnNumber: number;
  /** What was thrown; any value, not only an error. */
  exception: RemoteValue;
  /** The stack it was thrown with; no frames when there was none. */
  stackTrace: StackTrace;
}

/** What running a script came to (script.EvaluateResult). */
export type EvaluateResult =
  | { type: "success"; realm: string; result: RemoteValue }
  | { type: "exception"; realm: string; exceptionDetails: ExceptionDetails };

/** How deep a result is serialised (script.SerializationOptions). */
export interface SerializationOptions {
  /** Levels of child nodes given with a node; 0, the spec's default, gives none, null all. */
  maxDomDepth?: number | null;
  /** Levels of members given with an object; null, the spec's default, gives all. */
  maxObjectDepth?: number | null;
  /** Which shadow roots are given with a node; `none` is the spec's default. */
  includeShadowTree?: "none" | "open" | "all";
}

/** How a script is run, whether a function or an expression. */
export interface Evaluation {
  /** Whether a promise it returns is waited for. */
  awaitPromise: boolean;
  /** Where it runs. */
  target: ContextTarget | RealmTarget;
  /** `root` gives the result a handle that keeps it alive; `none` is the spec's default. */
  resultOwnership?: "root" | "none";
  /** How deep the result is given. */
  serializationOptions?: SerializationOptions;
  /** Runs as if the user had just acted, so that popups and the like are allowed. */
  userActivation?: boolean;
}

/** The commands of the module. */
export interface ScriptCommands {
  /** Runs a function in every document to come, before any script of the page. */
  "script.addPreloadScript": {
    params: {
      /** Source of a function; it is called with no arguments here. */
      functionDeclaration: string;
      /** Top-level contexts it is for; absent, all, those to come included. */
      contexts?: string[];
      sandbox?: string;
    };
    result: { script: string };
  };
  /** Takes a preload script back; documents it already ran in keep what it did. */
  "script.removePreloadScript": { params: { script: string }; result: Empty };
  /** Calls a function; what it throws is a result, not an error of the command. */
  "script.callFunction": {
    params: Evaluation & {
      /** Source of the function. */
      functionDeclaration: string;
      arguments?: LocalValue[];
      this?: LocalValue;
    };
    result: EvaluateResult;
  };
  /** Evaluates source text as a script; what it throws is a result, not an error of the command. */
  "script.evaluate": {
    params: Evaluation & { expression: string };
    result: EvaluateResult;
  };
}
