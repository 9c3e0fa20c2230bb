/**
 * Requests to a server on loopback, on any port: the platform's `fetch` refuses those of `closed_ports.ts`.
 *
 * @module
 */
import { request } from "node:http";

/** A request. */
export interface LoopbackRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path, with a slash before it. */
  readonly path: string;
  /** What is sent; absent: nothing. */
  readonly body?: string;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/**
 * Asks, and gives the whole answer.
 *
 * @throws {Error} there is none, or the signal was aborted
 */
export function askLoopback(
  port: number,
  { method, path, body, signal }: LoopbackRequest,
): Promise<{ readonly ok: boolean; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ ok: boolean; text: string }>();
  const headers = body === undefined
    ? {}
    : { "content-length": new TextEncoder().encode(body).length };
  // A connection that is kept would outlive the server it goes to.
  const options = { host: "127.0.0.1", port, method, path, headers, signal, agent: false } as const;
  const asked = request(options, (answer) => {
    const { statusCode = 0 } = answer;
    let text = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => text += chunk);
    answer.on("end", () => resolve({ ok: statusCode >= 200 && statusCode < 300, text }));
    answer.on("error", reject);
    // One that is cut off says neither.
    answer.on("close", () => reject(new Error("the answer was cut off")));
  });
  asked.on("error", reject);
  asked.end(body);
  return promise;
}
