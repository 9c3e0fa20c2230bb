/**
 * The tabs of one browser as its events tell of them: which there are, which is driven, where each
 * is, and which has a native dialog open. Pure: no waiting, no sending.
 *
 * @module
 */
import type { BidiEvent, ContextInfo, UserPromptType } from "../bidi/protocol.ts";

/** A native dialog that waits for an answer. */
export interface Dialog {
  /** Its kind. */
  readonly type: UserPromptType;
  /** Its text, as the page wrote it, not masked. */
  readonly message: string;
  /** What a prompt is filled with; absent on the others. */
  readonly default?: string;
}

/** One tab. */
export interface Tab {
  /** Id of its top-level browsing context. */
  readonly context: string;
  /** URL of its document, as the browser last told it, not masked. */
  url: string;
  /** The native dialog open in it or in a frame of it; null for none. */
  dialog: Dialog | null;
  /** The document it is on its way to and has not reached; null when there is none. */
  pending: { readonly navigation: string | null; readonly url: string } | null;
}

/** Contexts remembered at most; a page that makes more frames than this loses the oldest. */
const MAX_CONTEXTS = 4_096;

/** The tabs of one browser. */
export class Tabs {
  readonly #tabs = new Map<string, Tab>();
  readonly #parents = new Map<string, string>();
  #driven: string | null = null;

  /** The driven tab, or null when there is none left. */
  get driven(): Tab | null {
    return this.#driven === null ? null : this.#tabs.get(this.#driven) ?? null;
  }

  /** Every tab, oldest first. */
  get all(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** Makes a tab the driven one. */
  drive(context: string): void {
    if (!this.#tabs.has(context)) this.#open(context, "about:blank");
    this.#driven = context;
  }

  /** Takes the top-level contexts as the browser just listed them. */
  sync(contexts: readonly ContextInfo[]): void {
    const listed = new Set(contexts.map((each) => each.context));
    for (const context of this.#tabs.keys()) if (!listed.has(context)) this.#close(context);
    for (const { context, url } of contexts) {
      const tab = this.#tabs.get(context);
      if (tab) tab.url = url;
      else this.#open(context, url);
    }
  }

  /** Takes where tabs beside the driven one are: Chrome does not tell it of one without an opener. */
  refresh(contexts: readonly ContextInfo[]): void {
    for (const { context, url } of contexts) {
      if (context !== this.#driven) this.#moved(context, url);
    }
  }

  /** Takes one event. */
  apply(event: BidiEvent): void {
    switch (event.method) {
      case "browsingContext.contextCreated": {
        const { context, parent, url } = event.params;
        if (parent) this.#adopt(context, parent);
        else this.#open(context, url);
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
            message,
            ...(defaultValue !== undefined && { default: defaultValue }),
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

  /** Takes that a tab has been stopped on its way: Firefox does not tell. */
  stopped(context: string): void {
    const tab = this.#tabs.get(context);
    if (tab) tab.pending = null;
  }

  /** The tab that a context, of the tab itself or of a frame in it, belongs to. */
  tabOf(context: string): Tab | null {
    let at = context;
    for (let depth = 0; depth < 64; depth++) {
      const parent = this.#parents.get(at);
      if (parent === undefined) break;
      at = parent;
    }
    return this.#tabs.get(at) ?? null;
  }

  #moved(context: string, url: string): void {
    const tab = this.#tabs.get(context);
    if (tab) tab.url = url;
  }

  #arrived(context: string, navigation: string | null): void {
    const tab = this.#tabs.get(context);
    if (tab?.pending?.navigation === navigation) tab.pending = null;
  }

  #open(context: string, url: string): void {
    this.#tabs.set(context, { context, url, dialog: null, pending: null });
    this.#driven ??= context;
  }

  #adopt(context: string, parent: string): void {
    this.#parents.set(context, parent);
    if (this.#parents.size > MAX_CONTEXTS) {
      const [oldest] = this.#parents.keys();
      if (oldest !== undefined) this.#parents.delete(oldest);
    }
  }

  #close(context: string): void {
    this.#parents.delete(context);
    if (!this.#tabs.delete(context)) return;
    if (this.#driven === context) this.#driven = [...this.#tabs.keys()].at(-1) ?? null;
  }
}
