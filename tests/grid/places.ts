/**
 * Where the real parts of the tests are: Selenium Grid, the drivers of its node, and a web server.
 *
 * @module
 */

export const GRID_VERSION = "4.48.0";
export const GECKODRIVER_VERSION = "0.37.1";

const home = Deno.env.get("HOME") ?? "/";
const cache = `${Deno.env.get("XDG_CACHE_HOME") || `${home}/.cache`}/pagetap`;

/** The folder of the Grid's jars. */
export const GRID_FOLDER = `${cache}/selenium-grid-${GRID_VERSION}`;
/** What `cargo install --root` is told. */
export const GECKODRIVER_FOLDER = `${cache}/geckodriver-${GECKODRIVER_VERSION}`;
export const GECKODRIVER = `${GECKODRIVER_FOLDER}/bin/geckodriver`;

/** Programs that Debian has, and the package each is in. */
const PROGRAMS = {
  java: "default-jre-headless",
  chromium: "chromium",
  chromedriver: "chromium-driver",
  "firefox-esr": "firefox-esr",
  nginx: "nginx-light",
  openssl: "openssl",
} as const;

export type Program = keyof typeof PROGRAMS;

/** The path of a program; null when it is not installed. */
export function find(program: string): string | null {
  // Debian keeps nginx where only root looks.
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin"];
  return folders.map((folder) => `${folder}/${program}`).find(isFile) ?? null;
}

/**
 * The path of a program that the tests cannot do without.
 *
 * @throws {Error} when it is not installed
 */
export function need(program: Program): string {
  const path = find(program);
  if (path === null) {
    throw new Error(`${program} is not installed; apt-get install ${PROGRAMS[program]}`);
  }
  return path;
}

/** What is missing of all that the tests with a Grid need, in words; empty when they can run. */
export function missingParts(): string[] {
  const programs = Object.entries(PROGRAMS)
    .filter(([program]) => find(program) === null)
    .map(([program, debian]) => `${program} (apt-get install ${debian})`);
  const built = "deno task grid-setup";
  if (!isFolder(GRID_FOLDER)) programs.push(`Selenium Grid ${GRID_VERSION} (${built})`);
  if (!isFile(GECKODRIVER)) programs.push(`geckodriver ${GECKODRIVER_VERSION} (${built})`);
  return programs;
}

function isFile(path: string): boolean {
  return stat(path)?.isFile ?? false;
}

function isFolder(path: string): boolean {
  return stat(path)?.isDirectory ?? false;
}

function stat(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null;
  }
}
