/**
 * Why a page could not be reached, in words: Chrome and Firefox have each their own for the same thing.
 *
 * @module
 */

/** Patterns of the browsers' texts, and the reason each names. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/CONNECTION_REFUSED|connectionFailure/, "connection refused"],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|dnsNotFound/, "the name cannot be resolved"],
  [/UNSAFE_PORT|PORT_ACCESS_NOT_ALLOWED|deniedPortAccess/, "the browser blocks this port"],
  [/INTERNET_DISCONNECTED|NS_ERROR_OFFLINE|netOffline/, "there is no network"],
  [/ADDRESS_UNREACHABLE|HOST_UNREACHABLE|NETWORK_CHANGED/, "the address is unreachable"],
  [/EMPTY_RESPONSE/, "the server closed the connection without an answer"],
  [/CONNECTION_(RESET|CLOSED|ABORTED)|NET_RESET|netReset/, "the connection was reset"],
  [/NET_INTERRUPT|PARTIAL_TRANSFER|LENGTH_MISMATCH|INCOMPLETE/, "the answer broke off"],
  [/TIMED_OUT|NET_TIMEOUT|netTimeout/, "the server did not answer in time"],
  [/TOO_MANY_REDIRECTS|REDIRECT_LOOP|redirectLoop/, "it redirects without end"],
  [/CERT_DATE|EXPIRED_CERT/, "its certificate has expired"],
  [/CERT_COMMON_NAME|BAD_CERT_DOMAIN/, "its certificate is for another name"],
  [/CERT_|UNKNOWN_ISSUER|SEC_ERROR|nssBadCert/, "its certificate is not trusted"],
  [/SSL|TLS|MODULE_SECURITY|nssFailure/, "no secure connection (TLS) could be made"],
  [/INVALID_AUTH_CREDENTIALS/, "it asks for a user name and a password (401)"],
  [/HTTP_RESPONSE_CODE_FAILURE/, "the server answered with an error and an empty page"],
  [/INVALID_HTTP_RESPONSE|INVALID_RESPONSE/, "the answer is not HTTP"],
  [/CONTENT_DECODING|CORRUPTED_CONTENT|contentEncoding/, "the answer cannot be decoded"],
  [/BLOCKED_BY|BLOCKED|UNKNOWN_PROTOCOL|unknownProtocolFound/, "the browser blocks it"],
  [/PROXY/, "the proxy cannot be reached"],
  [/INVALID_URL|MALFORMED_URI|malformedURI/, "it is not a valid address"],
];

/** The reason in words; else the browser's own code, such as `ERR_FAILED`. */
export function unreachable(detail: string): string {
  for (const [pattern, reason] of REASONS) if (pattern.test(detail)) return reason;
  return /\b(?:ERR|NS_ERROR)_\w+/.exec(detail)?.[0] ?? "the browser does not say why";
}

/**
 * Whether Firefox (ESR 153) speaks of a frame that refused to be one (X-Frame-Options, `frame-ancestors`): it
 * fails the navigation of the page for it, which is there nevertheless.
 */
export function refusedFrame(detail: string): boolean {
  return /Address rejected/.test(detail);
}

/** The browser gave the navigation up without an error: a download, no content, or a newer one. */
export function aborted(detail: string): boolean {
  return /ERR_ABORTED|NS_BINDING_ABORTED|canceled by concurrent|cancell?ed/i.test(detail);
}
