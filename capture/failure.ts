/**
 * What a failure is, as a developer would call it, from the words the browsers use: `net::ERR_*` in
 * Chrome, `NS_ERROR_*` and friends in Firefox.
 *
 * @module
 */
import type { FailureClass } from "./shapes.ts";

/** An end that somebody wished for: an abort, a navigation away, a body nobody reads. */
const CANCELLED: ReadonlySet<string> = new Set([
  "net::ERR_ABORTED",
  "NS_BINDING_ABORTED",
  "NS_BASE_STREAM_CLOSED",
]);

/** The first pattern that fits decides. */
const PATTERNS: readonly (readonly [RegExp, FailureClass])[] = [
  [/BLOCKED_BY_CSP|NS_ERROR_(?:CSP_|BLOCKED_BY_CSP)/, "csp"],
  [/MIXED_CONTENT/, "mixed-content"],
  [/CONNECTION_REFUSED|PROXY_CONNECTION_FAILED/, "refused"],
  [/NAME_NOT_RESOLVED|NAME_RESOLUTION_FAILED|UNKNOWN_(?:PROXY_)?HOST/, "dns"],
  [/CERT_|SSL_|SEC_ERROR|MOZILLA_PKIX|NET_INADEQUATE_SECURITY|SECURITY_NSS/, "tls"],
  [/TIMED_OUT|NET_TIMEOUT/, "timeout"],
  [
    /CONTENT_LENGTH_MISMATCH|CHUNKED_ENCODING|CONTENT_DECODING|PARTIAL_TRANSFER|INVALID_CONTENT_ENCODING/,
    "body",
  ],
  [
    /CONNECTION_(?:RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|NET_(?:RESET|INTERRUPT|EMPTY_RESPONSE)|PROTOCOL_ERROR|NETWORK_CHANGED|SOCKET_NOT_CONNECTED/,
    "reset",
  ],
  [/DOM_BAD_(?:URI|CROSS_ORIGIN)/, "cors"],
  [
    /BLOCKED_BY|UNSAFE_PORT|CONTENT_BLOCKED|TRACKING_URI|PORT_ACCESS|CORRUPTED_CONTENT|DISALLOWED_URL/,
    "blocked",
  ],
];

/** Firefox says no more of a body whose chunks are wrong; with an answer before it, that is what it is. */
const BROKEN_BODY = /^NS_ERROR_(?:UNEXPECTED|FAILURE|ABORT)$/;

/** What is known of the exchange an error ended. */
export interface FailureSite {
  /** The URL that was asked for. */
  readonly url: string;
  /** The origin of the page that asked, or null when it is not known. */
  readonly origin: string | null;
  /** Whether a status had come before the error. */
  readonly answered: boolean;
}

/** A failure in words and as a class. */
export interface Failure {
  /** In words, mostly the browser's own. */
  readonly error: string;
  /** As a developer would call it. */
  readonly class: FailureClass;
}

/** Whether this error text says that the request was given up and did not fail. */
export function isCancelled(errorText: string): boolean {
  return CANCELLED.has(errorText);
}

/** What an error text that is no cancellation says. */
export function failureOf(errorText: string, site: FailureSite): Failure {
  if (errorText === "") return withheld(site);
  const known = classOf(errorText);
  if (site.answered) {
    const broken = known === "body" || known === "reset" || known === "other";
    return broken
      ? { error: `body: ${errorText}`, class: "body" }
      : { error: errorText, class: known };
  }
  if (errorText === "net::ERR_FAILED" && crossOrigin(site)) {
    return { error: errorText, class: "cors" };
  }
  if (BROKEN_BODY.test(errorText)) return { error: errorText, class: "body" };
  return { error: errorText, class: known };
}

function classOf(errorText: string): FailureClass {
  for (const [pattern, name] of PATTERNS) if (pattern.test(errorText)) return name;
  return "other";
}

/** Chrome gives no text at all for what its policies withheld. */
function withheld(site: FailureSite): Failure {
  const mixed = site.origin?.startsWith("https:") === true && site.url.startsWith("http:");
  return mixed
    ? { error: "blocked (mixed content)", class: "mixed-content" }
    : { error: "blocked (CSP)", class: "csp" };
}

function crossOrigin(site: FailureSite): boolean {
  return site.origin !== null && originOf(site.url) !== site.origin;
}

/** The origin of an HTTP or HTTPS URL, or null for any other. */
export function originOf(url: string): string | null {
  const end = /^https?:\/\/[^/?#]+/i.exec(url);
  if (end === null) return null;
  const at = end[0].lastIndexOf("@");
  return at < 0 ? end[0] : end[0].slice(0, end[0].indexOf("//") + 2) + end[0].slice(at + 1);
}
