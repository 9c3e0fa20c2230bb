/**
 * The tabs of one browser as its events tell of them: which there are, which is driven, where each
 * is, which frames are in it, and which has a native dialog open. Pure: no waiting, no sending.
 *
 * @module
 */
import type { BidiEvent, ContextInfo, UserPromptType } from "../bidi/protocol.ts";
import { type TabCount, TabIds } from "../capture/tab_ids.ts";
import { cut } from "../page/cut.ts";
import type { EnteredFrame } from "../page/driving.ts";

/** UTF-16 code units kept of a dialog's text, and of what a prompt is filled with. */
const MAX_MESSAGE = 4_096;

/** A native dialog that waits for an answer. */
export interface Dialog {
  /** Its kind. */
  readonly type: UserPromptType;
  /** Its text, as the page wrote it, not masked; at most 4 096 UTF-16 code units and `…`. */
  readonly message: string;
  /** What a prompt is filled with; absent on the others. */
  readonly default?: string;
}

/** One tab. */
export interface Tab {
  /** `t1`, `t2`, ... in the order they came; never given to another one of the session. */
  readonly id: string;
  /** Id of its top-level browsing context. */
  readonly context: string;
  /** The tab whose page opened it, by its context; null for none. */
  readonly opener: string | null;
  /** URL of its document, as the browser last told it, not masked. */
  url: string;
  /** The native dialog open in it or in a frame of it; null for none. */
  dialog: Dialog | null;
  /** The document it is on its way to and has not reached; null when there is none. */
  pending: { readonly navigation: string | null; readonly url: string } | null;
  /** The frames of it that were entered, each in the one before; calls act in the last. */
  frames: readonly EnteredFrame[];
}

/** One frame of a tab, at whatever depth. */
export interface Frame {
  /** The context it is a frame of. */
  readonly parent: string;
  /** URL of its document, as the browser last told it, not masked. */
  url: string;
}

/** Frames remembered at most; a browser with more than this loses the oldest. */
const MAX_FRAMES = 4_096;
/** Frames in frames that are followed up to their tab; browsers stop long before. */
const MAX_DEPTH = 64;

/** The tabs of one browser. */
export class Tabs {
  readonly #tabs = new Map<string, Tab>();
  readonly #frames = new Map<string, Frame>();
  readonly #ids = new TabIds();
  #driven: string | null = null;

  /** The driven tab, or null when there is none left. */
  get driven(): Tab | null {
    return this.#driven === null ? null : this.#tabs.get(this.#driven) ?? null;
  }

  /** Every tab, oldest first. */
  get all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** What another process needs to give the tabs the same ids. */
  get count(): TabCount {
    return this.#ids.count(this.all);
  }

  /** Goes on where an earlier process stopped. */
  restore(count: TabCount): void {
    this.#ids.restore(count);
  }

  /** Makes a tab the driven one. */
  drive(context: string): void {
    if (!this.#tabs.has(context)) this.#open(context, "about:blank", null);
    this.#driven = context;
  }

  /** Takes all contexts as the browser just listed them, frames included. */
  sync(contexts: readonly ContextInfo[]): void {
    const listed = new Set(contexts.map((each) => each.context));
    for (const context of this.#tabs.keys()) if (!listed.has(context)) this.#close(context);
    this.#frames.clear();
    for (const { context, url, originalOpener, children } of contexts) {
      const tab = this.#tabs.get(context);
      if (tab === undefined) {
        this.#open(context, url, originalOpener);
      } else {
        // Its arrival may have gone unheard.
        if (tab.url !== url || tab.pending?.url === url) tab.pending = null;
        tab.url = url;
      }
      this.#adoptAll(context, children ?? []);
    }
  }

  /**
   * Takes where tabs beside the driven one are, and answers those that are elsewhere than was known: Chrome
   * does not tell it of one without an opener.
   */
  refresh(contexts: readonly ContextInfo[]): Tab[] {
    const moved: Tab[] = [];
    for (const { context, url } of contexts) {
      const tab = this.#tabs.get(context);
      if (tab === undefined || context === this.#driven) continue;
      if (tab.pending?.url === url) tab.pending = null;
      if (tab.url === url) continue;
      tab.url = url;
      moved.push(tab);
    }
    return moved;
  }

  /** Takes one event. */
  apply(event: BidiEvent): void {
    switch (event.method) {
      case "browsingContext.contextCreated": {
        const { context, parent, url, originalOpener } = event.params;
        if (parent) this.adopt(context, { parent, url });
        else this.#open(context, url, originalOpener);
        return;
      }
      case "browsingContext.contextDestroyed":
        return this.#close(event.params.context);
      case "browsingContext.navigationStarted": {
        const { context, navigation, url } = event.params;
        const tab = this.#tabs.get(context);
        if (tab) tab.pending = { navigation, url: url || "another page" };
        return;
      }
      case "browsingContext.navigationFailed":
      case "browsingContext.downloadWillBegin":
        return this.#arrived(event.params.context, event.params.navigation);
      case "browsingContext.navigationCommitted":
        this.#arrived(event.params.context, event.params.navigation);
        return this.#moved(event.params.context, event.params.url);
      case "browsingContext.historyUpdated":
      case "browsingContext.fragmentNavigated":
        return this.#moved(event.params.context, event.params.url);
      case "browsingContext.userPromptOpened": {
        const { context, type, message, defaultValue } = event.params;
        const tab = this.tabOf(context);
        if (tab) {
          tab.dialog = {
            type,
            message: cut(message, MAX_MESSAGE),
            ...(defaultValue !== undefined && { default: cut(defaultValue, MAX_MESSAGE) }),
          };
        }
        return;
      }
      case "browsingContext.userPromptClosed": {
        const tab = this.tabOf(event.params.context);
        if (tab) tab.dialog = null;
      }
    }
  }

  /** Takes that the browser has a tab no longer, and did not tell. */
  gone(context: string): void {
    this.#close(context);
  }

  /** Takes that a tab has been stopped on its way: Firefox does not tell. */
  stopped(context: string): void {
    const tab = this.#tabs.get(context);
    if (tab) tab.pending = null;
  }

  /** Takes a frame that is there, whether an event has told of it or not. */
  adopt(context: string, frame: Frame): void {
    this.#frames.set(context, frame);
    if (this.#frames.size <= MAX_FRAMES) return;
    const [oldest] = this.#frames.keys();
    if (oldest !== undefined) this.#frames.delete(oldest);
  }

  /** The tab that a context, of the tab itself or of a frame in it, belongs to. */
  tabOf(context: string): Tab | null {
    let at = context;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const parent = this.#frames.get(at)?.parent;
      if (parent === undefined) break;
      at = parent;
    }
    return this.#tabs.get(at) ?? null;
  }

  /** The tab with this id. */
  byId(id: string): Tab | undefined {
    return this.all.find((tab) => tab.id === id);
  }

  /** A frame by its context; undefined for one that is gone, and for a tab. */
  frame(context: string): Frame | undefined {
    return this.#frames.get(context);
  }

  /** Whether a tab or a frame is there. */
  has(context: string): boolean {
    return this.#tabs.has(context) || this.#frames.has(context);
  }

  /** The tab that is driven when `closing` is no more: its opener, else the newest; null for none. */
  after(closing: Tab): Tab | null {
    const others = this.all.filter((tab) => tab !== closing);
    return others.find(({ context }) => context === closing.opener) ?? others.at(-1) ?? null;
  }

  #moved(context: string, url: string): void {
    const there = this.#tabs.get(context) ?? this.#frames.get(context);
    if (there) there.url = url;
  }

  #arrived(context: string, navigation: string | null): void {
    const tab = this.#tabs.get(context);
    if (tab?.pending?.navigation === navigation) tab.pending = null;
  }

  #open(context: string, url: string, opener: string | null): void {
    // Whoever subscribes is told of what is there already.
    if (this.#tabs.has(context)) return;
    // A frame may have opened it.
    const from = opener === null ? null : this.tabOf(opener)?.context ?? null;
    const id = this.#ids.take(context);
    const tab = { id, context, opener: from, url, dialog: null, pending: null, frames: [] };
    this.#tabs.set(context, tab);
    this.#driven ??= context;
  }

  #adoptAll(parent: string, children: readonly ContextInfo[]): void {
    for (const { context, url, children: inner } of children) {
      this.adopt(context, { parent, url });
      this.#adoptAll(context, inner ?? []);
    }
  }

  /** The browsers tell of the outermost that goes, and of none that goes with it. */
  #close(context: string): void {
    this.#frames.delete(context);
    for (const [inner, { parent }] of [...this.#frames]) {
      if (parent === context) this.#close(inner);
    }
    const tab = this.#tabs.get(context);
    if (tab === undefined) return;
    const next = this.after(tab);
    this.#tabs.delete(context);
    if (this.#driven === context) this.#driven = next?.context ?? null;
  }
}
