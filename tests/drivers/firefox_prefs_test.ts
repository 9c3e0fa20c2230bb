import { assert, assertEquals } from "@std/assert";
import { firefoxUserJs } from "../../drivers/firefox_prefs.ts";

Deno.test("firefoxUserJs() writes one preference a line, as Firefox reads them", () => {
  for (const line of firefoxUserJs("/tmp/profile").trimEnd().split("\n")) {
    const match = /^user_pref\("[\w.-]+", (.+)\);$/.exec(line);
    assert(match, line);
    JSON.parse(match[1] ?? "");
  }
});

Deno.test("firefoxUserJs() turns the back-forward cache, site icons and the JSON viewer off", () => {
  const text = firefoxUserJs("/tmp/profile");
  for (
    const pref of [
      'user_pref("fission.bfcacheInParent", false);',
      'user_pref("browser.sessionhistory.max_total_viewers", 0);',
      'user_pref("browser.chrome.site_icons", false);',
      'user_pref("devtools.jsonview.enabled", false);',
    ]
  ) assertEquals(text.includes(pref), true, pref);
});

Deno.test("firefoxUserJs() keeps downloads in the profile, whatever its name holds", () => {
  const text = firefoxUserJs('/tmp/a "b"\\c');
  assert(text.includes('user_pref("browser.download.dir", "/tmp/a \\"b\\"\\\\c/downloads");'));
});
