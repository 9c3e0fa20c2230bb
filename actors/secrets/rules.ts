/**
 * What the files `origins` and `workspaces` of a secret say: where it may be typed, and by whom. One entry a
 * line (or between spaces, as a variable has them); empty lines and lines that begin with `#` say nothing.
 * One bad entry makes all of them void: nothing is typed on a list that was misread.
 *
 * @module
 */

/** Entries a list may have. */
const MAX_ENTRIES = 100;

/** A list could not be read. The message goes on from the list's place. */
export class SecretRuleError extends Error {
  /** Always `SecretRuleError`. */
  override readonly name = "SecretRuleError";
}

/**
 * Exact origins, as browsers write them.
 *
 * @throws {SecretRuleError} an entry is no origin, or there are more than 100
 */
export function parseOrigins(text: string): readonly string[] {
  return entries(text).map((entry, index) => {
    const url = URL.parse(entry);
    const web = url?.protocol === "http:" || url?.protocol === "https:";
    // A path, a user or a pattern would say more than an origin can.
    if (!web || !/^https?:\/\/[^/?#@*\\]+\/?$/i.test(entry)) {
      throw new SecretRuleError(`has no origin (scheme://host[:port]) as entry ${index + 1}`);
    }
    return url.origin;
  });
}

/**
 * Whether a workspace is among those that the patterns name; `*` stands for any characters.
 *
 * @throws {SecretRuleError} an entry is no pattern of a name, or there are more than 100
 */
export function matchesWorkspace(text: string, workspace: string): boolean {
  const patterns = entries(text);
  const wrong = patterns.findIndex((entry) => !/^[A-Za-z0-9._*-]{1,64}$/.test(entry));
  if (wrong >= 0) {
    throw new SecretRuleError(`has no pattern of workspaces' names as entry ${wrong + 1}`);
  }
  return patterns.some((pattern) => matches(pattern, workspace));
}

/** In time proportional to the lengths, however many stars there are. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

function entries(text: string): string[] {
  const found = text.split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(/\s+/))
    .filter((entry) => entry !== "");
  if (found.length > MAX_ENTRIES) {
    throw new SecretRuleError(`has ${found.length} entries; ${MAX_ENTRIES} are the most`);
  }
  return found;
}
