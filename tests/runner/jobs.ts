/**
 * Parts the tests into jobs, so that a few run at once.
 *
 * @module
 */

/** Test files that run one after another, each in a process of its own. */
export interface Job {
  readonly name: string;
  readonly files: readonly string[];
}

/** Tests that a busy machine would disturb, or that would disturb others. */
const ALONE = [
  "tests/e2e/admin_hostile_test.ts",
  "tests/e2e/attribution_test.ts",
  "tests/e2e/bundle_test.ts",
  "tests/e2e/flood_test.ts",
  "tests/e2e/grid_many_test.ts",
  "tests/e2e/stop_test.ts",
];

/** Tests with a Grid that do little but wait; the others run one after another, since a Grid is large. */
const WAITING = ["tests/e2e/grid_idle_test.ts", "tests/e2e/grid_stall_test.ts"];

/** Jobs that take long, which begin first; the beginning of a job's name. */
const LONG = ["grid", "rows", "admin", "main", "fuzz", "cancel", "kill", "views"];

/** The jobs of these test files: those that may run at once, in the order to begin them, and the last one. */
export function parted(files: readonly string[]): { readonly atOnce: Job[]; readonly alone: Job } {
  const { alone = [], ...groups } = Object.groupBy(files.toSorted(), jobOf);
  const atOnce = Object.entries(groups).map(([name, files = []]) => ({ name, files }));
  return {
    atOnce: atOnce.toSorted((a, b) => rank(a) - rank(b)),
    alone: { name: "alone", files: alone },
  };
}

/** What drives a browser is a job of its own, file by file. */
function jobOf(file: string): string {
  if (ALONE.includes(file)) return "alone";
  const [, folder, ...rest] = file.split("/");
  const own = rest.join("/").replace(/_test\.ts$/, "");
  if (WAITING.includes(file)) return own;
  if (folder === "grid" || own.startsWith("grid_")) return "grid";
  return folder === "e2e" || folder === "page" ? `${own} (${folder})` : "main";
}

function rank({ name }: Job): number {
  const at = LONG.findIndex((beginning) => name.startsWith(beginning));
  return at < 0 ? LONG.length : at;
}
