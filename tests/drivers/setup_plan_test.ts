import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Found, planSetup, remedy } from "../../drivers/setup_plan.ts";

const DEBIAN_ROOT: Found = { browsers: [], all: false, root: true, apt: true, folder: true };

Deno.test("planSetup() does nothing and says nothing when both browsers are there", () => {
  const plan = planSetup({ ...DEBIAN_ROOT, browsers: ["chrome", "firefox"], all: true });
  assertEquals(plan, { install: [], ways: [], note: null });
});

Deno.test("planSetup() goes on with one browser and says which is missing", () => {
  const plan = planSetup({ ...DEBIAN_ROOT, browsers: ["chrome"] });
  assertEquals([plan.install, plan.ways], [[], []]);
  assertStringIncludes(plan.note ?? "", "Firefox");
  assertStringIncludes(plan.note ?? "", "--all");
});

Deno.test("planSetup() installs the other one when all are wanted", () => {
  const plan = planSetup({ ...DEBIAN_ROOT, browsers: ["firefox"], all: true });
  assertEquals(plan.install, ["chrome"]);
});

Deno.test("planSetup() installs by apt as root, then tries a download", () => {
  const plan = planSetup(DEBIAN_ROOT);
  assertEquals(plan.install, ["chrome", "firefox"]);
  assertEquals(plan.ways, ["apt", "download"]);
});

Deno.test("planSetup() only downloads without root or without apt", () => {
  assertEquals(planSetup({ ...DEBIAN_ROOT, root: false }).ways, ["download"]);
  assertEquals(planSetup({ ...DEBIAN_ROOT, apt: false }).ways, ["download"]);
});

Deno.test("planSetup() has no way left with neither", () => {
  assertEquals(planSetup({ ...DEBIAN_ROOT, root: false, folder: false }).ways, []);
});

Deno.test("remedy() is one command on Debian, and what to set elsewhere", () => {
  assertEquals(
    remedy(["chrome", "firefox"], true, true),
    "apt-get install -y chromium chromium-driver firefox-esr",
  );
  assertEquals(remedy(["firefox"], true, false), "sudo apt-get install -y firefox-esr");
  assertStringIncludes(remedy(["chrome"], false, false), "CHROME, CHROMEDRIVER");
});
