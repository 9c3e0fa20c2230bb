/**
 * A secret as a page may write it, for tests that look for it in what pagetap says.
 *
 * @module
 */

const base64 = (text: string) => new TextEncoder().encode(text).toBase64();
const percent = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`)
    .join("");

/** By the name of the encoding. For a secret with signs in it none contains another one's plain text. */
export function encodingsOf(secret: string): Readonly<Record<string, string>> {
  return {
    raw: secret,
    percent: encodeURIComponent(secret),
    "percent, lower case": encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
    "percent, all": percent(secret),
    form: new URLSearchParams({ v: secret }).toString().slice(2),
    json: JSON.stringify(secret).slice(1, -1),
    "json, all \\u": [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
    html: secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;"),
    "html, numeric": [...secret].map((c) => `&#${c.charCodeAt(0)};`).join(""),
    base64: base64(secret),
    "base64, off by one": base64(`a${secret}`),
    "base64, off by two": base64(`ab${secret}`),
    base64url: base64(secret).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  };
}

/** What of an encoding must not be seen: base64's outer characters depend on its neighbours. */
export function tell(name: string, encoded: string): string {
  return name.startsWith("base64") ? encoded.slice(3, -4) : encoded;
}
