/**
 * `wait_for` a request of the page.
 *
 * @module
 */
import type { RequestWish } from "./args.ts";
import { cut } from "./cut.ts";
import { seconds } from "./explain.ts";
import { quote } from "./find.ts";
import { type Page, PageError } from "./page.ts";
import type { NearMiss, RequestWaited } from "./requests.ts";

/** What `wait_for` answers of a request. */
export type RequestFound = Omit<Extract<RequestWaited, { kind: "found" }>, "kind"> & {
  /** Always so. */
  readonly found: true;
  /** Milliseconds it took. */
  readonly waited_ms: number;
};

/** Most of a URL that an error tells. */
const MAX_URL = 200;

/**
 * Waits until a request that fits has been answered or has failed.
 *
 * @throws {PageError} 400 nothing is captured; 504 none came in time, with those that came nearest
 */
export async function waitForRequest(
  page: Page,
  wish: RequestWish,
  totalMs: number,
): Promise<RequestFound> {
  const began = page.now();
  const waited = await page.workspace.requests.wait(wish, totalMs, page.signal);
  switch (waited.kind) {
    case "found": {
      const { kind: _found, ...request } = waited;
      return { found: true, ...request, waited_ms: Math.round(page.now() - began) };
    }
    case "off":
      throw new PageError(
        400,
        "Cannot wait for a request: nothing is captured; open the session with open_session(capture=true)",
      );
    case "late": {
      const since = waited.since === 0 ? "" : ` since call ${waited.since}`;
      throw new PageError(
        504,
        `Waited ${seconds(totalMs)}: no request${since} was answered that is ${words(wish)}; ` +
          nearest(waited.misses),
      );
    }
  }
}

/** What is waited for: `POST "/api" with status 4xx`. */
function words({ url, method, status }: RequestWish): string {
  return [
    method?.toUpperCase(),
    url === undefined ? undefined : quote(url),
    status === undefined ? undefined : `with status ${status}`,
  ].filter((each) => each !== undefined).join(" ");
}

function nearest(misses: readonly NearMiss[]): string {
  if (misses.length === 0) return "there was none at all";
  const told = misses.map(({ id, method, url, status, differs }) => {
    return `${method} ${cut(url, MAX_URL)} ${status ?? "-"} (${id}: ${differs.join(", ")})`;
  });
  return `nearest: ${told.join("; ")}`;
}
