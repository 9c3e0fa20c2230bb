/**
 * What is worth learning from the value of an authenticating header.
 *
 * @module
 */

const SCHEME = /^\s*([A-Za-z][A-Za-z0-9-]*)\s+(\S.*)$/s;
const PARAMETER = /(?<![A-Za-z_-])([A-Za-z_-]+)=(?:"([^"]*)"|([^\s,;"]+))/g;

/** The parameters of Digest, AWS and their kind that a replay needs; the others name realms and paths. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  "response",
  "signature",
  "credential",
  "token",
  "mac",
]);

/** How much of a value is looked through for parameters, in characters. */
const MAX_PARAMETERS_LENGTH = 8_192;

/** The secret parts of `Authorization` and of headers like it: the credential, and what it holds. */
export function credentialsOf(value: string): string[] {
  const whole = value.trim();
  const found = SCHEME.exec(whole);
  if (found === null) return [whole];
  const credential = (found[2] ?? "").trim();
  const secrets = [whole, credential];
  if ((found[1] ?? "").toLowerCase() === "basic") secrets.push(...basic(credential));
  for (
    const [, name, quoted, bare] of credential.slice(0, MAX_PARAMETERS_LENGTH).matchAll(PARAMETER)
  ) {
    if (SECRET_PARAMETERS.has((name ?? "").toLowerCase())) secrets.push(quoted ?? bare ?? "");
  }
  return secrets;
}

/** `user:password` and the password alone, both as Latin-1 and as UTF-8 where they differ. */
function basic(credential: string): string[] {
  let bytes: string;
  try {
    bytes = atob(credential);
  } catch {
    return [];
  }
  const utf8 = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  return [...new Set([bytes, utf8])].flatMap((pair) => {
    const colon = pair.indexOf(":");
    return colon < 0 ? [pair] : [pair, pair.slice(colon + 1)];
  });
}
