/**
 * The part of the WebDriver BiDi protocol that pagetap speaks, as types, in one file a module of the
 * W3C specification (https://w3c.github.io/webdriver-bidi/). Names and shapes follow it, not our
 * needs; members that only one browser sends carry its vendor prefix or say so.
 *
 * @module
 */
import type {
  BrowsingContextCommands,
  BrowsingContextEvents,
} from "./protocol/browsing_context.ts";
import type { EmulationCommands } from "./protocol/emulation.ts";
import type { InputCommands, InputEvents } from "./protocol/input.ts";
import type { LogEvents } from "./protocol/log.ts";
import type { NetworkCommands, NetworkEvents } from "./protocol/network.ts";
import type { ScriptCommands } from "./protocol/script.ts";
import type { BrowserCommands, SessionCommands } from "./protocol/session.ts";
import type { StorageCommands } from "./protocol/storage.ts";

export type * from "./protocol/browsing_context.ts";
export type * from "./protocol/emulation.ts";
export type * from "./protocol/empty.ts";
export type * from "./protocol/input.ts";
export type * from "./protocol/log.ts";
export type * from "./protocol/network.ts";
export type * from "./protocol/script.ts";
export type * from "./protocol/session.ts";
export type * from "./protocol/storage.ts";

/** Every event pagetap listens for: its parameters, by method name. */
export interface EventParams extends BrowsingContextEvents, InputEvents, LogEvents, NetworkEvents {}

/** The name of an event. */
export type EventName = keyof EventParams;

/** One event: its method decides its params. */
export type BidiEvent = {
  [M in EventName]: { readonly method: M; readonly params: EventParams[M] };
}[EventName];

/** Every command pagetap sends: its parameters and its result, by method name. */
export interface Commands
  extends
    BrowserCommands,
    BrowsingContextCommands,
    EmulationCommands,
    InputCommands,
    NetworkCommands,
    ScriptCommands,
    SessionCommands,
    StorageCommands {}

/** The name of a command. */
export type CommandName = keyof Commands;

/** The parameters of the command `M`. */
export type Params<M extends CommandName> = Commands[M]["params"];

/** The result of the command `M`. */
export type Result<M extends CommandName> = Commands[M]["result"];
