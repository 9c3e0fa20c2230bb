import { assertEquals } from "@std/assert";
import type { BrowserName } from "../../../drivers/driver.ts";
import { newSessionRequest } from "../../../drivers/grid/capabilities.ts";

interface Options {
  readonly args: readonly string[];
  readonly prefs: Readonly<Record<string, unknown>>;
}

function wanted(browser: BrowserName): Record<string, unknown> {
  const { capabilities } = newSessionRequest(browser, "t") as {
    capabilities: { alwaysMatch: Record<string, unknown> };
  };
  return capabilities.alwaysMatch;
}

Deno.test("newSessionRequest() asks for BiDi, leaves dialogs to the caller, and carries the tag", () => {
  for (const browser of ["chrome", "firefox"] as const) {
    const { browserName, webSocketUrl, unhandledPromptBehavior, "se:name": tag } = wanted(browser);
    assertEquals([browserName, webSocketUrl, tag], [browser, true, "t"]);
    assertEquals(unhandledPromptBehavior, { default: "ignore", beforeUnload: "accept" });
  }
});

Deno.test("newSessionRequest() turns the back-forward cache off in both browsers", () => {
  const chrome = wanted("chrome")["goog:chromeOptions"] as Options;
  assertEquals(chrome.args.includes("--disable-back-forward-cache"), true);
  const { prefs } = wanted("firefox")["moz:firefoxOptions"] as Options;
  assertEquals(prefs["fission.bfcacheInParent"], false);
  assertEquals(prefs["browser.chrome.site_icons"], false);
  assertEquals(prefs["devtools.jsonview.enabled"], false);
});

Deno.test("newSessionRequest() leaves to the node what only the node knows", () => {
  const text = JSON.stringify([wanted("chrome"), wanted("firefox")]);
  for (
    const own of [
      "--user-data-dir",
      "--no-sandbox",
      '"binary"',
      "default_directory",
      "download.dir",
    ]
  ) {
    assertEquals(text.includes(own), false, own);
  }
});
