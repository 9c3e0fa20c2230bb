/**
 * The downloader of `deno task setup`, a program of its own: `setup_download.ts FOLDER BROWSER...`
 * puts the browsers, each with its driver, into the folder, shows its progress, and writes the paths
 * of the executables to its output as JSON.
 *
 * @module
 */
import {
  Browser,
  BrowserTag,
  detectBrowserPlatform,
  install,
  resolveBuildId,
  // deno-lint-ignore no-import-prefix -- run without the import map: not a package of the service
} from "npm:@puppeteer/browsers@3.2.6";

/** What is downloaded for each browser; all of one have the same number. */
const PARTS: Readonly<Record<string, readonly Browser[]>> = {
  chrome: [Browser.CHROME, Browser.CHROMEDRIVER],
  firefox: [Browser.FIREFOX],
};

const [cacheDir = "", ...browsers] = Deno.args;
try {
  const platform = detectBrowserPlatform();
  if (platform === undefined) throw new Error("there is no download for this machine");
  const paths: Record<string, string> = {};
  for (const browser of browsers) {
    const parts = PARTS[browser] ?? [];
    for (const part of parts) {
      const buildId = await resolveBuildId(parts[0] ?? part, platform, BrowserTag.STABLE);
      const { executablePath } = await install({
        browser: part,
        buildId,
        cacheDir,
        platform,
        downloadProgressCallback: "default",
      });
      paths[part] = executablePath;
    }
  }
  console.log(JSON.stringify(paths));
} catch (error) {
  console.error(error instanceof Error ? error.message.split("\n", 1)[0] : "the download failed");
  Deno.exitCode = 1;
}
