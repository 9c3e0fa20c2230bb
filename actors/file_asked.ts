/**
 * A page that asked for a file, as a click on a field for files makes it do: no dialog is to be seen, and the
 * page waits for nothing.
 *
 * @module
 */
import { callInPage, type CallOptions, inPage } from "../page/evaluate.ts";
import { send } from "./commands.ts";
import { sleep } from "./core/wait.ts";
import type { Live } from "./live.ts";

/** What a file was asked for. */
export interface FileAsked {
  /** The context it was asked in. */
  readonly context: string;
  /** The shared id of the field; null where the browser names none. */
  readonly node: string | null;
}

/** Milliseconds the page may take to say which field it is. */
const NAME_MS = 1_000;

const NAME = inPage<null, string>(({ finder }, node) => node === null ? "" : finder.show(node));

/**
 * Leaves a notice of the file that was asked for, if one was, with the field as selectors find it when the page
 * says so by `until`, epoch milliseconds.
 */
export async function tellFileAsked(
  live: Live,
  signal: AbortSignal,
  until: number,
): Promise<void> {
  const { fileAsked: asked } = live;
  if (asked === null) return;
  live.fileAsked = null;
  const graceMs = Math.max(1, Math.min(NAME_MS, until - live.clock.now()));
  const { context, node } = asked;
  const field = node === null ? null : await nameOf(live, context, { node, graceMs }, signal);
  live.notice(
    `the page asked for a file: give it one with upload_file${field ? ` on ${field}` : ""}`,
  );
}

async function nameOf(
  live: Live,
  context: string,
  options: CallOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const { connection, clock, tabs } = live;
  if (tabs.tabOf(context)?.dialog) return null;
  const host: Parameters<typeof callInPage>[0] = {
    context,
    send: (method, params, options) => send(connection, method, params, { ...options, signal }),
    now: () => clock.now(),
    sleep: (ms) => sleep(clock, ms, signal),
  };
  return await callInPage(host, NAME, null, options).then(
    ({ value }) => value,
    () => null,
  );
}
