/**
 * The program behind `deno task setup`: sees to it that there is a browser to drive. Where one is,
 * it ends at once; with `--all` it wants both.
 *
 * @module
 */
import { type BrowserName, DriverError } from "./driver.ts";
import { checkGiven, findChrome, findFirefox, type GivenPaths, installed } from "./find.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { download, InstallError, installWithApt } from "./setup_install.ts";
import { planSetup, remedy, titles, type Way } from "./setup_plan.ts";

/** Sets the machine up; resolves with the exit code. */
async function setup(all: boolean): Promise<number> {
  const machine = thisMachine();
  const given = givenPaths();
  checkGiven(given, machine);
  const root = Deno.build.os !== "windows" && Deno.uid() === 0;
  const apt = machine.searchPath.some((dir) => machine.isFile(`${dir}/apt-get`));
  const plan = planSetup({
    browsers: startable(given, machine),
    all,
    root,
    apt,
    folder: machine.browsersDir !== null,
  });
  if (plan.note !== null) console.error(plan.note);
  let left = plan.install;
  for (const way of plan.ways) {
    if (left.length === 0) break;
    try {
      await install(way, left, machine);
    } catch (error) {
      if (!(error instanceof InstallError)) throw error;
      console.error(error.message);
    }
    const there = startable(given, machine);
    left = left.filter((browser) => !there.includes(browser));
  }
  if (left.length === 0) return 0;
  console.error(
    `${titles(left)} could not be installed; what mends it: ${remedy(left, apt, root)}`,
  );
  return 1;
}

async function install(
  way: Way,
  browsers: readonly BrowserName[],
  machine: Machine,
): Promise<void> {
  if (way === "apt") {
    await installWithApt(browsers);
  } else if (machine.browsersDir !== null) {
    await download(browsers, machine.browsersDir, installed(machine));
  }
}

/** The browsers that a driver would find. */
function startable(given: GivenPaths, machine: Machine): BrowserName[] {
  const finders: [BrowserName, () => unknown][] = [
    ["chrome", () => findChrome(given, machine)],
    ["firefox", () => findFirefox(given, machine)],
  ];
  return finders.filter(([, find]) => finds(find)).map(([browser]) => browser);
}

function finds(find: () => unknown): boolean {
  try {
    find();
    return true;
  } catch (error) {
    if (error instanceof DriverError) return false;
    throw error;
  }
}

function givenPaths(): GivenPaths {
  const path = (variable: string) => Deno.env.get(variable) || null;
  return {
    chrome: path("CHROME"),
    chromedriver: path("CHROMEDRIVER"),
    firefox: path("FIREFOX"),
  };
}

if (import.meta.main) {
  try {
    Deno.exitCode = await setup(Deno.args.includes("--all"));
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    console.error(error.message);
    Deno.exitCode = 1;
  }
}
