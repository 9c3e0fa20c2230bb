/**
 * Where the page is, as its own address says: everything that can be linked to is behind the `#`.
 *
 * @module
 */
import { type Signal, signal } from "@preact/signals";

/** The two tabs of a workspace. */
export type TabKind = "console" | "network";

/** What the page shows. */
export interface Route {
  /** The workspace that is open; null for the list alone. */
  readonly key: string | null;
  /** The tab that is open. */
  readonly tab: TabKind;
  /** The entry's number or the request's id that is open; null for none. */
  readonly id: string | null;
  /** Whether the live tail is shown, instead of what is captured. */
  readonly live: boolean;
}

const HOME: Route = { key: null, tab: "console", id: null, live: false };

/** Reads an address. */
export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const parts = path.split("/");
  if (parts[0] !== "w" || parts[1] === undefined || parts[1] === "") return HOME;
  return {
    key: decoded(parts[1]),
    tab: parts[2] === "network" ? "network" : "console",
    id: parts[3] === undefined || parts[3] === "" ? null : decoded(parts[3]),
    live: new URLSearchParams(query).has("live"),
  };
}

/** Writes an address. */
export function hrefOf({ key, tab, id, live }: Route): string {
  if (key === null) return "#/";
  const path = [
    "#",
    "w",
    encodeURIComponent(key),
    tab,
    ...(id === null ? [] : [encodeURIComponent(id)]),
  ];
  return `${path.join("/")}${live ? "?live" : ""}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where the page is now. */
export const route: Signal<Route> = signal(parseRoute(globalThis.location?.hash ?? ""));

/** Follows the address for as long as the page is there. */
export function followAddress(): void {
  addEventListener("hashchange", () => {
    route.value = parseRoute(location.hash);
  });
}

/** Goes elsewhere. */
export function go(to: Partial<Route>): void {
  location.hash = hrefOf({ ...route.value, ...to });
}
