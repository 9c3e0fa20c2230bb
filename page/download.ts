/**
 * `download`: what a click or a URL makes the browser fetch as a file, kept in the workspace. Downloads are
 * denied but while this runs.
 *
 * @module
 */
import { BidiError } from "../bidi/bidi_error.ts";
import type { BidiEvent, DownloadEnd, DownloadWillBegin } from "../bidi/protocol.ts";
import type { DownloadArgs } from "./args.ts";
import { cut } from "./cut.ts";
import { callInPage, inPage } from "./evaluate.ts";
import { seconds } from "./explain.ts";
import { type Incoming, MAX_FILE_BYTES, type SavedFile } from "./files.ts";
import { saveShown, type Shown, shown } from "./in_page/save_shown.ts";
import { interact } from "./interact.ts";
import { address, failed } from "./navigate.ts";
import { aborted, refusedFrame } from "./net_errors.ts";
import { type Page, PageError } from "./page.ts";

/** Seconds a download may take to begin when the caller does not say. */
export const BEGIN_S = 10;
/** Seconds it may take from there when the caller does not say. */
export const END_S = 60;

/** Milliseconds between two looks at what has been heard, and at how much has arrived. */
const STEP_MS = 50;
const SIZE_MS = 1_000;

/** Bytes that a file's name may have on the browser's machine. */
const MAX_NAME_BYTES = 255;

/** Bytes of a name that Firefox keeps no file of while requests are listened to, as they are with capture. */
const LONG_NAME_BYTES = 204;

/** How much of a name or a URL an error tells. */
const MAX_TOLD = 100;

const SHOWN = inPage<null, Shown>(shown);
const SAVE = inPage(saveShown);

/** What `download` answers. */
export interface DownloadResult {
  /** What was kept. */
  readonly file: SavedFile;
  /** What was clicked, such as `<a id="report"> "Report"`. */
  readonly element?: string;
  /** That more began, in words. */
  readonly note?: string;
}

/** What was done to have a download. */
interface Asked {
  /** What was clicked; absent for a URL. */
  readonly element?: string;
  /** It in words. */
  readonly what: string;
  /** Why the URL cannot be reached, once that is known. */
  failure?: PageError;
  /** The document before, once the browser has answered and may show the URL in place of it. */
  shownAfter?: Shown;
  /** Settles when the browser has answered. */
  answered: Promise<void>;
}

/**
 * Downloads one file.
 *
 * @throws {PageError} 400 what is clicked or named cannot be had, or the browser gave the download up; 403 it
 * comes from where no page may be taken; 413 it
 * is too large; 504 none began, or it did not end in time
 */
export async function download(page: Page, args: DownloadArgs): Promise<DownloadResult> {
  const { wait_timeout = BEGIN_S, timeout = END_S } = args;
  const url = args.url === undefined ? null : address(page, args.url);
  const heard = new Heard();
  await using folder = await page.incoming();
  const ear = await page.listen({
    events: ["browsingContext.downloadWillBegin", "browsingContext.downloadEnd"],
    heard: (event) => heard.take(event),
  });
  // Firefox 153 gives up a download with a long name while requests are listened to; a URL needs none of it there.
  const answers = page.browser === "firefox" && url !== null ? null : await page.listen({
    events: ["network.responseStarted"],
    contexts: [page.top],
    heard: (event) => heard.answered(event, page.context),
  });
  try {
    await allow(page, folder.path);
    const asked = url === null
      ? await click(page, args)
      : await go(page, url, wait_timeout * 1_000);
    const first = await beginning(page, heard, asked, wait_timeout * 1_000);
    refuseForbidden(page, first);
    const end = await ending(page, heard, first, { folder, timeoutMs: timeout * 1_000 });
    const file = await keep(folder, first, end);
    await asked.answered;
    return {
      file,
      ...(asked.element !== undefined && { element: asked.element }),
      ...(heard.others > 0 && { note: `${heard.others} more downloads began and were not kept` }),
    };
  } finally {
    const denied = { downloadBehavior: { type: "denied" } };
    await page.send("browser.setDownloadBehavior", denied, { evenAborted: true }).catch(() => {});
    if (heard.goesOn) folder.giveUp();
    await ear.stop();
    await answers?.stop();
  }
}

/** The downloads that are heard of; the first to begin is the one that is wanted. */
class Heard {
  first: DownloadWillBegin | null = null;
  others = 0;
  /** Status of the last answer to the page's own way elsewhere; null while there is none. */
  status: number | null = null;
  readonly #ends: DownloadEnd[] = [];

  take({ method, params }: BidiEvent): void {
    if (method === "browsingContext.downloadEnd") this.#ends.push(params);
    if (method !== "browsingContext.downloadWillBegin") return;
    if (this.first === null) this.first = params;
    else this.others++;
  }

  /** A page that was sent elsewhere, to what may be a download, was answered. */
  answered({ method, params }: BidiEvent, context: string): void {
    if (method !== "network.responseStarted" || params.navigation === null) return;
    if (params.context === context) this.status = params.response.status;
  }

  /** Whether one may still be coming in. */
  get goesOn(): boolean {
    return this.first !== null && (this.others > 0 || this.endOf(this.first) === undefined);
  }

  /** How a download ended; Firefox (ESR 153) gives it no id. */
  endOf({ download, navigation, url }: DownloadWillBegin): DownloadEnd | undefined {
    return this.#ends.find((end) =>
      download === undefined
        ? end.navigation === navigation && end.url === url
        : end.download === download
    );
  }
}

async function allow(page: Page, destinationFolder: string | null): Promise<void> {
  await page.send("browser.setDownloadBehavior", {
    // The browser's own way is its node's, on a Grid that hands out downloads.
    downloadBehavior: destinationFolder === null ? null : { type: "allowed", destinationFolder },
  });
}

async function click(page: Page, { selector }: DownloadArgs): Promise<Asked> {
  if (selector === undefined) {
    throw new PageError(400, "Cannot download: give exactly one of selector and url");
  }
  const { element } = await interact(page, { selector, action: "click" });
  return { element, what: `${element} was clicked`, answered: Promise.resolve() };
}

/** Sets out for the URL: the browser answers only when it knows whether there is something to show. */
async function go(page: Page, url: string, timeoutMs: number): Promise<Asked> {
  const { value: before } = await callInPage(page, SHOWN, null);
  const what = `the tab was taken to ${cut(url, MAX_TOLD)}`;
  const asked: Asked = { what, answered: Promise.resolve() };
  const params = { context: page.top, url, wait: "complete" } as const;
  asked.answered = page.send("browsingContext.navigate", params, { timeoutMs }).then(
    () => void (asked.shownAfter = before),
    (error) => {
      if (!(error instanceof BidiError) || aborted(error.detail)) return;
      if (refusedFrame(error.detail)) asked.shownAfter = before;
      else asked.failure = failed(url, error.detail);
    },
  );
  return asked;
}

async function beginning(
  page: Page,
  heard: Heard,
  asked: Asked,
  waitMs: number,
): Promise<DownloadWillBegin> {
  const until = page.now() + waitMs;
  while (heard.first === null) {
    if (asked.failure) throw asked.failure;
    const { status } = heard;
    // Of a URL it is known by what is shown in the end.
    if (asked.element !== undefined && status !== null && status >= 400) {
      throw answeredWith(asked, status);
    }
    if (asked.shownAfter !== undefined) await save(page, asked, asked.shownAfter);
    if (page.now() >= until) {
      throw new PageError(
        504,
        `${asked.what}, and no download began within ${seconds(waitMs)}: ` +
          "see with outline what the page shows instead",
      );
    }
    await page.sleep(STEP_MS);
  }
  return heard.first;
}

/** Once: what is shown is a download too, unless it is a page. */
async function save(page: Page, asked: Asked, before: Shown): Promise<void> {
  delete asked.shownAfter;
  const { value: status } = await callInPage(page, SAVE, before);
  if (status !== null) throw answeredWith(asked, status);
}

function answeredWith({ what }: Asked, status: number): PageError {
  return new PageError(400, `${what}, and the server answered ${status}`);
}

async function ending(
  page: Page,
  heard: Heard,
  first: DownloadWillBegin,
  { folder, timeoutMs }: { folder: Incoming; timeoutMs: number },
): Promise<DownloadEnd> {
  const until = page.now() + timeoutMs;
  let sizeAt = page.now() + SIZE_MS;
  for (;;) {
    const end = heard.endOf(first);
    if (end?.status === "complete") return end;
    if (end !== undefined) throw givenUp(page, first, heard.status !== null);
    const now = page.now();
    if (now >= until) {
      throw new PageError(
        504,
        `The download of ${nameOf(first)} did not end within ${
          seconds(timeoutMs)
        } and was not kept: ` +
          "give it a longer timeout",
      );
    }
    if (now >= sizeAt) {
      sizeAt = now + SIZE_MS;
      if (await folder.bytes() > MAX_FILE_BYTES) {
        throw new PageError(
          413,
          `The download of ${nameOf(first)} was not kept: it has more than ` +
            `${MAX_FILE_BYTES / 1024 / 1024} MiB; the browser goes on with it until end_browser`,
        );
      }
    }
    await page.sleep(STEP_MS);
  }
}

/** Nothing is committed where a download comes from, by a link or a redirect; what a page made itself comes from nowhere. */
function refuseForbidden(page: Page, { url }: DownloadWillBegin): void {
  const why = /^https?:/i.test(url) ? page.forbidden(url) : null;
  if (why !== null) throw new PageError(403, `The download was not kept: ${why}`);
}

/** `answered` says that the server did, and not with an error: Chrome tells no answer to a link with `download`. */
function givenUp({ browser }: Page, first: DownloadWillBegin, answered: boolean): PageError {
  const bytes = new TextEncoder().encode(first.suggestedFilename).length;
  const broke = "the connection broke, or the server sent less than it had said";
  const inFirefox = browser === "firefox";
  const why = bytes > MAX_NAME_BYTES
    ? `its name has ${bytes} bytes, and a file's name may have ${MAX_NAME_BYTES} on its machine`
    : inFirefox && bytes > LONG_NAME_BYTES
    ? `its name of ${bytes} bytes is too long, ${broke}`
    : answered || inFirefox
    ? broke
    : `the server answered with an error, such as 404, or ${broke}; the browser does not say which`;
  return new PageError(400, `The browser gave up the download of ${nameOf(first)}: ${why}`);
}

function keep(folder: Incoming, first: DownloadWillBegin, end: DownloadEnd): Promise<SavedFile> {
  const { suggestedFilename: name, url } = first;
  const arrived = (end.filepath ?? name).split(/[/\\]/).at(-1) ?? name;
  return folder.keep(arrived, { name, kind: "download", url });
}

function nameOf({ suggestedFilename }: DownloadWillBegin): string {
  return JSON.stringify(cut(suggestedFilename, MAX_TOLD));
}
