import { assertEquals } from "@std/assert";
import { defaultSettings, nextSettings } from "../../actors/session_settings.ts";

const first = defaultSettings({ browser: "firefox", callTimeoutS: 20 });

Deno.test("defaultSettings() takes the browser and the limit of a call from the server", () => {
  assertEquals(first, {
    browser: "firefox",
    width: 1280,
    height: 720,
    device_pixel_ratio: null,
    console_shim: true,
    settle_ms: 500,
    wait: "load",
    timeout: 30,
    wait_timeout: 10,
    call_timeout: 20,
  });
});

Deno.test("nextSettings() keeps what is not said, and takes what is, falsy or not", () => {
  const said = { console_shim: false, settle_ms: 0, wait: "none", browser: "chrome" } as const;
  const next = nextSettings(first, said);
  assertEquals(next, { ...first, ...said });
  assertEquals(nextSettings(next, {}), next);
});

Deno.test("nextSettings() carries neither capture nor the first page on", () => {
  const next = nextSettings(first, { capture: true, url: "https://a.test/" });
  assertEquals(next, first);
});
