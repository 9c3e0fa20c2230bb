/**
 * The `input` module: keys, pointer and wheel.
 *
 * @module
 */
import type { Empty } from "./empty.ts";
import type { SharedReference } from "./script.ts";

/** Where a pointer action is measured from (input.Origin). */
export type InputOrigin = "viewport" | "pointer" | { type: "element"; element: SharedReference };

/** One step of an input source (input.*SourceAction): durations in ms, distances in CSS pixels. */
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

/** `input.fileDialogOpened`. */
export interface FileDialogOpened {
  /** The context it was opened in; it may be a frame. */
  context: string;
  /** The field the files are for; absent where there is none in the document. */
  element?: SharedReference;
  /** Whether it takes several. */
  multiple: boolean;
}

/** The events of the module. */
export interface InputEvents {
  /** A page asked for files. */
  "input.fileDialogOpened": FileDialogOpened;
}

/** The commands of the module. */
export interface InputCommands {
  /** Runs the steps of all sources side by side, a tick each; answers when the last is done. */
  "input.performActions": {
    params: { context: string; actions: SourceActions[] };
    result: Empty;
  };
  /** Lets go of every key and button that is still down, newest first. */
  "input.releaseActions": { params: { context: string }; result: Empty };
}
