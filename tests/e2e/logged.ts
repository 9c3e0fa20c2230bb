/**
 * The lines of a workspace's console as a page logged them.
 *
 * @module
 */
import type { ConsoleList } from "../../capture/shapes.ts";
import type { Pagetap } from "./harness.ts";
import { until } from "./until.ts";

/** The texts of a list, oldest first, one for each time a line came. */
export function texts({ entries }: Pick<ConsoleList, "entries">): string[] {
  return entries.toReversed().flatMap(({ text, repeat = 1 }) => Array(repeat).fill(text));
}

/** The texts of all that is kept. */
export async function logged(pagetap: Pagetap, workspace: string): Promise<string[]> {
  return texts(await pagetap.console(workspace, "?limit=1000&pages=5"));
}

/** Waits until as many lines are there: what a page has logged is told a little later. */
export async function loggedUntil(
  pagetap: Pagetap,
  workspace: string,
  count: number,
): Promise<string[]> {
  return await until(
    async () => {
      const all = await logged(pagetap, workspace);
      return all.length >= count ? all : null;
    },
    10_000,
    () => logged(pagetap, workspace),
  );
}
