/**
 * What becomes of tabs and frames while calls act on them, as the browser's events tell: popups, dialogs,
 * documents where none may go, and what is gone.
 *
 * @module
 */
import type { BidiEvent } from "../bidi/protocol.ts";
import { cut } from "../page/cut.ts";
import { PageError } from "../page/page.ts";
import { answers } from "./answers.ts";
import { send } from "./commands.ts";
import { sleep } from "./core/wait.ts";
import { inWords } from "./dialog_open.ts";
import { driveTab, fitTab } from "./driving.ts";
import { DialogOpened, PutBack } from "./interruption.ts";
import type { Live } from "./live.ts";
import { putBack } from "./put_back.ts";
import type { Tab } from "./tabs.ts";

/** Chrome takes a frame away that moves to another process, and has it back under the same id at once. */
const RETURNS_MS = 200;
/** Milliseconds the driven tab may take to answer, before the dialog of another one holds it up. */
const HELD_MS = 1_000;

/** Characters of a file's name that a notice tells. */
const MAX_NAME = 200;

/** What a watch needs. */
export interface TabWatchOptions {
  /** What is watched; its tabs have taken an event before the watch does. */
  readonly live: Live;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
  /** Cuts the running call short; null while none runs. */
  readonly running: () => AbortController | null;
  /** Whether the running call keeps what is downloaded. */
  readonly keeping: () => boolean;
  /** Whether the running call takes a picture, which has every frame of the page in it. */
  readonly picturing: () => boolean;
}

/** The watch of one session. */
export class TabWatch {
  readonly #live: Live;
  readonly #signal: AbortSignal;
  readonly #running: () => AbortController | null;
  readonly #keeping: () => boolean;
  readonly #picturing: () => boolean;
  /** Where tabs have set out for since their last document came; Firefox gives some of it up and says so late. */
  readonly #sought = new Map<string, string>();
  readonly #puttingBack = new Map<string, Promise<void>>();

  /** Watches from now on. */
  constructor({ live, signal, running, keeping, picturing }: TabWatchOptions) {
    this.#live = live;
    this.#signal = signal;
    this.#running = running;
    this.#keeping = keeping;
    this.#picturing = picturing;
  }

  /** Takes one event; at least one tab is left. */
  event(event: BidiEvent): void {
    const live = this.#live;
    switch (event.method) {
      case "browsingContext.userPromptOpened":
        return this.#prompted(live.tabs.tabOf(event.params.context));
      case "browsingContext.userPromptClosed":
        return this.#answered(live.tabs.tabOf(event.params.context));
      case "browsingContext.navigationStarted": {
        const { context, url } = event.params;
        if (live.tabs.tabOf(context)?.context === context) this.#sought.set(context, url ?? "");
        return;
      }
      case "browsingContext.navigationCommitted":
        live.refs.clear(event.params.context);
        this.#sought.delete(event.params.context);
        this.#ofDownload(event.params.context, event.params.url);
        return this.committed(event.params.context, event.params.url);
      case "browsingContext.downloadWillBegin":
        if (this.#keeping()) return;
        return live.notice(notKept(event.params.suggestedFilename));
      case "input.fileDialogOpened": {
        const { context, element } = event.params;
        live.fileAsked = { context, node: element?.sharedId ?? null };
        return;
      }
      case "browsingContext.contextDestroyed":
        return this.#destroyed(event.params.context);
      case "browsingContext.contextCreated":
        if (!event.params.parent) this.#created(live.tabs.tabOf(event.params.context));
    }
  }

  /** A tab or a frame shows this document now: its page, a link, a redirect or a script has led there. */
  committed(context: string, url: string): void {
    const live = this.#live;
    const tab = live.tabs.tabOf(context);
    // What a browser shows in place of a page that failed is its own, not a page's.
    if (tab === null || /^(about:(?!srcdoc)|chrome-error:)/.test(url)) return;
    const ofFrame = tab.context !== context;
    // A frame may show what its page made itself, or a viewer of the browser's.
    if (ofFrame && !/^https?:/i.test(url)) return;
    const why = live.forbidden(url);
    if (why === null || this.#puttingBack.has(context)) return;
    this.#putBack(context);
    const error = new PutBack(why, ofFrame ? "frame" : "tab");
    const acting = !ofFrame ||
      tab === live.tabs.driven &&
        (this.#picturing() || tab.frames.some((frame) => frame.context === context));
    const running = acting ? this.#running() : null;
    // A call that was cut short already has its answer, such as a dialog.
    if (running && !running.signal.aborted) running.abort(error);
    else live.notice(error.message);
  }

  /**
   * Looks for a tab that was driven and frames that were entered, and are missing, such as after a time in
   * which nothing was heard; resolves when it is known whether they are gone.
   */
  async settle(): Promise<void> {
    const { tabs, deciding } = this.#live;
    this.#fall();
    if (deciding === null && tabs.all.some((tab) => this.#isMissing(tab))) this.#leave();
    await deciding;
  }

  #putBack(context: string): void {
    const live = this.#live;
    const back = putBack(live, context).finally(() => {
      this.#puttingBack.delete(context);
      if (this.#puttingBack.size === 0) live.puttingBack = null;
    });
    this.#puttingBack.set(context, back);
    live.puttingBack = Promise.all(this.#puttingBack.values());
  }

  #prompted(tab: Tab | null): void {
    const live = this.#live;
    if (!tab?.dialog) return;
    if (tab === live.tabs.driven) return this.#running()?.abort(new DialogOpened(tab.dialog));
    live.notice(
      `${inWords(tab.dialog, `in tab ${tab.id}, which is not driven`)}: ` +
        "switch to it with tabs, then answer it with dialog",
    );
    void this.#hold(tab);
  }

  /** In Chrome a dialog holds up every tab of its process, such as its opener. */
  async #hold(tab: Tab): Promise<void> {
    const live = this.#live;
    const { driven } = live.tabs;
    if (driven === null || await answers(live, driven.context, HELD_MS)) return;
    if (tab.dialog === null || tab === live.tabs.driven) return;
    live.held(tab);
    this.#running()?.abort(new DialogOpened(tab.dialog));
  }

  /** A tab whose dialog is gone can be given its size. */
  #answered(tab: Tab | null): void {
    if (tab === null || tab !== this.#live.tabs.driven) return;
    void fitTab(this.#live, tab.context, {}).catch(() => {});
  }

  /** A page opened a tab, which comes to the front; a tab in the back draws no frames, nor a picture. */
  #created(tab: Tab | null): void {
    const live = this.#live;
    const { driven } = live.tabs;
    // One without an opener is our own, or a person's.
    if (tab === null || tab.opener === null || driven === null || tab === driven) return;
    live.opened.add(tab);
    void this.#toFront(driven);
  }

  /** Firefox opens a tab to say that a link's download was answered with an error. */
  #ofDownload(context: string, url: string): void {
    const live = this.#live;
    const { driven, all } = live.tabs;
    const tab = all.find((each) => each.context === context);
    const opener = all.find((each) => each.context === tab?.opener);
    if (tab === undefined || tab === driven || !url.startsWith("about:neterror?e=serverError&")) {
      return;
    }
    const of = new URL(url).searchParams.get("u");
    if (of === null || opener === undefined || this.#sought.get(opener.context) !== of) return;
    live.opened.gone(context);
    live.tabs.stopped(opener.context);
    void send(live.connection, "browsingContext.close", { context }).catch(() => {});
    if (this.#keeping()) return;
    live.notice(`the server answered the download of ${of} with an error: nothing was downloaded`);
  }

  #destroyed(context: string): void {
    const live = this.#live;
    const { tabs } = live;
    live.refs.keep((each) => tabs.has(each));
    this.#sought.delete(context);
    live.opened.gone(context);
    this.#fall();
    if (live.deciding !== null || !tabs.all.some((tab) => this.#isMissing(tab))) return;
    live.deciding = sleep(live.clock, RETURNS_MS, this.#signal).catch(() => {}).then(() => {
      live.deciding = null;
      this.#leave();
    });
  }

  /** The tab that calls acted on is gone, and another one driven. */
  #fall(): void {
    const live = this.#live;
    const { driven } = live.tabs;
    if (driven === null || live.acting === null || live.acting === driven.context) return;
    const why =
      `the tab that calls acted on was closed, and not by them: calls act on ${driven.id} now`;
    live.gone(live.acting, new PageError(400, why));
    live.notice(why);
    void this.#toFront(driven);
  }

  #toFront(tab: Tab): Promise<void> {
    return driveTab(this.#live, tab.context, {}).catch(() => {});
  }

  #isMissing({ frames }: Tab): boolean {
    return frames.some(({ context }) => !this.#live.tabs.has(context));
  }

  /** Frames that were entered are gone for good: calls act on their pages again. */
  #leave(): void {
    const live = this.#live;
    for (const tab of live.tabs.all.filter((each) => this.#isMissing(each))) {
      const { frames } = tab;
      tab.frames = [];
      const why = `the frame ${frames.at(-1)?.element} is gone, by its page or with it: ` +
        "calls act on the page again";
      for (const { context } of frames) live.gone(context, new PageError(400, why));
      live.notice(why);
    }
  }
}

function notKept(name: string): string {
  const told = JSON.stringify(cut(name, MAX_NAME));
  return `a download of ${told} began and was not kept: use download to keep one`;
}
