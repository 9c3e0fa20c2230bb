/**
 * Who may import whom (ARCHITECTURE.md), as data, and what of it is broken or stale.
 *
 * @module
 */

/** One import. */
export interface Edge {
  /** Path of the importing file, from the repository's root. */
  readonly from: string;
  /** Path of the imported file. */
  readonly to: string;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

/** What a folder may import besides itself and `std`. */
export interface Rule {
  /** Folders of which it may import anything; `all` for whatever there is. */
  readonly code: readonly string[] | "all";
  /** Folders of which it may import types. */
  readonly types?: readonly string[];
}

/**
 * By folder, or by file for one at the root. A folder inside another one has rules of its own. It has
 * what is used, and no more: `drivers` may come to import `bidi`.
 */
export const IMPORT_RULES: Readonly<Record<string, Rule>> = {
  "main.ts": { code: "all" },
  "actors/core": { code: [] },
  "actors": { code: ["actors/core", "bidi", "capture", "page", "drivers"] },
  "bidi": { code: [] },
  "capture": { code: [], types: ["bidi"] },
  "drivers": { code: [] },
  "http": { code: ["actors", "capture"] },
  "page": { code: ["bidi"] },
  "std": { code: [] },
  "tests": { code: "all" },
  "ui": { code: [], types: ["http"] },
};

/** The folder whose rule holds for `path`: the innermost that has one. */
function folderOf(path: string, rules: Readonly<Record<string, Rule>>): string | undefined {
  return Object.keys(rules)
    .filter((folder) => path === folder || path.startsWith(folder + "/"))
    .sort((a, b) => b.length - a.length)[0];
}

/** What is wrong with `edges` and with `rules`, one sentence each; empty when nothing is. */
export function checkImports(
  edges: readonly Edge[],
  rules: Readonly<Record<string, Rule>> = IMPORT_RULES,
): string[] {
  const used = new Set<string>();
  const existing = new Set<string>();
  const wrong: string[] = [];
  for (const { from, to, typeOnly } of edges) {
    const importer = folderOf(from, rules);
    const imported = folderOf(to, rules);
    if (importer !== undefined) existing.add(importer);
    if (imported !== undefined) existing.add(imported);
    const rule = rules[importer ?? ""];
    if (rule === undefined) {
      wrong.push(`${from} imports ${to}, and no rule says what ${from} may import`);
    } else if (rule.code !== "all" && importer !== imported && imported !== "std") {
      const code = rule.code.some((folder) => folder === imported);
      const types = rule.types?.some((folder) => folder === imported) ?? false;
      if (code || (types && typeOnly)) used.add(`${importer} -> ${imported}`);
      else {
        const only = types ? "only types of it" : "nothing of it";
        wrong.push(`${from} imports ${to}: ${importer} may import ${only}`);
      }
    }
  }
  for (const [folder, { code, types = [] }] of Object.entries(rules)) {
    if (code === "all" || !existing.has(folder)) continue;
    for (const target of [...code, ...types]) {
      if (!used.has(`${folder} -> ${target}`)) {
        wrong.push(`${folder} may import ${target}, and no file of it does: remove the rule`);
      }
    }
  }
  return wrong;
}
