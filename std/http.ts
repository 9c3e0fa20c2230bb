/**
 * Typed door to `@std/http`: the sources are `deno-std`'s, which come without types.
 *
 * @module
 */
// @ts-types="./http.d.ts"
export { eTag, ifNoneMatch } from "deno-std/http/etag.js";
// @ts-types="./http.d.ts"
export { accepts } from "deno-std/http/negotiation.js";
// @ts-types="./http.d.ts"
export { ServerSentEventStream } from "deno-std/http/server_sent_event_stream.js";
// @ts-types="./http.d.ts"
export { STATUS_CODE, STATUS_TEXT } from "deno-std/http/status.js";
export type { ETagOptions, ServerSentEventMessage, StatusCode } from "./http.d.ts";
