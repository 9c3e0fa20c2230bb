/**
 * Finds browsers and their drivers: where the caller says, else on PATH and in the usual places,
 * else where `deno task setup` has put them.
 *
 * @module
 */
import { DriverError } from "./driver.ts";
import type { Machine } from "./machine.ts";

/** Executables named by the caller; null where the search decides. */
export interface GivenPaths {
  /** Chrome or Chromium (CHROME). */
  readonly chrome: string | null;
  /** The matching chromedriver (CHROMEDRIVER). */
  readonly chromedriver: string | null;
  /** Firefox (FIREFOX). */
  readonly firefox: string | null;
}

/** A Chrome and the chromedriver that goes with it. */
export interface ChromePair {
  /** The browser's executable. */
  readonly chrome: string;
  /** The driver's executable. */
  readonly chromedriver: string;
}

/** What setup has downloaded, by name; the file {@link installedFile} holds it as JSON. */
export type Installed = { readonly [K in keyof GivenPaths]?: string };

const CHROME_NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const CHROME_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const FIREFOX_NAMES = ["firefox-esr", "firefox"];
const FIREFOX_APPS = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

/** What mends a missing browser. */
const REMEDY = "run `deno task setup`";

/**
 * Finds Chrome and its chromedriver. Both come from the same place where neither is given: a
 * chromedriver drives its own version only.
 *
 * @throws {DriverError} when either is missing
 */
export function findChrome(given: GivenPaths, machine: Machine): ChromePair {
  checkGiven(given, machine, ["chrome", "chromedriver"]);
  const usual = {
    chrome: usualPlace(CHROME_NAMES, CHROME_APPS, machine),
    chromedriver: usualPlace(["chromedriver"], [], machine),
  };
  for (const place of [usual, installed(machine)]) {
    const chrome = given.chrome ?? place.chrome;
    const chromedriver = given.chromedriver ?? place.chromedriver;
    if (chrome && chromedriver) return { chrome, chromedriver };
  }
  throw given.chrome ?? usual.chrome
    ? missing("chromedriver", ["chromedriver"], "CHROMEDRIVER")
    : missing("Chrome", CHROME_NAMES, "CHROME");
}

/**
 * Finds Firefox.
 *
 * @throws {DriverError} when it is missing
 */
export function findFirefox(given: GivenPaths, machine: Machine): string {
  checkGiven(given, machine, ["firefox"]);
  const path = given.firefox ?? usualPlace(FIREFOX_NAMES, FIREFOX_APPS, machine) ??
    installed(machine).firefox;
  if (path === undefined) throw missing("Firefox", FIREFOX_NAMES, "FIREFOX");
  return path;
}

/**
 * Sees whether the paths given, or those of `names` alone, are files.
 *
 * @throws {DriverError} for the first that is none
 */
export function checkGiven(
  given: GivenPaths,
  machine: Machine,
  names: readonly (keyof GivenPaths)[] = ["chrome", "chromedriver", "firefox"],
): void {
  for (const name of names) {
    const path = given[name];
    if (path === null || machine.isFile(path)) continue;
    const variable = name.toUpperCase();
    throw new DriverError(`${variable} names ${path}, which is no file: correct it or unset it`);
  }
}

/** Where setup writes down what it has downloaded into `browsersDir`. */
export function installedFile(browsersDir: string): string {
  return `${browsersDir}/installed.json`;
}

function usualPlace(
  names: readonly string[],
  apps: readonly string[],
  machine: Machine,
): string | undefined {
  const [separator, suffix] = machine.os === "windows" ? ["\\", ".exe"] : ["/", ""];
  const onPath = names.flatMap((name) =>
    machine.searchPath.map((dir) => `${dir}${separator}${name}${suffix}`)
  );
  return [...onPath, ...(machine.os === "darwin" ? apps : [])].find(machine.isFile);
}

/** What setup has downloaded and is still there. */
export function installed(machine: Machine): Installed {
  if (machine.browsersDir === null) return {};
  const text = machine.read(installedFile(machine.browsersDir));
  if (text === null) return {};
  try {
    // One that was downloaded and has been cleaned away since is not there.
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
      .filter(([, path]) => typeof path === "string" && machine.isFile(path));
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

function missing(what: string, names: readonly string[], variable: string): DriverError {
  return new DriverError(
    `${what} was not found: PATH has no ${list(names)}; ${REMEDY}, or set ${variable}`,
  );
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
