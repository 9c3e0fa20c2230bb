/**
 * What a caller may do: the scopes of its token, and the workspaces it is bound to.
 *
 * @module
 */
import { HttpError } from "../problem.ts";

/**
 * What a token may be given: to look, to act on pages, to run scripts in them, to have secrets typed, and
 * to administer the server.
 */
export const SCOPES = ["observe", "interact", "evaluate", "secrets", "admin"] as const;

/** One of {@linkcode SCOPES}. */
export type Scope = typeof SCOPES[number];

/** What one caller may do. */
export interface Access {
  /** The name of its token, for the log; null for a caller without one. */
  readonly name: string | null;
  /** What it may do. */
  readonly scopes: ReadonlySet<Scope>;
  /** The workspaces it may know of: names, `*` standing for any run of characters. */
  readonly workspaces: readonly string[];
  /** Aborts with a refusal when its token is revoked, or given other rights. */
  readonly revoked: AbortSignal;
}

/** Everything: a caller where no token is asked for. */
export const EVERYTHING: Access = {
  name: null,
  scopes: new Set(SCOPES),
  workspaces: ["*"],
  revoked: new AbortController().signal,
};

/**
 * Lets a caller do what needs `scopes`.
 *
 * @param what is done, as the message names it
 * @throws {HttpError} 403 naming the first scope that is missing
 */
export function permit(access: Access, what: string, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !access.scopes.has(scope));
  if (missing === undefined) return;
  const has = SCOPES.filter((scope) => access.scopes.has(scope)).join(", ");
  throw new HttpError(
    403,
    `${what} needs the scope ${missing}, and the token ${access.name} has ${has}; ask for a token that has it`,
  );
}

/** Whether a caller may know of a workspace. */
export function reaches({ workspaces }: Access, workspace: string): boolean {
  return workspaces.some((pattern) => matches(pattern, workspace));
}

/**
 * Lets a caller name a workspace; whether there is one of that name is not looked at.
 *
 * @param named false for what stands for no name at all, which the message may then tell
 * @throws {HttpError} 403 naming those it may
 */
export function permitWorkspace(access: Access, workspace: string, named = true): void {
  if (reaches(access, workspace)) return;
  const bound = access.workspaces.join(", ");
  const refused = named
    ? `The token ${access.name} is not bound to the workspace that is named`
    : `No workspace is named, which stands for ${workspace}, and the token ${access.name} is not bound to that`;
  throw new HttpError(
    403,
    `${refused}, but to ${bound}; name such a one as ?workspace= or X-Workspace`,
  );
}

function matches(pattern: string, name: string): boolean {
  const [head = "", ...parts] = pattern.split("*");
  const tail = parts.pop();
  if (tail === undefined) return name === pattern;
  if (!name.startsWith(head) || !name.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - tail.length;
}
