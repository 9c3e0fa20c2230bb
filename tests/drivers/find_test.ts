import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { DriverError } from "../../drivers/driver.ts";
import {
  checkGiven,
  findChrome,
  findFirefox,
  type GivenPaths,
  installedFile,
} from "../../drivers/find.ts";
import type { Machine } from "../../drivers/machine.ts";

const NONE: GivenPaths = { chrome: null, chromedriver: null, firefox: null };

function machine(files: readonly string[], over: Partial<Machine> = {}): Machine {
  return {
    os: "linux",
    searchPath: ["/usr/local/bin", "/usr/bin"],
    browsersDir: "/data/browsers",
    isFile: (path) => files.includes(path),
    read: () => null,
    ...over,
  };
}

Deno.test("findChrome() takes the first known name on PATH and its chromedriver", () => {
  const files = ["/usr/bin/google-chrome", "/usr/local/bin/chromium", "/usr/bin/chromedriver"];
  assertEquals(findChrome(NONE, machine(files)), {
    chrome: "/usr/local/bin/chromium",
    chromedriver: "/usr/bin/chromedriver",
  });
});

Deno.test("findChrome() takes what is given before what is found", () => {
  const files = ["/opt/chrome", "/usr/bin/chromium", "/usr/bin/chromedriver"];
  assertEquals(findChrome({ ...NONE, chrome: "/opt/chrome" }, machine(files)), {
    chrome: "/opt/chrome",
    chromedriver: "/usr/bin/chromedriver",
  });
});

Deno.test("findChrome() never pairs a chromedriver with a Chrome from another place", () => {
  const installed = { chrome: "/data/chrome", chromedriver: "/data/chromedriver" };
  const files = ["/usr/bin/google-chrome", "/data/chrome", "/data/chromedriver"];
  const read = (path: string) =>
    path === installedFile("/data/browsers") ? JSON.stringify(installed) : null;
  assertEquals(findChrome(NONE, machine(files, { read })), installed);
});

Deno.test("findChrome() says what is missing and what mends it", () => {
  const both = assertThrows(() => findChrome(NONE, machine([])), DriverError);
  assertStringIncludes(both.message, "Chrome was not found");
  assertStringIncludes(both.message, "deno task setup");
  const driver = assertThrows(() => findChrome(NONE, machine(["/usr/bin/chromium"])), DriverError);
  assertStringIncludes(driver.message, "chromedriver was not found");
});

Deno.test("findFirefox() finds Firefox on PATH, in the usual app and where setup put it", () => {
  const app = "/Applications/Firefox.app/Contents/MacOS/firefox";
  assertEquals(findFirefox(NONE, machine(["/usr/bin/firefox-esr"])), "/usr/bin/firefox-esr");
  assertEquals(findFirefox(NONE, machine([app], { os: "darwin" })), app);
  assertThrows(() => findFirefox(NONE, machine([app])), DriverError, "Firefox was not found");
  const read = () => JSON.stringify({ firefox: "/data/firefox" });
  assertEquals(findFirefox(NONE, machine(["/data/firefox"], { read })), "/data/firefox");
});

Deno.test("findFirefox() passes over a download that is no longer there, or a broken list", () => {
  for (const text of [JSON.stringify({ firefox: "/gone" }), "{", "null", '{"firefox":7}']) {
    assertThrows(() => findFirefox(NONE, machine([], { read: () => text })), DriverError);
  }
});

Deno.test("a path given that is no file is named with its setting", () => {
  const given = { ...NONE, chrome: "/opt/nothing" };
  const files = ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/bin/firefox"];
  const message = "CHROME names /opt/nothing";
  assertThrows(() => findChrome(given, machine(files)), DriverError, message);
  assertThrows(() => checkGiven(given, machine(files)), DriverError, message);
  assertEquals(findFirefox(given, machine(files)), "/usr/bin/firefox");
});

Deno.test("findChrome() looks for .exe files on Windows", () => {
  const files = ["C:\\bin\\chrome.exe", "C:\\bin\\chromedriver.exe"];
  assertEquals(findChrome(NONE, machine(files, { os: "windows", searchPath: ["C:\\bin"] })), {
    chrome: "C:\\bin\\chrome.exe",
    chromedriver: "C:\\bin\\chromedriver.exe",
  });
});
