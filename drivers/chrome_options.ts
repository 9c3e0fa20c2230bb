/**
 * How a Chrome is launched. Each flag has its reason; chromedriver adds its own.
 *
 * @module
 */

/** What decides the flags. */
export interface ChromeLaunch {
  /** The executable. */
  readonly binary: string;
  /** The profile folder. */
  readonly profile: string;
  /** Whether a person wants to watch. */
  readonly headed: boolean;
  /** Whether the service runs as root. */
  readonly root: boolean;
}

/** The `alwaysMatch` capabilities of a new Chrome. */
export function chromeCapabilities(launch: ChromeLaunch): Record<string, unknown> {
  return {
    browserName: "chrome",
    webSocketUrl: true,
    unhandledPromptBehavior: { default: "ignore", beforeUnload: "accept" },
    "goog:chromeOptions": {
      binary: launch.binary,
      args: chromeArgs(launch),
      prefs: {
        ...CHROME_PREFS,
        "download.default_directory": `${launch.profile}/downloads`,
      },
    },
  };
}

/** The command line of a new Chrome, without the executable. */
export function chromeArgs({ profile, headed, root }: ChromeLaunch): string[] {
  return [
    `--user-data-dir=${profile}`,
    ...(headed ? [] : ["--headless=new"]),
    // The sandbox cannot be set up by root, and Chrome refuses to start; anyone else keeps it.
    ...(root ? ["--no-sandbox"] : []),
    ...CHROME_ARGS,
  ];
}

const DISABLED_FEATURES = [
  "AutofillServerCommunication",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationGuideModelDownloading",
  "OptimizationHints",
  "Translate",
];

/** What every Chrome is launched with, wherever it runs. */
export const CHROME_ARGS: readonly string[] = [
  // A page that comes back from the cache repeats its old log entries.
  "--disable-back-forward-cache",
  // A container's /dev/shm is 64 MB, which one big page fills.
  "--disable-dev-shm-usage",
  // Requests of its own that a closed network refuses by the dozen.
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-domain-reliability",
  "--no-pings",
  // Pages nobody asked for.
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-search-engine-choice-screen",
  // Bubbles over the page, background models, and a silent try of https before the http asked for.
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  // A permission prompt would hang the page: nobody is there to answer it.
  "--deny-permission-prompts",
  // A tab in the background still runs its timers, so a wait on it ends.
  "--disable-renderer-backgrounding",
  "--window-size=1280,900",
];

/** The preferences of every Chrome, wherever it runs. */
export const CHROME_PREFS: Readonly<Record<string, unknown>> = {
  credentials_enable_service: false,
  "profile.password_manager_enabled": false,
  "profile.password_manager_leak_detection": false,
  "autofill.profile_enabled": false,
  "autofill.credit_card_enabled": false,
  "translate.enabled": false,
  "safebrowsing.enabled": false,
  "search.suggest_enabled": false,
  "download.prompt_for_download": false,
};
