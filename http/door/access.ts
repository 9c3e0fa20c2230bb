/**
 * What a caller may do: the scopes of its token, and the workspaces it is bound to.
 *
 * @module
 */

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
  /** Whether it may know of a workspace. */
  reaches(workspace: string): boolean;
}

/** Everything: a caller where no token is asked for, or the one token there is. */
export const EVERYTHING: Access = {
  name: null,
  scopes: new Set(SCOPES),
  reaches: () => true,
};
