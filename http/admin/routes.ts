/**
 * What is at which path under `/admin`, as a table.
 *
 * @module
 */

import type { Scope } from "../door/access.ts";

/** A path that was taken apart. */
export interface AdminPath<N extends string = AdminRouteName> {
  /** Which route it is. */
  readonly name: N;
  /** The workspace it names; empty for a route of none. */
  readonly key: string;
  /** The entry's number or the request's id it names; empty for a route of none. */
  readonly id: string;
  /** What asks for it must be allowed besides to administer the server; absent for nothing. */
  readonly scope?: Scope;
}

/** The name of a route. */
export type AdminRouteName =
  | "list"
  | "events"
  | "workspace"
  | "console"
  | "entry"
  | "network"
  | "request"
  | "body"
  | "tail"
  | "har"
  | "console_lines"
  | "end";

const ROUTES: Readonly<Record<AdminRouteName, readonly [method: string, path: string, Scope?]>> = {
  list: ["GET", "/admin/workspaces"],
  events: ["GET", "/admin/events"],
  workspace: ["GET", "/admin/workspaces/:key"],
  console: ["GET", "/admin/workspaces/:key/console", "observe"],
  entry: ["GET", "/admin/workspaces/:key/console/:id", "observe"],
  network: ["GET", "/admin/workspaces/:key/network", "observe"],
  request: ["GET", "/admin/workspaces/:key/network/:id", "observe"],
  body: ["GET", "/admin/workspaces/:key/network/:id/body", "observe"],
  tail: ["GET", "/admin/workspaces/:key/tail", "observe"],
  har: ["GET", "/admin/workspaces/:key/har", "observe"],
  console_lines: ["GET", "/admin/workspaces/:key/console.jsonl", "observe"],
  end: ["POST", "/admin/workspaces/:key/end", "interact"],
};

const PATTERNS = Object.entries(ROUTES).map(([name, [method, path, scope]]) => ({
  name: name as AdminRouteName,
  method,
  ...(scope && { scope }),
  pattern: new URLPattern({ pathname: path }),
}));

/** The method and path of every route, for whoever asked for one there is none of. */
export const ADMIN_ROUTES: readonly string[] = Object.values(ROUTES).map(([method, path]) =>
  `${method} ${path}`
);

/** The route at a path, or null; `method` is what it takes. */
export function adminRoute(pathname: string): (AdminPath & { readonly method: string }) | null {
  for (const { pattern, ...route } of PATTERNS) {
    const groups = pattern.exec({ pathname })?.pathname.groups;
    if (groups === undefined) continue;
    try {
      const { key = "", id = "" } = groups;
      return { ...route, key: decodeURIComponent(key), id: decodeURIComponent(id) };
    } catch {
      return null;
    }
  }
  return null;
}
