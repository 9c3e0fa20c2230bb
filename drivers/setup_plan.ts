/**
 * What `deno task setup` does, decided from what it found; nothing here touches the machine.
 *
 * @module
 */
import type { BrowserName } from "./driver.ts";

/** What setup found. */
export interface Found {
  /** The browsers that can be started, each with its driver. */
  readonly browsers: readonly BrowserName[];
  /** Whether every browser is wanted, not just one. */
  readonly all: boolean;
  /** Whether this is root. */
  readonly root: boolean;
  /** Whether there is an `apt-get`. */
  readonly apt: boolean;
  /** Whether there is a folder to download into. */
  readonly folder: boolean;
}

/** A way to install browsers. */
export type Way = "apt" | "download";

/** What to do. */
export interface Plan {
  /** The browsers to install, by the first of {@link Plan.ways} that works. */
  readonly install: readonly BrowserName[];
  /** The ways to try, in order. */
  readonly ways: readonly Way[];
  /** A line for the person at the terminal; null when there is nothing to say. */
  readonly note: string | null;
}

const BROWSERS: readonly BrowserName[] = ["chrome", "firefox"];

/** The Debian packages of each browser, with its driver. */
const PACKAGES: Readonly<Record<BrowserName, readonly string[]>> = {
  chrome: ["chromium", "chromium-driver"],
  firefox: ["firefox-esr"],
};

const TITLES: Readonly<Record<BrowserName, string>> = { chrome: "Chrome", firefox: "Firefox" };

/** Decides what to install and how. One browser is enough unless all are wanted. */
export function planSetup(found: Found): Plan {
  const missing = BROWSERS.filter((browser) => !found.browsers.includes(browser));
  if (missing.length === 0) return { install: [], ways: [], note: null };
  if (found.browsers.length > 0 && !found.all) {
    const note = `${titles(missing)} was not found; \`deno task setup --all\` installs it.`;
    return { install: [], ways: [], note };
  }
  const ways: Way[] = [];
  if (found.apt && found.root) ways.push("apt");
  if (found.folder) ways.push("download");
  return { install: missing, ways, note: `Installing ${titles(missing)}.` };
}

/** The one command that installs `browsers` by hand. */
export function remedy(browsers: readonly BrowserName[], apt: boolean, root: boolean): string {
  return apt
    ? `${root ? "" : "sudo "}apt-get install -y ${packages(browsers).join(" ")}`
    : `install ${titles(browsers)} and set ${browsers.flatMap(variables).join(", ")} to the paths`;
}

/** The Debian packages of `browsers`. */
export function packages(browsers: readonly BrowserName[]): string[] {
  return browsers.flatMap((browser) => PACKAGES[browser]);
}

/** The names of `browsers` as a reader knows them. */
export function titles(browsers: readonly BrowserName[]): string {
  return browsers.map((browser) => TITLES[browser]).join(" and ");
}

function variables(browser: BrowserName): readonly string[] {
  return browser === "chrome" ? ["CHROME", "CHROMEDRIVER"] : ["FIREFOX"];
}
