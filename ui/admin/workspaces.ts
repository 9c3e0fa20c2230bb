/**
 * The workspaces, as they are now.
 *
 * @module
 */
import { type Signal, signal } from "@preact/signals";
import type { Summary } from "../../http/admin/shapes.ts";
import { askJson, Refused, shutOut } from "./api.ts";
import { follow } from "./events.ts";

/** Every workspace by name; null before the first answer. */
export const workspaces: Signal<ReadonlyMap<string, Summary> | null> = signal(null);
/** Why the list cannot be had; null while it can. */
export const trouble: Signal<string | null> = signal(null);

/** Lets go of what another token was shown. */
export function forgetWorkspaces(): void {
  workspaces.value = null;
  trouble.value = null;
}

/** Keeps the list true until `signal` aborts. */
export async function followWorkspaces(signal: AbortSignal): Promise<void> {
  await follow({
    async path(signal) {
      await refresh(signal);
      return "/admin/events";
    },
    heard(events) {
      const next = new Map(workspaces.value);
      for (const each of events as Summary[]) next.set(each.key, each);
      workspaces.value = sorted(next);
    },
    open: () => {},
    failed(error) {
      if (error instanceof Refused && !shutOut(error)) trouble.value = error.message;
    },
  }, signal);
}

async function refresh(signal: AbortSignal): Promise<void> {
  const { workspaces: list } = await askJson<{ workspaces: Summary[] }>(
    "/admin/workspaces",
    signal,
  );
  workspaces.value = sorted(new Map(list.map((each) => [each.key, each])));
  trouble.value = null;
}

function sorted(map: ReadonlyMap<string, Summary>): ReadonlyMap<string, Summary> {
  return new Map([...map].sort(([a], [b]) => a < b ? -1 : 1));
}
