/**
 * The body of a request, read within a bound.
 *
 * @module
 */
import { HttpError } from "./problem.ts";

/** Bytes a request's body may have. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Reads the body as JSON; an empty one is `{}`.
 *
 * @throws {HttpError} 413 as soon as it is known to be over {@linkcode MAX_BODY_BYTES}, 400 when it is
 * not JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const text = await readText(request.body);
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, "The body is not JSON: send the arguments as one JSON object");
  }
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let bytes = 0;
  let text = "";
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) throw tooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HttpError(400, "The body is not JSON: it must be UTF-8");
  }
}

function tooLarge(): HttpError {
  return new HttpError(
    413,
    `The body is over ${MAX_BODY_BYTES} bytes, the most a request may have`,
  );
}
