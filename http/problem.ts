/**
 * Refusals as HTTP answers. Every error body of every surface that is not MCP has this one shape:
 * `{"error": "<one sentence>", "status": 400}`.
 *
 * @module
 */
import { ActionError } from "../actors/action_error.ts";

/** A request was refused before it reached an action. The message is one sentence for the caller. */
export class HttpError extends Error {
  /** Tells it from an {@linkcode ActionError}. */
  override readonly name = "HttpError";
  /** 4xx or 503. */
  readonly status: number;
  /** Headers the answer must carry, such as `allow`. */
  readonly headers: Readonly<Record<string, string>>;

  /** Makes one; `message` is for the caller, `headers` go on the answer. */
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The answer to a refusal. */
export function problem(error: HttpError | ActionError): Response {
  const { status, message } = error;
  return Response.json(
    { error: message, status },
    { status, headers: error instanceof HttpError ? error.headers : {} },
  );
}

/** Whether `error` is one whose message was written for the caller. */
export function isRefusal(error: unknown): error is HttpError | ActionError {
  return error instanceof HttpError || error instanceof ActionError;
}
