/**
 * An ear of one action: a subscriber of its own, for as long as the action runs.
 *
 * @module
 */
import type { Listening, ListenOptions } from "../page/listening.ts";
import { listenOn, send, type SendOptions } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import type { System } from "./core/types.ts";
import type { DispatcherStats } from "./dispatcher_stats.ts";
import { spawnSubscriber } from "./subscriber.ts";

/** What an ear is made with. */
export interface ListenWith {
  /** What its actor is run by. */
  readonly system: System;
  /** Counts what goes through its queue. */
  readonly stats: DispatcherStats;
}

/** What an ear hears. */
export interface EarOptions extends ListenOptions {
  /** Hears of hidden tabs, and of no others. */
  readonly hidden?: true;
}

/**
 * Opens one.
 *
 * @throws {BidiError} the browser would not subscribe
 */
export async function listen(
  connection: ConnectionRef,
  { events, contexts, heard, hidden }: EarOptions,
  { system, stats }: ListenWith,
  bounds: SendOptions,
): Promise<Listening> {
  const listener = { event: heard, lost() {} };
  const subscriber = spawnSubscriber(system, `${connection.name}/ear`, listener, stats);
  listenOn(connection, { subscriber, events, ...(hidden && { hidden }) });
  let subscription: string | null = null;
  let open = true;
  const stop = async (): Promise<void> => {
    if (!open) return;
    open = false;
    connection.tell({ kind: "unroute", subscriber });
    void subscriber.stop();
    if (subscription === null) return;
    await send(connection, "session.unsubscribe", { subscriptions: [subscription] }).catch(
      () => {},
    );
  };
  if (contexts === undefined) return { stop };
  try {
    const params = { events: [...events], contexts: [...contexts] };
    ({ subscription } = await send(connection, "session.subscribe", params, bounds));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
