/**
 * The `network` module: what the browser fetched, and the bodies it keeps.
 *
 * @module
 */
import type { Empty } from "./empty.ts";
import type { StackTrace } from "./script.ts";

/** A value as a header, a cookie or a body carries it (network.BytesValue). */
export type BytesValue = { type: "string"; value: string } | { type: "base64"; value: string };

/** One HTTP header (network.Header). */
export interface Header {
  /** Its name, in the case the browser gives. */
  name: string;
  /** Its value; base64 where it is not UTF-8. */
  value: BytesValue;
}

/**
 * Times of a request in milliseconds (network.FetchTimingInfo). The spec counts all but `timeOrigin`
 * from `timeOrigin`, and so does Chrome; Firefox gives epoch times. 0 is not known, or did not happen.
 */
export interface FetchTimingInfo {
  /** What the other times count from, in epoch milliseconds; 0 in Firefox. */
  timeOrigin: number;
  /** The request was made; always 0 in Chrome. */
  requestTime: number;
  /** The first redirect began. */
  redirectStart: number;
  /** The last byte of the last redirect arrived. */
  redirectEnd: number;
  /** The fetch began, after any redirect. */
  fetchStart: number;
  /** The name began to be looked up. */
  dnsStart: number;
  /** The name was found. */
  dnsEnd: number;
  /** The connection began to be made; 0 for one that was reused. */
  connectStart: number;
  /** The connection was ready, TLS included. */
  connectEnd: number;
  /** The TLS handshake began; 0 without TLS. */
  tlsStart: number;
  /** The TLS handshake ended; Firefox's own, the spec has `connectEnd` for it. */
  tlsEnd?: number;
  /** The request began to be sent. */
  requestStart: number;
  /** The first byte of the answer arrived. */
  responseStart: number;
  /** The last byte of the answer arrived; in Chrome, of its headers. */
  responseEnd: number;
}

/** Why a request was made (network.Initiator). */
export interface Initiator {
  /** `parser`, `script`, `preflight` or `other`; Firefox says `other` of all. */
  type?: string;
  /** The request a preflight was made for; absent otherwise. */
  request?: string;
  /** Column of the script or document that made it, zero-based. */
  columnNumber?: number;
  /** Line of the script or document that made it, zero-based. */
  lineNumber?: number;
  /** The script's stack; absent where no script made it, and in Firefox. */
  stackTrace?: StackTrace;
}

/** A request as an event describes it (network.RequestData). */
export interface RequestData {
  /** Its id, the same for every hop of a redirect. */
  request: string;
  /** Its URL, fragment included. */
  url: string;
  /** Its HTTP method. */
  method: string;
  /** Its headers as known at the event; a later event of the request may have more. */
  headers: Header[];
  /** Bytes of its headers. */
  headersSize: number;
  /** Bytes of its body; 0 for none, null where the browser does not know. */
  bodySize: number | null;
  /** Its destination as Fetch names it, as `document`, `script`; empty for `fetch()` and XHR. */
  destination: string;
  /** What began it, as Fetch names it (`fetch`, `xmlhttprequest`, `css`, ...); null for what has none. */
  initiatorType: string | null;
  /** Its times as far as they had come at the event. */
  timings: FetchTimingInfo;
  /** Chrome's own type of the resource, as `Document`, `XHR`, `Font`. */
  "goog:resourceType"?: string;
  /** Chrome's own account of what made it; line and column zero-based. */
  "goog:resourceInitiator"?: {
    type?: string;
    url?: string;
    lineNumber?: number;
    columnNumber?: number;
    stack?: StackTrace;
  };
}

/** A response as an event describes it (network.ResponseData). */
export interface ResponseData {
  /** URL that answered. */
  url: string;
  /** The protocol as ALPN names it, in lower case (`http/1.1`, `h2`), else the scheme (`data`). */
  protocol: string;
  /** HTTP status code. */
  status: number;
  /** The status line's reason; empty in HTTP/2 and later. */
  statusText: string;
  /** Whether it was answered from a cache, with nothing sent. */
  fromCache: boolean;
  /** Its headers; one name may come more than once. */
  headers: Header[];
  /** Its MIME type as the browser took it to be; empty where unknown. */
  mimeType: string;
  /** Bytes received, headers and encoded body; it grows until the body has ended. */
  bytesReceived: number;
  /** Bytes of its headers; null where the browser does not know. */
  headersSize: number | null;
  /** Bytes of its body as sent, before decoding; null where not known. Chrome counts its headers in. */
  bodySize: number | null;
  /** Bytes of its body after decoding; Firefox gives 0, Chrome too where the page did not read it. */
  content: { size: number };
}

/** What every network event carries (network.BaseParameters). */
export interface NetworkBase {
  /** The browsing context that made the request; null where the browser knows none, as a worker's. */
  context: string | null;
  /** The navigation that the request loads the document of; null for any other request. */
  navigation: string | null;
  /** How many redirects came before this hop; 0 for the first. */
  redirectCount: number;
  /** The request that the event is of. */
  request: RequestData;
  /** When the event was made, in epoch milliseconds; 0 where Chrome knows nothing of the request. */
  timestamp: number;
  /** Whether an intercept holds the request, until it is answered or let go on. */
  isBlocked: boolean;
  /** The user context of `context`, as an isolated profile; newer browsers only. */
  userContext?: string | null;
}

/** `network.beforeRequestSent`. */
export interface BeforeRequestSent extends NetworkBase {
  /** Why the request was made; absent where the browser does not know. */
  initiator?: Initiator;
}

/** `network.responseStarted` and `network.responseCompleted`. */
export interface ResponseEvent extends NetworkBase {
  /** The response, with the headers alone at `responseStarted`. */
  response: ResponseData;
}

/** `network.fetchError`. */
export interface FetchError extends NetworkBase {
  /** The browser's name of the error, as `net::ERR_FAILED` or `NS_ERROR_FAILURE`; may be empty. */
  errorText: string;
}

/** Which part of an exchange a body belongs to (network.DataType). */
export type DataType = "request" | "response";

/** The events of the module. */
export interface NetworkEvents {
  /** A request is about to be sent. */
  "network.beforeRequestSent": BeforeRequestSent;
  /** A response's headers have arrived. */
  "network.responseStarted": ResponseEvent;
  /** A response's body has ended. */
  "network.responseCompleted": ResponseEvent;
  /** A request failed or was aborted. */
  "network.fetchError": FetchError;
}

/** URLs by their parts (network.UrlPatternPattern); a part that is absent matches all. */
export interface UrlPattern {
  /** Says that it goes by parts. */
  type: "pattern";
  /** Without the colon, as `https`. */
  protocol?: string;
  /** The host; that of IPv6 in brackets. */
  hostname?: string;
  /** The port; written out where it is the protocol's own, too. */
  port?: string;
  /** The path, with its first slash. */
  pathname?: string;
}

/** The commands of the module. */
export interface NetworkCommands {
  /** Holds requests until each is answered. */
  "network.addIntercept": {
    params: {
      /** When a request is held. */
      phases: "beforeRequestSent"[];
      /** The top-level contexts it is for; absent, all. */
      contexts?: string[];
      /** Which URLs; absent, all. */
      urlPatterns?: UrlPattern[];
    };
    result: { intercept: string };
  };
  /** Takes an intercept back. */
  "network.removeIntercept": { params: { intercept: string }; result: Empty };
  /** Answers a request that is held in the server's place. */
  "network.provideResponse": {
    params: {
      request: string;
      statusCode?: number;
      reasonPhrase?: string;
      headers?: Header[];
      body?: BytesValue;
    };
    result: Empty;
  };
  /** Makes the browser keep bodies from now on; a collector outlives its socket. */
  "network.addDataCollector": {
    params: {
      dataTypes: DataType[];
      /** Bytes of the biggest body kept, 1 to 200 000 000; Chrome ignores it. */
      maxEncodedDataSize: number;
      collectorType?: "blob";
    };
    result: { collector: string };
  };
  /** Takes a collector back, and with it the bodies that no other one keeps. */
  "network.removeDataCollector": { params: { collector: string }; result: Empty };
  /** Has every request carry these headers, in place of those that were set before. */
  "network.setExtraHeaders": {
    params: {
      headers: Header[];
      /** Every tab of these user contexts, those to come included; absent, all of the session. */
      userContexts?: string[];
    };
    result: Empty;
  };
  /** Gives one body that a collector kept. */
  "network.getData": {
    params: {
      dataType: DataType;
      request: string;
      collector?: string;
      /** Has `collector` let go of the body; false by default. */
      disown?: boolean;
    };
    result: { bytes: BytesValue };
  };
}
