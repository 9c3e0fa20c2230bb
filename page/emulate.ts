/**
 * `emulate`: another locale, time zone, place, user agent, screen, no network, or more request headers.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { EmulateArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { EMULATED, type Emulated, type Emulation, type Send, setEmulated } from "./emulation.ts";
import { unsupported } from "./explain.ts";
import { quote } from "./find.ts";
import { type Page, PageError } from "./page.ts";

/** What `emulate` answers. */
export interface EmulateResult {
  /** All that is emulated now, header values masked. */
  readonly emulated: object;
}

/** How much of the browser's own words is told. */
const MAX_DETAIL = 200;

/**
 * Sets what is given, takes back what is null, after taking all back with `reset`; all of it, or nothing.
 *
 * @throws {PageError} 400 the browser does not support one of them, or refuses a value: nothing has changed
 */
export async function emulate(page: Page, args: EmulateArgs): Promise<EmulateResult> {
  const { session } = page.workspace;
  const before = await session.emulation();
  const next = nextEmulation(before, args);
  if (args.headers) await session.maskHeaders(args.headers);
  // Half of it is never left, so a caller that leaves does not cut it short.
  const send: Send = (method, params) => page.send(method, params, { evenAborted: true });
  const done: Emulated[] = [];
  for (const name of EMULATED.filter((each) => args.reset || args[each] !== undefined)) {
    try {
      await setEmulated(send, name, next);
      done.push(name);
    } catch (error) {
      // What it does not support it does not emulate.
      if (unsupported(error) && next[name] === undefined) continue;
      // One that was not answered may have been set all the same.
      const begun = error instanceof CommandTimeoutError ? [...done, name] : done;
      const left = await takeBack(send, begun, before);
      throw refused(error, name, next, { browser: page.browser, left });
    }
  }
  return { emulated: await session.emulates(next) };
}

/** What is emulated after a call with these arguments. */
function nextEmulation(before: Emulation, args: EmulateArgs): Emulation {
  const { reset, offline, ...others } = args;
  const said = { ...others, ...(offline !== undefined && { offline: offline || null }) };
  const next = { ...(reset ? {} : before), ...said };
  // Null takes back, and so does no header at all.
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) =>
      value !== null && value !== undefined &&
      !(name === "headers" && Object.keys(value).length === 0)
    ),
  );
}

/** Puts back what was set, the last first; gives what could not be. */
async function takeBack(
  send: Send,
  done: readonly Emulated[],
  before: Emulation,
): Promise<Emulated[]> {
  const left: Emulated[] = [];
  for (const name of done.toReversed()) {
    await setEmulated(send, name, before).catch(() => left.push(name));
  }
  return left;
}

function refused(
  error: unknown,
  name: Emulated,
  next: Emulation,
  { browser, left }: { browser: string; left: readonly Emulated[] },
): unknown {
  const after = left.length === 0
    ? "nothing was changed"
    : `${left.join(" and ")} may be emulated still: use emulate with reset`;
  if (unsupported(error)) {
    return new PageError(400, `Cannot emulate ${name}: not supported by ${browser}; ${after}`);
  }
  if (error instanceof CommandTimeoutError) {
    return new PageError(504, `Cannot emulate ${name}: ${browser} did not answer; ${after}`);
  }
  if (!(error instanceof BidiError)) return error;
  // What the browser says of a header may tell its value.
  const value = name === "headers" ? "" : ` ${quote(next[name])}`;
  const detail = name === "headers" ? error.code : cut(error.detail, MAX_DETAIL);
  return new PageError(400, `Cannot emulate ${name}${value}: ${browser} says ${detail}; ${after}`);
}
