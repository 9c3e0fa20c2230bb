/**
 * How the others speak to a connection: a command, a route, a flush, a clean close. Each error is made where
 * the command was sent, so its stack shows the caller.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import type { CommandName, Params, Result } from "../bidi/protocol.ts";
import type { ConnectionRef, Flushed, Outcome } from "./connection.ts";
import { ActorStoppedError, AskTimeoutError } from "./core/errors.ts";
import type { Route } from "./routes.ts";

/** Milliseconds a command may take unless its sender says otherwise. */
export const COMMAND_TIMEOUT_MS = 5_000;
/** Milliseconds a call waits for a flush; past that its hint is incomplete. */
export const FLUSH_TIMEOUT_MS = 3_000;
/** What an ask waits beyond the command's own timeout, which the connection keeps. */
const ASK_GRACE_MS = 1_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** The bounds of one command. */
export interface SendOptions {
  /** Milliseconds to wait for its answer; default `COMMAND_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** Gives up waiting; the browser may still carry it out. */
  readonly signal?: AbortSignal;
  /** The tab it makes is ours: nobody hears of it. */
  readonly hidden?: true;
}

/**
 * Sends one command and waits for its result.
 *
 * @throws {BidiError} the browser refused it
 * @throws {CommandTimeoutError} no answer within `timeoutMs`
 * @throws {ConnectionClosedError} the channel closed first
 */
export async function send<M extends CommandName>(
  connection: ConnectionRef,
  method: M,
  params: Params<M>,
  options: SendOptions = {},
): Promise<Result<M>> {
  const { timeoutMs = COMMAND_TIMEOUT_MS } = options;
  const outcome = await ask(connection, method, params, { ...options, timeoutMs });
  switch (outcome.kind) {
    case "result":
      return outcome.result as Result<M>;
    case "error":
      throw new BidiError(method, outcome.code, outcome.detail);
    case "timeout":
      throw new CommandTimeoutError(method, timeoutMs);
    case "closed":
      throw new ConnectionClosedError(method, outcome.why);
  }
}

async function ask(
  connection: ConnectionRef,
  method: CommandName,
  params: unknown,
  { timeoutMs, signal, hidden }: SendOptions & { readonly timeoutMs: number },
): Promise<Outcome> {
  try {
    return await connection.ask<Outcome>(
      (reply) => ({
        kind: "command",
        method,
        params,
        timeoutMs,
        ...(hidden && { hidden }),
        reply,
      }),
      { timeoutMs: timeoutMs + ASK_GRACE_MS, ...(signal && { signal }) },
    );
  } catch (error) {
    if (error instanceof AskTimeoutError) return { kind: "timeout" };
    if (error instanceof ActorStoppedError) {
      return { kind: "closed", why: "it was closed" };
    }
    throw error;
  }
}

/** Has a subscriber told of events from now on; it is stopped when the connection ends. */
export function listenOn(connection: ConnectionRef, route: Route): void {
  if (connection.tell({ kind: "route", ...route }) === "stopped") void route.subscriber.stop();
}

/**
 * One round trip and then a barrier through every subscriber: when it resolves, everything the
 * browser sent before has been handled. Null when that took longer than `timeoutMs`. Never
 * `session.status`, which chromedriver answers itself, ahead of events still under way.
 */
export async function flush(
  connection: ConnectionRef,
  timeoutMs: number = FLUSH_TIMEOUT_MS,
): Promise<Flushed> {
  try {
    return await connection.ask<Flushed>((reply) => ({ kind: "flush", reply }), { timeoutMs });
  } catch {
    return null;
  }
}

/** When the last frame came over it, epoch milliseconds; null when it has ended. */
export async function heardAt(connection: ConnectionRef): Promise<number | null> {
  try {
    return await connection.ask<number>((reply) => ({ kind: "heard-at", reply }), {
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
  } catch {
    return null;
  }
}

/**
 * Takes back subscriptions and collectors, then closes. Resolves when done or out of time.
 *
 * @param keepCollectors leaves the bodies to whoever connects to the session next
 */
export async function closeConnection(
  connection: ConnectionRef,
  keepCollectors: boolean = false,
): Promise<void> {
  await connection.ask<void>((reply) => ({ kind: "close", keepCollectors, reply }), {
    timeoutMs: CLOSE_TIMEOUT_MS,
  }).catch(() => {});
  await connection.stop();
}

/**
 * Has the browser keep nothing that it is made to download, as it is but while the action `download` runs; a
 * channel that drops meanwhile leaves it otherwise.
 */
export async function denyDownloads(
  connection: ConnectionRef,
  options: SendOptions,
): Promise<void> {
  const downloadBehavior = { type: "denied" };
  await send(connection, "browser.setDownloadBehavior", { downloadBehavior }, options);
}
