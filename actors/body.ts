/**
 * A body, fetched from the browser when it is asked for: it was never ours, so it is decoded, masked
 * and cut on its way out.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { BytesValue } from "../bidi/protocol.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../bidi/command_errors.ts";
import { bodyShape } from "../capture/body.ts";
import type { BodySource } from "../capture/capture.ts";
import type { Masker } from "../capture/masker.ts";
import type { Body } from "../capture/shapes.ts";
import { requestUri } from "../capture/uri.ts";
import { ActionError } from "./action_error.ts";
import { send } from "./commands.ts";
import { TurnsTakenError } from "./core/turns.ts";
import type { Live } from "./live.ts";

/** What a body is fetched with. */
export interface FetchBody {
  /** The request, as `network` lists it. */
  readonly id: string;
  /** Which body of the two. */
  readonly side: "request" | "response";
  /** Whether the session was opened with capture. */
  readonly capturing: boolean;
  /** Where the browser keeps it; undefined when no such request is kept. */
  readonly source: BodySource | undefined;
  /** The browser of the workspace; null when there is none. */
  readonly live: Live | null;
  /** The generation of the live browser. */
  readonly generation: number;
  /** Aborts when the caller left. */
  readonly signal: AbortSignal;
  /** What knows the secrets of the workspace. */
  readonly masker: Masker;
}

const BODY_MS = 5_000;
/**
 * Chrome ignores the collector's own limit, and a frame that is too large closes the socket. Of a response it is
 * the size as sent that is known before, which may be compressed.
 */
const MAX_BODY_BYTES = 10_000_000;

/**
 * Fetches one side's body of a request; of one that went where no page may be taken there is none.
 *
 * @throws {ActionError} 404 when there is no such request, or its browser has ended; 429 when too many
 * bodies are waited for; 503 when the channel to it is closed
 */
export async function fetchBody(options: FetchBody): Promise<Body> {
  const { id, side, source, live, signal, masker } = options;
  if (!options.capturing) {
    throw new ActionError(
      404,
      "there are no bodies: capture is off, turn it on with open_session(capture=true)",
    );
  }
  if (source === undefined) {
    throw new ActionError(
      404,
      `request ${id} is not kept: read workspace://network for those that are`,
    );
  }
  if (live === null || source.generation !== options.generation) {
    throw new ActionError(
      404,
      `the browser that made request ${id} has ended, and its bodies with it`,
    );
  }
  const response = side === "response";
  const mime = response ? source.mime : source.requestMime;
  const size = response ? source.size : source.requestSize;
  const without = (why: string): Body => ({
    id,
    uri: requestUri(id),
    side,
    mime,
    size,
    binary: false,
    text: null,
    truncated: false,
    why,
  });
  if (source.barred !== null) return without(`its bodies are not given out: ${source.barred}`);
  if (response && source.unavailable !== null) return without(source.unavailable);
  if ((size ?? 0) > MAX_BODY_BYTES) {
    return without(`the body is ${size} bytes; the browser keeps at most ${MAX_BODY_BYTES}`);
  }
  try {
    const params = { dataType: side, request: source.request } as const;
    const bounds = { timeoutMs: BODY_MS, signal };
    const { bytes } = await live.bodies.run(
      () => send(live.connection, "network.getData", params, bounds),
      signal,
    );
    if (leastBytes(bytes) > MAX_BODY_BYTES) {
      return without(
        `the body has more than ${MAX_BODY_BYTES} bytes once decompressed, too many to be looked at`,
      );
    }
    const sent = response ? null : source.requestSize;
    return bodyShape({ id, side, sent, mime, bytes, browser: live.browser, masker });
  } catch (error) {
    if (error instanceof TurnsTakenError) {
      throw new ActionError(
        429,
        `the body of request ${id} was not fetched: too many wait already, call again later`,
      );
    }
    if (error instanceof BidiError) return without("the browser has no body for it");
    if (error instanceof CommandTimeoutError) {
      return without(`the browser did not hand it out within ${BODY_MS / 1000} s`);
    }
    if (error instanceof ConnectionClosedError) {
      if (live.session.reconnects) throw unheard(id);
      throw new ActionError(
        404,
        `the browser that made request ${id} has ended, and its bodies with it`,
      );
    }
    throw error;
  }
}

/** How many bytes these are at least; no character of a text takes less than one. */
function leastBytes({ type, value }: BytesValue): number {
  return type === "base64" ? Math.floor(value.length / 4) * 3 - 2 : value.length;
}

/** A browser that outlives its channel still has the body. */
function unheard(id: string): ActionError {
  return new ActionError(
    503,
    `the body of request ${id} was not fetched: the connection to its browser is closed for now; ` +
      "any call opens it again, then ask again",
  );
}
