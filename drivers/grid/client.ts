/**
 * Requests to a Grid. Each is bounded in time and in the size of its answer, follows no redirect, and
 * trusts the usual certificates and those of `GRID_CA`, and no other.
 *
 * @module
 */
import type { GridAddress } from "./address.ts";
import { GridFault, unreachable } from "./fault.ts";

/** Milliseconds that a request may take unless it says otherwise. */
export const REQUEST_MS = 5_000;

/** Most bytes of an answer: a listing has at most 4 KiB for each slot. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** A request. */
export interface Question {
  /** The HTTP method. */
  readonly method: "GET" | "POST" | "DELETE";
  /** The path behind the Grid's address, with a slash before it. */
  readonly path: string;
  /**
   * The address of a node, which is asked in place of the Grid, and shown no user and no password but an
   * empty registration secret: that of a Grid that has been given none.
   */
  readonly node?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Milliseconds until an answer is given up; null: only the signal ends the wait. Default {@link REQUEST_MS}. */
  readonly timeoutMs?: number | null;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  /** Most bytes of the answer; default {@link MAX_ANSWER_BYTES}. */
  readonly maxBytes?: number;
}

/** An answer, whatever it says. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** The `value` of the JSON; undefined when the answer is none of WebDriver's. */
  readonly value: unknown;
}

/** Speaks HTTP to one Grid. */
export class GridClient {
  readonly #address: GridAddress;
  readonly #http: Deno.HttpClient;

  /**
   * Makes one.
   *
   * @param ca certificates, PEM, trusted beside the usual ones; null: none
   * @throws {TypeError} the certificates cannot be read
   */
  constructor(address: GridAddress, ca: string | null) {
    this.#address = address;
    this.#http = Deno.createHttpClient({ caCerts: ca === null ? [] : [ca] });
  }

  /**
   * Asks, and gives the answer, whatever it says.
   *
   * @throws {GridFault} there is none, or it is too large
   * @throws the signal's reason when it is aborted
   */
  async ask(
    { method, path, node, body, timeoutMs = REQUEST_MS, signal, maxBytes = MAX_ANSWER_BYTES }:
      Question,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = timeoutMs === null ? undefined : setTimeout(() => late.abort(), timeoutMs);
    try {
      const response = await fetch(
        node === undefined ? this.#address.path(path) : `${node}${path}`,
        {
          client: this.#http,
          method,
          redirect: "manual",
          signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
          headers: {
            ...(node === undefined ? this.#address.headers : { "x-registration-secret": "" }),
            // Without the character set the Grid answers 500.
            ...(body !== undefined && { "content-type": "application/json; charset=utf-8" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
      );
      return { status: response.status, value: valueOf(await bounded(response, maxBytes)) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof GridFault) throw error;
      if (late.signal.aborted) {
        throw new GridFault(
          `gave no answer within ${(timeoutMs ?? 0) / 1000} s`,
          "check that it runs",
        );
      }
      throw unreachable(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends what is under way; nothing can be asked after it. */
  close(): void {
    this.#http.close();
  }
}

async function bounded(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new GridFault(`answered with more than ${maxBytes} bytes`, "check GRID_URL");
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function valueOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { value?: unknown } | null)?.value;
  } catch {
    return undefined;
  }
}
