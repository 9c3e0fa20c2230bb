/**
 * What the search for browsers needs to know of the machine, as a value, so that the search itself
 * is decided without one.
 *
 * @module
 */

/** A machine, as far as finding executables goes. */
export interface Machine {
  /** The operating system, as `Deno.build.os` names it. */
  readonly os: string;
  /** The folders of PATH, in order. */
  readonly searchPath: readonly string[];
  /** The folder that setup downloads browsers into; null when there is no home for one. */
  readonly browsersDir: string | null;
  /** Whether there is a file at this path. */
  readonly isFile: (path: string) => boolean;
  /** The text of a file; null when it cannot be read. */
  readonly read: (path: string) => string | null;
}

/** The machine this runs on. What may not be read counts as not there. */
export function thisMachine(): Machine {
  const { os } = Deno.build;
  return {
    os,
    searchPath: (env("PATH") ?? "").split(os === "windows" ? ";" : ":").filter((dir) => dir !== ""),
    browsersDir: browsersDir(),
    isFile: (path) => attempt(() => Deno.statSync(path).isFile) ?? false,
    read: (path) => attempt(() => Deno.readTextFileSync(path)),
  };
}

/** The platform's folder for what programs keep, `pagetap` in it; null when there is no home for one. */
export function platformDataDir(): string | null {
  const { os } = Deno.build;
  const home = env("HOME");
  const data = os === "windows"
    ? env("LOCALAPPDATA")
    : os === "darwin"
    ? under(home, "Library/Application Support")
    : env("XDG_DATA_HOME") ?? under(home, ".local/share");
  return under(data, "pagetap") ?? null;
}

function browsersDir(): string | null {
  return under(env("DATA_DIR") ?? platformDataDir() ?? undefined, "browsers") ?? null;
}

function under(dir: string | undefined, name: string): string | undefined {
  return dir === undefined ? undefined : `${dir}/${name}`;
}

function env(name: string): string | undefined {
  return attempt(() => Deno.env.get(name)) || undefined;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
