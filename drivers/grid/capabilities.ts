/**
 * What is asked of a browser on a Grid. Where its binary is, and whether it needs `--no-sandbox` because
 * its node runs as root, only the node knows: the Grid merges the arguments and the binary of the node's
 * stereotype into these (seen in Selenium 4.48).
 *
 * @module
 */
import { CHROME_ARGS, CHROME_PREFS } from "../chrome_options.ts";
import type { BrowserName } from "../driver.ts";
import { FIREFOX_PREFS } from "../firefox_prefs.ts";

/**
 * The body of `POST /session` for a new browser that listings show by `tag`.
 *
 * @param downloads only on a node that hands out what it downloads
 */
export function newSessionRequest(
  browser: BrowserName,
  tag: string,
  downloads: boolean = false,
): Record<string, unknown> {
  return {
    capabilities: {
      alwaysMatch: {
        browserName: browser,
        webSocketUrl: true,
        unhandledPromptBehavior: { default: "ignore", beforeUnload: "accept" },
        "se:name": tag,
        ...(downloads && { "se:downloadsEnabled": true }),
        ...OPTIONS[browser],
      },
    },
  };
}

const OPTIONS: Readonly<Record<BrowserName, Record<string, unknown>>> = {
  chrome: {
    "goog:chromeOptions": { args: ["--headless=new", ...CHROME_ARGS], prefs: CHROME_PREFS },
  },
  firefox: {
    "moz:firefoxOptions": {
      args: ["-headless", "--width=1280", "--height=900"],
      prefs: FIREFOX_PREFS,
    },
  },
};
