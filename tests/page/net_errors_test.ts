import { assert, assertEquals } from "@std/assert";
import { aborted, refusedFrame, unreachable } from "../../page/net_errors.ts";

Deno.test("unreachable() has one reason for both browsers' words", () => {
  const reasons: Record<string, string[]> = {
    "connection refused": ["net::ERR_CONNECTION_REFUSED", "Error: NS_ERROR_CONNECTION_REFUSED"],
    "the name cannot be resolved": [
      "net::ERR_NAME_NOT_RESOLVED",
      "Error: NS_ERROR_UNKNOWN_HOST",
      "about:neterror?e=dnsNotFound&u=http%3A//nope.invalid/",
    ],
    "the browser blocks this port": ["net::ERR_UNSAFE_PORT", "Error: deniedPortAccess"],
    "the server closed the connection without an answer": ["net::ERR_EMPTY_RESPONSE"],
    "the connection was reset": ["net::ERR_CONNECTION_RESET", "Error: NS_ERROR_NET_RESET"],
    "it redirects without end": ["net::ERR_TOO_MANY_REDIRECTS", "Error: NS_ERROR_REDIRECT_LOOP"],
    "its certificate has expired": [
      "net::ERR_CERT_DATE_INVALID",
      "Error: NS_ERROR_GENERATE_FAILURE(NS_ERROR_MODULE_SECURITY, SEC_ERROR_EXPIRED_CERTIFICATE)",
    ],
    "its certificate is not trusted": [
      "net::ERR_CERT_AUTHORITY_INVALID",
      "Error: NS_ERROR_GENERATE_FAILURE(NS_ERROR_MODULE_SECURITY, SEC_ERROR_UNKNOWN_ISSUER)",
    ],
    "no secure connection (TLS) could be made": [
      "net::ERR_SSL_PROTOCOL_ERROR",
      "Error: NS_ERROR_GENERATE_FAILURE(NS_ERROR_MODULE_SECURITY, SSL_ERROR_RX_RECORD_TOO_LONG)",
    ],
    "it asks for a user name and a password (401)": ["net::ERR_INVALID_AUTH_CREDENTIALS"],
    "ERR_SOMETHING_NEW": ["net::ERR_SOMETHING_NEW"],
    "the browser does not say why": ["chrome-error://chromewebdata/"],
  };
  for (const [reason, details] of Object.entries(reasons)) {
    for (const detail of details) assertEquals(unreachable(detail), reason, detail);
  }
});

Deno.test("refusedFrame() is true of what Firefox says of a page for its frame", () => {
  assert(refusedFrame("Error: Address rejected"));
  assert(!refusedFrame("Error: NS_ERROR_CONNECTION_REFUSED"));
});

Deno.test("aborted() is true of a navigation that was given up", () => {
  assert(aborted("net::ERR_ABORTED"));
  assert(aborted("Error: NS_BINDING_ABORTED"));
  assert(aborted("navigation canceled by concurrent navigation"));
  assert(!aborted("net::ERR_CONNECTION_REFUSED"));
  assert(!aborted("net::ERR_CONNECTION_ABORTED"));
});
