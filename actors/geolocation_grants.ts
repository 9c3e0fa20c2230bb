/**
 * The origins whose pages were allowed the location that is emulated: a page asks a person for it, and there is
 * none.
 *
 * @module
 */
import { send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";

/** Origins remembered at most; those that come after them are not allowed it. */
const MAX_ORIGINS = 1_000;
/** Milliseconds one may take: who waits for it does not wait long. */
const GRANT_MS = 2_000;

/** The grants of one browser. */
export class GeolocationGrants {
  readonly #origins = new Set<string>();

  /** Lets pages of a URL's origin have it. Never throws: where the browser cannot, its pages ask. */
  async grant(connection: ConnectionRef, url: string): Promise<void> {
    const origin = originOf(url);
    if (origin === null || this.#origins.has(origin) || this.#origins.size >= MAX_ORIGINS) return;
    this.#origins.add(origin);
    await set(connection, origin, "granted");
  }

  /** Has all of them ask again. Never throws. */
  async takeBack(connection: ConnectionRef): Promise<void> {
    const origins = [...this.#origins];
    this.#origins.clear();
    await Promise.all(origins.map((origin) => set(connection, origin, "prompt")));
  }
}

function originOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : null;
}

async function set(
  connection: ConnectionRef,
  origin: string,
  state: "granted" | "prompt",
): Promise<void> {
  const descriptor = { name: "geolocation" };
  const bounds = { timeoutMs: GRANT_MS };
  await send(connection, "permissions.setPermission", { descriptor, state, origin }, bounds)
    .catch(() => {});
}
