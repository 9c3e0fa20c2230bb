/**
 * Which request headers a caller may add.
 *
 * @module
 */

/** A token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What is seen of ASCII, and spaces and tabs inside. */
const VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/;

/** The browser's own: they say how the request is sent, and with another value none is. */
const OWN: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The sentence for the first that may not be added, or null. Never tells a value. */
export function wrongHeader(headers: Readonly<Record<string, string>>): string | null {
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const quoted = JSON.stringify(name);
    if (!TOKEN.test(name)) return `${quoted} is no name of a header`;
    if (OWN.has(lower)) return `the header ${quoted} is the browser's own: leave it out`;
    if (seen.has(lower)) return `the header ${quoted} is given twice`;
    if (!VALUE.test(value)) return `the value of the header ${quoted} has characters none may have`;
    seen.add(lower);
  }
  return null;
}
