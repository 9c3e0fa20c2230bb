/**
 * A server of pages that a test writes, and tests run against them in both browsers.
 *
 * @module
 */
import { RealPage } from "./real_page.ts";

/** What a path answers: an HTML document, or whatever the function makes. */
export type Pages = Record<string, string | ((request: Request) => Response | Promise<Response>)>;

/** Pages on a port of this machine. */
export interface PageSite extends AsyncDisposable {
  /** Its origin, without a slash at the end. */
  readonly origin: string;
}

/** Serves pages until disposed; a path that is not there is a 404 with a body. */
export function servePages(pages: Pages): PageSite {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const page = pages[new URL(request.url).pathname];
    if (typeof page === "function") return page(request);
    if (page === undefined) return new Response("<h1>not found", { status: 404, headers });
    return new Response(`<!doctype html><link rel=icon href="data:,">${page}`, { headers });
  });
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** What a test in a browser works with. */
export interface InBrowser {
  readonly t: Deno.TestContext;
  readonly page: RealPage;
  readonly origin: string;
}

/** Registers a test for each browser; `run` has a tab of its own, at `/` of the pages. */
export function testInBrowsers(
  name: string,
  pages: Pages,
  run: (given: InBrowser) => Promise<void>,
): void {
  for (const browser of ["chrome", "firefox"] as const) {
    Deno.test(`${name} [${browser}]`, async (t) => {
      await using site = servePages(pages);
      await using page = await RealPage.open(browser);
      await page.go(`${site.origin}/`);
      await run({ t, page, origin: site.origin });
    });
  }
}
