/**
 * What a request is for, from the members either browser fills in. They disagree: Chrome leaves
 * `destination` empty for fonts, media and tracks, Firefox has no resource type and says "other"
 * of most initiators, so the first member that knows decides.
 *
 * @module
 */
import type { NetworkBase, RequestData } from "../bidi/protocol.ts";
import type { RequestType } from "./shapes.ts";

const BY_DESTINATION: Readonly<Record<string, RequestType>> = {
  style: "stylesheet",
  image: "image",
  font: "font",
  script: "script",
  worker: "script",
  sharedworker: "script",
  serviceworker: "script",
  audio: "media",
  video: "media",
  track: "media",
};

const BY_RESOURCE: Readonly<Record<string, RequestType>> = {
  Fetch: "fetch",
  XHR: "xhr",
  Font: "font",
  Media: "media",
  TextTrack: "media",
  Image: "image",
  Script: "script",
  Stylesheet: "stylesheet",
};

const BY_INITIATOR: Readonly<Record<string, RequestType>> = {
  fetch: "fetch",
  xmlhttprequest: "xhr",
};

const DOCUMENTS: ReadonlySet<string> = new Set(["document", "iframe", "frame"]);

/** The types whose successes are counted and not kept. */
const STATIC: ReadonlySet<RequestType> = new Set([
  "stylesheet",
  "image",
  "font",
  "script",
  "media",
]);

/** The types whose failures a call is told of. */
const COUNTED: ReadonlySet<RequestType> = new Set(["document", "fetch", "xhr"]);

/** The types whose answers a script can hear of. */
const HEARD: ReadonlySet<RequestType> = new Set(["document", "fetch", "xhr", "script"]);

/** Answers that stay open as long as the page likes. */
const STREAM =
  /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/(?:x-ndjson|stream\+json))$/;

/** The type of the request an event speaks of. */
export function requestType(event: NetworkBase): RequestType {
  const request = event.request;
  if (loadsDocument(event.navigation, request)) return "document";
  return lookUp(BY_DESTINATION, request.destination) ??
    lookUp(BY_RESOURCE, request["goog:resourceType"]) ??
    lookUp(BY_INITIATOR, request.initiatorType) ??
    "other";
}

/** Whether a success of this type is counted only. */
export function isStatic(type: RequestType): boolean {
  return STATIC.has(type);
}

/** Whether a failure of this type counts in hints. */
export function isCounted(type: RequestType): boolean {
  return COUNTED.has(type);
}

/** Whether a script can hear of the answer to a request of this type, and log what it thinks of it. */
export function isHeard(type: RequestType): boolean {
  return HEARD.has(type);
}

/** Whether an answer of this media type has no end to wait for. */
export function isStream(mime: string | null): boolean {
  return mime !== null && STREAM.test(mime);
}

/** Firefox gives an `object` or `embed` its parent's navigation, so the destination has to agree. */
function loadsDocument(navigation: string | null, request: RequestData): boolean {
  return navigation !== null && DOCUMENTS.has(request.destination) ||
    request["goog:resourceType"] === "Document";
}

function lookUp(
  table: Readonly<Record<string, RequestType>>,
  key: string | null | undefined,
): RequestType | undefined {
  return typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined;
}
