/**
 * Documents of other origins without their servers: a spare tab is led to one path of an origin that nobody
 * can guess, and the request is answered here. No other module may hold requests back, and this one holds
 * back those of its own tab and path alone.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import { CommandTimeoutError } from "../bidi/command_errors.ts";
import type { BidiEvent, UrlPattern } from "../bidi/protocol.ts";
import { callInPage, inPage, SANDBOX, type ScriptHost } from "./evaluate.ts";
import type { FailedOrigin } from "./kept_sites.ts";
import { type Page, PageError } from "./page.ts";
import type { SpareTab } from "./spare_tab.ts";

/** What it takes to visit: a page, or a browser that no call has been made in yet. */
export type Visitor = Pick<Page, "send" | "now" | "sleep" | "signal" | "openSpare">;

/** A document of an origin, for as long as its visit lasts. */
export interface VisitedDocument {
  /** Where functions run. */
  readonly host: ScriptHost;
  /** The realm of the document. */
  readonly realm: string;
}

/** What the visits came to. */
export interface Visits<R> {
  /** What the task gave for each origin that it was done for, in their order. */
  readonly done: ReadonlyMap<string, R>;
  /** The others. */
  readonly failed: readonly FailedOrigin[];
}

/** Milliseconds that all visits of one call may take. */
const ALL_MS = 15_000;
/** Milliseconds until a document shows. */
const SHOW_MS = 5_000;
/** Milliseconds one command may take. */
const COMMAND_MS = 3_000;
/** Milliseconds between two looks. */
const STEP_MS = 20;

/**
 * A service worker answers in the server's place, and ahead of what is held back: whatever document that is,
 * no script of it runs.
 */
const STOP = "() => window.stop()";

/** Where the tab is. */
const HERE = inPage<null, { href: string; origin: string }>(() => ({
  href: location.href,
  origin,
}));

/**
 * Runs a task in a document of each origin, one after another. What fails of one does not keep the others
 * from being done.
 *
 * @throws {BidiError} the browser would not open a tab, or hold its requests back
 * @throws The signal's reason, when it aborts first.
 */
export async function visitOrigins<R>(
  page: Visitor,
  origins: readonly string[],
  task: (document: VisitedDocument, origin: string) => Promise<R>,
): Promise<Visits<R>> {
  const done = new Map<string, R>();
  const failed: FailedOrigin[] = [];
  if (origins.length === 0) return { done, failed };
  const until = page.now() + ALL_MS;
  await using tab = await page.openSpare();
  await page.send("script.addPreloadScript", {
    functionDeclaration: STOP,
    contexts: [tab.context],
    sandbox: SANDBOX,
  });
  const ear = await tab.listen(["network.beforeRequestSent"], (event) => answer(page, event));
  try {
    for (const origin of origins) {
      page.signal.throwIfAborted();
      try {
        if (page.now() >= until) throw new PageError(504, "there was no time left for it");
        done.set(origin, await visit(page, tab, origin, (document) => task(document, origin)));
      } catch (error) {
        page.signal.throwIfAborted();
        failed.push({ origin, why: inWords(error) });
      }
    }
  } finally {
    await ear.stop();
  }
  return { done, failed };
}

async function visit<R>(
  page: Visitor,
  { context }: SpareTab,
  origin: string,
  task: (document: VisitedDocument) => Promise<R>,
): Promise<R> {
  const url = new URL(`/${crypto.randomUUID()}`, origin);
  // Its answer is waited for whatever happens: what was added is to be removed.
  const { intercept } = await page.send("network.addIntercept", {
    phases: ["beforeRequestSent"],
    contexts: [context],
    urlPatterns: patternsOf(url),
  }, { timeoutMs: COMMAND_MS, evenAborted: true });
  try {
    page.signal.throwIfAborted();
    await page.send("browsingContext.navigate", { context, url: url.href, wait: "none" }, {
      timeoutMs: COMMAND_MS,
    }).catch(unlessStopped);
    return await task(await arrived(page, context, url));
  } finally {
    await page.send("network.removeIntercept", { intercept }, {
      timeoutMs: COMMAND_MS,
      evenAborted: true,
    }).catch(() => {});
  }
}

/** A browser that has been told to use TLS for a host does so before it asks whether to hold a request back. */
function patternsOf({ protocol, hostname, port, pathname }: URL): UrlPattern[] {
  const secure = { type: "pattern", protocol: "https", hostname, pathname } as const;
  if (protocol === "https:") return [{ ...secure, port: port || "443" }];
  return [
    { ...secure, protocol: "http", port: port || "80" },
    { ...secure, port: port || "443" },
  ];
}

/** Answers a request that is held back with an empty document. */
function answer(page: Visitor, { method, params }: BidiEvent): void {
  if (method !== "network.beforeRequestSent" || !params.isBlocked) return;
  const header = (name: string, value: string) => ({
    name,
    value: { type: "string", value },
  } as const);
  page.send("network.provideResponse", {
    request: params.request.request,
    statusCode: 200,
    reasonPhrase: "OK",
    headers: [
      header("content-type", "text/html"),
      header("cache-control", "no-store"),
      // Not even an icon is fetched.
      header("content-security-policy", "default-src 'none'"),
    ],
    body: { type: "string", value: "<!doctype html>" },
  }, { timeoutMs: COMMAND_MS }).catch(() => {
    // A service worker has answered it, or the visit is over: where the tab is tells.
  });
}

/** A document whose loading is stopped is there, but Firefox says that the navigation has failed. */
function unlessStopped(error: unknown): void {
  if (!(error instanceof BidiError || error instanceof CommandTimeoutError)) throw error;
}

/** Waits for the document; it need not have loaded. */
async function arrived(page: Visitor, context: string, url: URL): Promise<VisitedDocument> {
  const host: ScriptHost = {
    context,
    send: page.send.bind(page),
    now: page.now.bind(page),
    sleep: page.sleep.bind(page),
  };
  const until = page.now() + SHOW_MS;
  for (;;) {
    const { value, realm } = await callInPage(host, HERE, null, { graceMs: COMMAND_MS });
    if (value.href === url.href && value.origin === url.origin) return { host, realm };
    if (new URL(value.href).pathname === url.pathname) {
      throw new PageError(400, "the browser opens no page of it");
    }
    if (page.now() >= until) {
      throw new PageError(504, `no page of it opened in ${SHOW_MS / 1000} s`);
    }
    await page.sleep(STEP_MS);
  }
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : "for a reason that is not known";
}
