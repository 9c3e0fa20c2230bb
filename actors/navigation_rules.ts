/**
 * Where a page may be taken: `http:`, `https:` and `about:blank`, and never to pagetap's own door, nor
 * its driver's.
 *
 * @module
 */

const LOOPBACK =
  /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[^\]]*\])$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Says in one sentence why a URL may not be navigated to, or null when it may.
 *
 * @param url what the page would be taken to
 * @param own addresses of pagetap and its drivers, as `host:port`
 */
export function forbidden(url: string, own: readonly string[]): string | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  if (parsed.protocol === "about:") {
    return parsed.pathname === "blank"
      ? null
      : refusal(url, "only about:blank is opened of about:");
  }
  if (parsed.protocol !== "http:" && parsed.protocol !== "https:") {
    return refusal(url, `only http:, https: and about:blank are opened, found ${parsed.protocol}`);
  }
  const port = parsed.port || DEFAULT_PORTS[parsed.protocol];
  const host = parsed.hostname.replace(/\.$/, "");
  for (const address of own) {
    const colon = address.lastIndexOf(":");
    if (address.slice(colon + 1) !== port) continue;
    if (LOOPBACK.test(host) || host === address.slice(0, colon)) {
      return refusal(url, "it is an address of pagetap or of its browser driver");
    }
  }
  return null;
}

function refusal(url: string, why: string): string {
  const shown = url.length > 200 ? `${url.slice(0, 200)}…` : url;
  return `navigation to ${shown} is not allowed: ${why}`;
}
