/**
 * A browser that is opened in a lost one's place emulates what that one did.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { EMULATED, type Emulation, setEmulated } from "../page/emulation.ts";
import { send, type SendOptions } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";

/** What it emulates, and what it does not. */
export interface EmulatedAgain {
  /** What was set. */
  readonly emulated: Emulation;
  /** A sentence for each that was not, for the next result. */
  readonly why: readonly string[];
}

/**
 * Sets it all, before the first page is loaded.
 *
 * @throws {CommandTimeoutError} the browser did not answer
 * @throws {ConnectionClosedError} the channel closed first
 */
export async function emulateAgain(
  connection: ConnectionRef,
  emulation: Emulation,
  bounds: SendOptions,
): Promise<EmulatedAgain> {
  let emulated = emulation;
  const why: string[] = [];
  for (const name of EMULATED) {
    if (emulation[name] === undefined) continue;
    try {
      await setEmulated(
        (method, params) => send(connection, method, params, bounds),
        name,
        emulation,
      );
    } catch (error) {
      if (!(error instanceof BidiError)) throw error;
      const { [name]: _refused, ...others } = emulated;
      emulated = others;
      why.push(`${name} is not emulated any more: the new browser refused it`);
    }
  }
  const { headers = {}, ...others } = emulated;
  const known = Object.entries(headers).filter(([, value]) => value !== null);
  const lost = Object.keys(headers).filter((name) => headers[name] === null);
  if (lost.length > 0) {
    why.push(
      `requests do not carry ${
        lost.join(", ")
      } any more: the value was not kept when pagetap was started ` +
        "again; set headers with emulate",
    );
    emulated = known.length > 0 ? { ...others, headers: Object.fromEntries(known) } : others;
  }
  return { emulated, why };
}
