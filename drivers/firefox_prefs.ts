/**
 * The preferences of a Firefox; a local one has them in `user.js` of its fresh profile. Firefox sets the
 * usual ones for automation itself; these are what pagetap needs besides.
 *
 * @module
 */

/** The text of `user.js` for a profile in the folder `profile`. */
export function firefoxUserJs(profile: string): string {
  const prefs = {
    ...FIREFOX_PREFS,
    // Downloads stay in the profile and go with it. 2 means the folder that is named.
    "browser.download.folderList": 2,
    "browser.download.dir": `${profile}/downloads`,
  };
  return Object.entries(prefs)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join("");
}

/** The preferences of every Firefox, wherever it runs. */
export const FIREFOX_PREFS: Readonly<Record<string, string | number | boolean>> = {
  // A page that comes back from the cache repeats its old log entries.
  "fission.bfcacheInParent": false,
  "browser.sessionhistory.max_total_viewers": 0,

  // Requests and log entries that are the browser's own and not the page's.
  "browser.chrome.site_icons": false,
  "devtools.jsonview.enabled": false,

  // Pages and questions nobody asked for.
  "browser.aboutwelcome.enabled": false,
  "browser.startup.homepage": "about:blank",
  "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.newtabpage.enabled": false,
  "browser.newtab.preload": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.tabs.warnOnClose": false,
  "browser.sessionstore.resume_from_crash": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "datareporting.policy.dataSubmissionPolicyBypassNotification": true,
  "termsofuse.bypassNotification": true,
  "signon.rememberSignons": false,
  "signon.autofillForms": false,
  "extensions.formautofill.addresses.enabled": false,
  "extensions.formautofill.creditCards.enabled": false,
  "browser.translations.enable": false,

  // Services of its own that a closed network refuses.
  "app.normandy.enabled": false,
  "app.update.auto": false,
  "app.update.disabledForTesting": true,
  "app.update.enabled": false,
  "browser.discovery.enabled": false,
  "browser.ml.enable": false,
  "browser.newtabpage.activity-stream.feeds.system.topsites": false,
  "browser.newtabpage.activity-stream.feeds.telemetry": false,
  "browser.newtabpage.activity-stream.feeds.topsites": false,
  "browser.ping-centre.telemetry": false,
  "browser.region.network.url": "",
  "browser.region.update.enabled": false,
  "browser.safebrowsing.blockedURIs.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.provider.google4.gethashURL": "",
  "browser.safebrowsing.provider.google4.updateURL": "",
  "browser.safebrowsing.provider.mozilla.gethashURL": "",
  "browser.safebrowsing.provider.mozilla.updateURL": "",
  "browser.search.suggest.enabled": false,
  "browser.search.update": false,
  "browser.urlbar.suggest.searches": false,
  "captivedetect.canonicalURL": "",
  "datareporting.healthreport.uploadEnabled": false,
  "dom.push.connection.enabled": false,
  "extensions.blocklist.enabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.update.enabled": false,
  "geo.provider.network.url": "",
  "media.gmp-manager.updateEnabled": false,
  "media.gmp-manager.url": "",
  "messaging-system.rsexperimentloader.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "network.prefetch-next": false,
  "network.predictor.enabled": false,
  "network.http.speculative-parallel-limit": 0,
  "network.trr.mode": 5,
  "nimbus.rollouts.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "",
  "toolkit.telemetry.unified": false,
  "toolkit.telemetry.archive.enabled": false,

  // A page asked for with http stays on http, so what is captured is what was asked for.
  "dom.security.https_first": false,
  "dom.security.https_only_mode": false,

  // A permission prompt would hang the page: nobody is there to answer it. 2 means denied.
  "permissions.default.camera": 2,
  "permissions.default.desktop-notification": 2,
  "permissions.default.geo": 2,
  "permissions.default.microphone": 2,
  "permissions.default.xr": 2,

  // A download begins without a question.
  "browser.download.useDownloadDir": true,
  "browser.download.always_ask_before_handling_new_types": false,

  // A tab in the background still runs its timers, so a wait on it ends.
  "dom.min_background_timeout_value": 10,
  "dom.timeout.enable_budget_timer_throttling": false,
  // A slow script is ended by the call that ran it, not by a question to nobody.
  "dom.max_script_run_time": 0,
  "dom.max_chrome_script_run_time": 0,
  "dom.ipc.reportProcessHangs": false,
};
