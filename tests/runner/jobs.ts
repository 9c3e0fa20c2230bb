/**
 * Parts the tests into jobs, so that a few run at once.
 *
 * @module
 */

/** Test files that run one after another, in one process. */
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

/** Groups that are too long for one job, and into how many they go. */
const MANY = ["grid", "page"];
const PARTS = 3;

/** Jobs that take long, which begin first; the beginning of a job's name. */
const LONG = ["grid", "rows", "page", "admin_test", "main", "fuzz", "views", "tail"];

/** The jobs of these test files: those that may run at once, in the order to begin them, and the last one. */
export function parted(files: readonly string[]): { readonly atOnce: Job[]; readonly alone: Job } {
  const { alone = [], ...groups } = Object.groupBy(files.toSorted(), jobOf);
  const atOnce = Object.entries(groups).flatMap(([name, files = []]) =>
    MANY.includes(name) ? split(name, files) : { name, files }
  );
  return {
    atOnce: atOnce.toSorted((a, b) => rank(a) - rank(b)),
    alone: { name: "alone", files: alone },
  };
}

/** What starts a Grid is one job, each other file of `e2e/` one of its own. */
function jobOf(file: string): string {
  if (ALONE.includes(file)) return "alone";
  const [, folder, name = ""] = file.split("/");
  if (folder === "grid" || name.startsWith("grid_")) return "grid";
  if (folder === "page") return "page";
  return folder === "e2e" ? name.replace(/_test\.ts$/, "") : "main";
}

/** Deals the files out, so that those that begin alike, and take as long, are spread. */
function split(name: string, files: readonly string[]): Job[] {
  return Array.from({ length: PARTS }, (_, part) => ({
    name: `${name}_${part + 1}`,
    files: files.filter((_, at) => at % PARTS === part),
  })).filter((job) => job.files.length > 0);
}

function rank({ name }: Job): number {
  const at = LONG.findIndex((beginning) => name.startsWith(beginning));
  return at < 0 ? LONG.length : at;
}
