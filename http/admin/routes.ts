/**
 * What is at which path under `/admin`, as a table.
 *
 * @module
 */

/** A path that was taken apart. */
export interface AdminPath<N extends string = AdminRouteName> {
  /** Which route it is. */
  readonly name: N;
  /** The workspace it names; empty for a route of none. */
  readonly key: string;
  /** The entry's number or the request's id it names; empty for a route of none. */
  readonly id: string;
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

const ROUTES: Readonly<Record<AdminRouteName, readonly [method: string, path: string]>> = {
  list: ["GET", "/admin/workspaces"],
  events: ["GET", "/admin/events"],
  workspace: ["GET", "/admin/workspaces/:key"],
  console: ["GET", "/admin/workspaces/:key/console"],
  entry: ["GET", "/admin/workspaces/:key/console/:id"],
  network: ["GET", "/admin/workspaces/:key/network"],
  request: ["GET", "/admin/workspaces/:key/network/:id"],
  body: ["GET", "/admin/workspaces/:key/network/:id/body"],
  tail: ["GET", "/admin/workspaces/:key/tail"],
  har: ["GET", "/admin/workspaces/:key/har"],
  console_lines: ["GET", "/admin/workspaces/:key/console.jsonl"],
  end: ["POST", "/admin/workspaces/:key/end"],
};

const PATTERNS = Object.entries(ROUTES).map(([name, [method, path]]) => ({
  name: name as AdminRouteName,
  method,
  pattern: new URLPattern({ pathname: path }),
}));

/** The method and path of every route, for whoever asked for one there is none of. */
export const ADMIN_ROUTES: readonly string[] = Object.values(ROUTES).map(([method, path]) =>
  `${method} ${path}`
);

/** The route at a path, or null; `method` is what it takes. */
export function adminRoute(pathname: string): (AdminPath & { readonly method: string }) | null {
  for (const { name, method, pattern } of PATTERNS) {
    const groups = pattern.exec({ pathname })?.pathname.groups;
    if (groups === undefined) continue;
    try {
      const { key = "", id = "" } = groups;
      return { name, method, key: decodeURIComponent(key), id: decodeURIComponent(id) };
    } catch {
      return null;
    }
  }
  return null;
}
