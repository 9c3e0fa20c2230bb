/**
 * The files of the repository, and which of them import which.
 *
 * @module
 */
import type { Edge } from "./import_rules.ts";

/** The repository's root. */
export const ROOT = new URL("../../", import.meta.url);

/** What `deno info --json` says, as far as it is used here. */
interface Info {
  readonly modules: readonly {
    readonly specifier: string;
    readonly error?: string;
    readonly dependencies?: readonly Dependency[];
  }[];
}

interface Dependency {
  /** What is imported at run time; absent for a type-only import. */
  readonly code?: { readonly specifier?: string; readonly error?: string };
  readonly type?: { readonly specifier?: string; readonly error?: string };
}

/** Paths of all `.ts` and `.tsx` files, from the root, in order. */
export function sourceFiles(folder = ""): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))]
    .filter((entry) => !entry.name.startsWith("."))
    .flatMap((entry) => {
      const path = folder + entry.name;
      if (entry.isDirectory) return sourceFiles(path + "/");
      return /\.tsx?$/.test(path) ? [path] : [];
    })
    .sort();
}

/** The imports of `files` and of all they lead to, within the repository. */
export async function importGraph(files: readonly string[]): Promise<Edge[]> {
  const folder = await Deno.makeTempDir();
  try {
    const entry = `${folder}/entry.ts`;
    const imports = files.map((file) => `import ${JSON.stringify(new URL(file, ROOT).href)};\n`);
    await Deno.writeTextFile(entry, imports.join(""));
    return edgesOf(await denoInfo(entry));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function denoInfo(entry: string): Promise<Info> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--config", new URL("deno.json", ROOT).pathname, entry],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(`Cannot read imports: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

function edgesOf({ modules }: Info): Edge[] {
  return modules.flatMap(({ specifier, error, dependencies = [] }) => {
    if (error !== undefined) throw new Error(`Cannot read imports of ${specifier}: ${error}`);
    const from = localPath(specifier);
    if (from === undefined) return [];
    return dependencies.flatMap(({ code, type }): Edge[] => {
      const failed = code?.error ?? type?.error;
      if (failed !== undefined) throw new Error(`Cannot read imports of ${from}: ${failed}`);
      const to = localPath((code ?? type)?.specifier);
      return to === undefined ? [] : [{ from, to, typeOnly: code === undefined }];
    });
  });
}

/** The path from the root, or undefined for what lies outside it. */
function localPath(specifier: string | undefined): string | undefined {
  return specifier?.startsWith(ROOT.href)
    ? decodeURIComponent(specifier.slice(ROOT.href.length))
    : undefined;
}
