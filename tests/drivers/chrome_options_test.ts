import { assertEquals } from "@std/assert";
import { chromeArgs, chromeCapabilities, type ChromeLaunch } from "../../drivers/chrome_options.ts";

const LAUNCH: ChromeLaunch = {
  binary: "/usr/bin/chromium",
  profile: "/tmp/profile",
  headed: false,
  root: false,
};

Deno.test("chromeArgs() keeps the sandbox for everyone but root", () => {
  assertEquals(chromeArgs(LAUNCH).includes("--no-sandbox"), false);
  assertEquals(chromeArgs({ ...LAUNCH, root: true }).includes("--no-sandbox"), true);
});

Deno.test("chromeArgs() is headless unless a person wants to watch", () => {
  assertEquals(chromeArgs(LAUNCH).includes("--headless=new"), true);
  assertEquals(chromeArgs({ ...LAUNCH, headed: true }).includes("--headless=new"), false);
});

Deno.test("chromeArgs() turns the back-forward cache off, which replays old log entries", () => {
  assertEquals(chromeArgs(LAUNCH).includes("--disable-back-forward-cache"), true);
});

Deno.test("chromeCapabilities() asks for BiDi and leaves dialogs to the caller", () => {
  const capabilities = chromeCapabilities(LAUNCH);
  assertEquals(capabilities.webSocketUrl, true);
  assertEquals(capabilities.unhandledPromptBehavior, {
    default: "ignore",
    beforeUnload: "accept",
  });
});
