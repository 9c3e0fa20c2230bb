/**
 * Whether an event has what capture goes by. The codec checks nothing of an event's parameters, and
 * a member that is missing must not end up in what is kept. No other member is asked for: browsers leave
 * some out.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";

/** Whether the members that decide are there and of their types; an event unknown here is. */
export function isReadable(event: BidiEvent): boolean {
  const params: unknown = event.params;
  if (!isObject(params)) return false;
  switch (event.method) {
    case "log.entryAdded":
      return isObject(params.source) && isText(params.level) && isText(params.type) &&
        isNumber(params.timestamp) && (isText(params.text) || params.text === null);
    case "network.beforeRequestSent":
      return isExchange(params);
    case "network.responseStarted":
    case "network.responseCompleted":
      return isExchange(params) && isAnswer(params.response);
    case "network.fetchError":
      return isExchange(params) && isText(params.errorText);
    case "browsingContext.contextCreated":
    case "browsingContext.contextDestroyed":
      return isText(params.context);
    case "browsingContext.navigationStarted":
    case "browsingContext.navigationFailed":
    case "browsingContext.load":
    case "browsingContext.downloadWillBegin":
      return isText(params.context) && isTextOrNull(params.navigation);
    case "browsingContext.navigationCommitted":
      return isText(params.context) && isTextOrNull(params.navigation) && isText(params.url) &&
        isNumber(params.timestamp);
    case "browsingContext.historyUpdated":
    case "browsingContext.fragmentNavigated":
      return isText(params.context) && isText(params.url);
    default:
      return true;
  }
}

function isExchange(params: Record<string, unknown>): boolean {
  const request = params.request;
  return isObject(request) && isText(request.request) && isText(request.url) &&
    isText(request.method) && isNumber(params.redirectCount) && isNumber(params.timestamp);
}

function isAnswer(response: unknown): boolean {
  return isObject(response) && isNumber(response.status) && isText(response.protocol) &&
    isNumber(response.bytesReceived);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
