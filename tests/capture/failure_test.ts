import { assertEquals } from "@std/assert";
import { failureOf, isCancelled, originOf } from "../../capture/failure.ts";
import type { FailureClass } from "../../capture/shapes.ts";

const SITE = { url: "https://site.test/x", origin: "https://site.test", answered: false };
const CROSS = { ...SITE, url: "https://other.test/x" };

Deno.test("isCancelled() knows the words of both browsers", () => {
  for (const text of ["net::ERR_ABORTED", "NS_BINDING_ABORTED", "NS_BASE_STREAM_CLOSED"]) {
    assertEquals(isCancelled(text), true);
  }
  for (const text of ["", "net::ERR_FAILED", "NS_ERROR_ABORT"]) {
    assertEquals(isCancelled(text), false);
  }
});

Deno.test("failureOf() names the class a developer would", () => {
  const classes: Record<string, FailureClass> = {
    "net::ERR_CONNECTION_REFUSED": "refused",
    "NS_ERROR_CONNECTION_REFUSED": "refused",
    "NS_ERROR_PROXY_CONNECTION_REFUSED": "refused",
    "net::ERR_NAME_NOT_RESOLVED": "dns",
    "NS_ERROR_UNKNOWN_HOST": "dns",
    "net::ERR_TIMED_OUT": "timeout",
    "net::ERR_CONNECTION_TIMED_OUT": "timeout",
    "NS_ERROR_NET_TIMEOUT": "timeout",
    "net::ERR_CERT_AUTHORITY_INVALID": "tls",
    "net::ERR_SSL_PROTOCOL_ERROR": "tls",
    "SEC_ERROR_UNKNOWN_ISSUER": "tls",
    "MOZILLA_PKIX_ERROR_SELF_SIGNED_CERT": "tls",
    "net::ERR_EMPTY_RESPONSE": "reset",
    "net::ERR_CONNECTION_RESET": "reset",
    "net::ERR_HTTP2_PROTOCOL_ERROR": "reset",
    "NS_ERROR_NET_RESET": "reset",
    "NS_ERROR_NET_INTERRUPT": "reset",
    "net::ERR_INVALID_CHUNKED_ENCODING": "body",
    "NS_ERROR_NET_PARTIAL_TRANSFER": "body",
    "NS_ERROR_UNEXPECTED": "body",
    "NS_ERROR_DOM_BAD_URI": "cors",
    "net::ERR_BLOCKED_BY_CLIENT": "blocked",
    "net::ERR_UNSAFE_PORT": "blocked",
    "NS_ERROR_CORRUPTED_CONTENT": "blocked",
    "net::ERR_BLOCKED_BY_CSP": "csp",
    "net::ERR_TOO_MANY_REDIRECTS": "other",
    "NS_ERROR_REDIRECT_LOOP": "other",
    "net::ERR_FAILED": "other",
  };
  for (const [text, name] of Object.entries(classes)) {
    assertEquals(failureOf(text, SITE), { error: text, class: name });
  }
});

Deno.test("failureOf() takes Chrome's ERR_FAILED across origins for CORS", () => {
  assertEquals(failureOf("net::ERR_FAILED", CROSS).class, "cors");
  assertEquals(failureOf("net::ERR_FAILED", { ...CROSS, origin: null }).class, "other");
});

Deno.test("failureOf() says that the body broke when a status had come", () => {
  const answered = { ...SITE, answered: true };
  for (
    const text of [
      "net::ERR_CONTENT_LENGTH_MISMATCH",
      "net::ERR_CONNECTION_RESET",
      "net::ERR_FAILED",
    ]
  ) {
    assertEquals(failureOf(text, answered), { error: `body: ${text}`, class: "body" });
  }
  assertEquals(failureOf("NS_ERROR_CORRUPTED_CONTENT", answered).class, "blocked");
});

Deno.test("failureOf() puts Chrome's empty text into words", () => {
  assertEquals(failureOf("", SITE), { error: "blocked (CSP)", class: "csp" });
  const mixed = failureOf("", { ...SITE, url: "http://site.test/x" });
  assertEquals(mixed, { error: "blocked (mixed content)", class: "mixed-content" });
});

Deno.test("originOf() gives scheme, host and port of an HTTP URL, without userinfo", () => {
  assertEquals(originOf("https://site.test:8443/a?b#c"), "https://site.test:8443");
  assertEquals(originOf("http://user:pass@site.test/"), "http://site.test");
  assertEquals(originOf("https://site.test?x"), "https://site.test");
  assertEquals(originOf("about:blank"), null);
  assertEquals(originOf("data:text/html,https://site.test"), null);
});
