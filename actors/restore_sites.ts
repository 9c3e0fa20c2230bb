/**
 * What a workspace keeps of sites, put back into its new browser before anybody listens and any page is
 * loaded. Nothing that goes wrong here keeps the browser from being used.
 *
 * @module
 */
import type { SiteData } from "../page/kept_sites.ts";
import { type FreshPage, type RestoredSites, restoreSiteData } from "../page/restore_site_data.ts";
import { send } from "./commands.ts";
import type { ConnectionRef } from "./connection.ts";
import { sleep } from "./core/wait.ts";
import { listen, type ListenWith } from "./listen.ts";
import type { NavigationRules } from "./navigation_rules.ts";
import type { FreshBrowser } from "./open_browser.ts";
import { openSpareTab } from "./spare_tab.ts";

/** What it takes. */
export interface RestoreOptions extends ListenWith {
  /** What is kept; null for nothing. */
  load(): Promise<SiteData | null>;
  /** Where pages may be taken: storage of no other origin is put back. */
  readonly navigation: NavigationRules;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** Names of what did not come back that are told at most. */
const MAX_NAMED = 5;

/**
 * Puts it back; gives the sentences that tell of it, none when nothing is kept.
 *
 * @throws The signal's reason, when it aborts first, and nothing else.
 */
export async function restoreSites(
  fresh: FreshBrowser,
  options: RestoreOptions,
): Promise<readonly string[]> {
  try {
    const data = await options.load();
    if (data === null) return [];
    const restored = await restoreSiteData(freshPage(fresh, options), data);
    if (restored.script !== null) await once(fresh, restored.script, options);
    return [inWords(data, restored)];
  } catch (error) {
    options.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return [`the kept site data was not put back, or not all of it: ${why}`];
  }
}

function freshPage(
  { browser, connection, driven }: FreshBrowser,
  options: RestoreOptions,
): FreshPage {
  const { system: { clock }, navigation, signal } = options;
  return {
    browser,
    top: driven,
    signal,
    send: (method, params, { evenAborted, ...each } = {}) =>
      send(connection, method, params, { ...each, ...!evenAborted && { signal } }),
    now: () => clock.now(),
    sleep: (ms) => sleep(clock, ms, signal),
    openSpare: () => openSpareTab(connection, options, signal),
    forbidden: (url) => navigation.forbidden(url),
  };
}

/** Takes the script back when the first page is there. */
async function once(
  { connection, driven }: FreshBrowser,
  script: string,
  ears: ListenWith,
): Promise<void> {
  const ear = await listen(
    connection,
    {
      events: ["browsingContext.navigationCommitted"],
      heard({ method, params }) {
        if (method !== "browsingContext.navigationCommitted" || params.context !== driven) return;
        if (!/^https?:/.test(params.url)) return;
        void ear.stop();
        void remove(connection, script);
      },
    },
    ears,
    {},
  );
}

/** Where it cannot be removed, it writes nothing over what is there. */
async function remove(connection: ConnectionRef, script: string): Promise<void> {
  await send(connection, "script.removePreloadScript", { script }).catch(() => {});
}

function inWords(data: SiteData, { cookies, origins, failed }: RestoredSites): string {
  const at = new Date(data.savedAt).toISOString();
  const { set, ended, refused } = cookies;
  return [
    `the site data saved at ${at} was put back: ${set} cookie(s), localStorage of ${origins.length} origin(s)`,
    ...(ended > 0 ? [`${ended} cookie(s) had expired`] : []),
    ...(refused.length > 0 ? [`the browser refused ${some(refused)}`] : []),
    ...failed.slice(0, MAX_NAMED).map(({ origin, why }) => `${origin} was left out: ${why}`),
    ...(failed.length > MAX_NAMED ? [`${failed.length - MAX_NAMED} more were left out`] : []),
  ].join("; ");
}

function some(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
