/**
 * Follows the tabs: which there are, which document the driven one shows, and what ends with a
 * document that is left.
 *
 * The current document changes at a commit and nowhere else, by the order of arrival and never by
 * timestamp: log entries of a new page are older than its commit in both browsers.
 *
 * @module
 */
import type { BidiEvent, ContextInfo, NavigationInfo } from "../bidi/protocol.ts";
import { type BrowsingContext, type Contexts, urlSign } from "./contexts.ts";
import type { Exchange } from "./exchange.ts";
import { originOf } from "./failure.ts";
import { Loading } from "./loading.ts";
import type { Mask } from "./mask.ts";
import { maskStart } from "./mask_start.ts";
import type { Navigations } from "./navigations.ts";
import type { NetworkLog } from "./network_log.ts";
import type { NavigationMark } from "./shapes.ts";
import type { TabCount } from "./tab_ids.ts";
import type { Windows } from "./windows.ts";

/** The events of the browsing context module. */
export type ContextEvent = Extract<BidiEvent, { method: `browsingContext.${string}` }>;

/** What following the tabs shares with the rest of capture. */
export interface PagesParts {
  /** Hides secrets in URLs. */
  readonly mask: Mask;
  /** The tree of tabs and frames. */
  readonly contexts: Contexts;
  /** The documents of the driven tab. */
  readonly navigations: Navigations;
  /** The windows of calls. */
  readonly windows: Windows;
  /** The requests, which end with their page. */
  readonly requests: Pick<NetworkLog, "cancel" | "download" | "coming">;
}

/** Characters kept of a URL, which a script can make as long as it likes. */
const MAX_URL = 65_536;

/** Firefox commits a page of its own when a document cannot be loaded, with the URL in `u`. */
const ERROR_PAGE = /^about:(?:neterror|certerror|httpsonlyerror|blocked)\?/;

/** The tabs of one session. */
export class Pages {
  readonly #parts: PagesParts;
  readonly #loading = new Loading();
  #url: string | null = null;

  /** Nothing is known of any tab yet. */
  constructor(parts: PagesParts) {
    this.#parts = parts;
  }

  /** The URL of the driven tab's document, masked; null while it is not known. */
  get url(): string | null {
    return this.#url;
  }

  /** Whether the window of this call began a load that has not ended. */
  isLoading(call: number): boolean {
    return this.#loading.isOpenFor(call);
  }

  /** A new session: the tabs of the old one are gone. */
  attach(): void {
    this.#parts.contexts.clear();
    this.#parts.navigations.forgetIds();
    this.#loading.gone();
    this.#url = null;
  }

  /** Takes what `getTree` said of the top-level contexts; those it does not name are gone. */
  sync(tree: readonly ContextInfo[], now: number): void {
    const { contexts } = this.#parts;
    this.#leave(contexts.sync(tree).gone, now);
    const driven = tree.find(({ context }) => context === contexts.driven);
    if (driven !== undefined) this.#url = this.#masked(driven.url);
  }

  /**
   * The same session is heard again, and `tree` is whole. A tab or frame that shows another URL than before, the
   * fragment aside, shows another document: a URL that a script changed meanwhile is taken for one too, because
   * nothing tells them apart, and a mark too many hides less than one too few.
   */
  resume(tree: readonly ContextInfo[], driven: string, now: number): void {
    const { contexts } = this.#parts;
    const before = contexts.driven;
    contexts.drive(driven);
    const { gone, moved } = contexts.sync(tree);
    this.#leave(gone, now);
    this.#loading.gone();
    for (const { context, url } of tree) {
      const tab = contexts.get(context);
      if (tab !== undefined && tab.url === null) this.#arrive(tab, url, now);
    }
    const others = moved.filter(({ context }) => context.id !== driven);
    for (const { context, url } of others) {
      this.#arrive(context, url, now);
      this.#cancelWithin(context.id, null, now);
    }
    this.#url = null;
    const tab = contexts.get(driven);
    const shown = tree.find(({ context }) => context === driven)?.url;
    if (tab === undefined || shown === undefined) return;
    this.#found(tab, shown, { now, other: before !== driven, moved: others.length < moved.length });
  }

  /** Goes on counting tabs where an earlier process stopped. */
  restoreTabs(count: TabCount): void {
    this.#parts.contexts.restore(count);
  }

  /**
   * Makes this tab the driven one. A document it shows already keeps the number it has; one that has none counts
   * as loaded now. `shown` is its URL as the browser lists it, null where that is not known.
   */
  drive(context: string, shown: string | null, now: number): void {
    const { contexts } = this.#parts;
    const before = contexts.driven;
    contexts.drive(context);
    if (before === context) return;
    const tab = contexts.get(context);
    if (tab !== undefined && tab.url === null && shown !== null && shown !== "about:blank") {
      this.#arrive(tab, shown, now);
    }
    const url = tab?.mark?.url ?? tab?.url ?? null;
    this.#url = url;
    if (tab !== undefined && url !== null) this.#turnTo(tab, { url, at: tab.committedAt });
  }

  /** Takes one event. */
  ingest(event: ContextEvent, now: number): void {
    const { contexts, requests } = this.#parts;
    switch (event.method) {
      case "browsingContext.contextCreated":
        return contexts.created(event.params);
      case "browsingContext.contextDestroyed":
        return this.#leave(contexts.destroyed(event.params.context), now);
      case "browsingContext.navigationStarted":
        return this.#started(event.params);
      case "browsingContext.navigationCommitted":
        return this.#committed(event.params, now);
      case "browsingContext.navigationFailed":
      case "browsingContext.load":
        return this.#ended(event.params);
      case "browsingContext.downloadWillBegin": {
        const { navigation } = event.params;
        if (navigation !== null) requests.download(navigation, now);
        return this.#ended(event.params);
      }
      case "browsingContext.historyUpdated":
      case "browsingContext.fragmentNavigated":
        return this.#moved(event.params);
    }
  }

  /** What the driven tab shows, which may be what was seen to be coming. */
  #found(
    tab: BrowsingContext,
    shown: string,
    { now, other, moved }: { now: number; other: boolean; moved: boolean },
  ): void {
    const { navigations, requests } = this.#parts;
    const failed = failedUrl(shown) !== null;
    const url = this.#url = this.#masked(failedUrl(shown) ?? shown);
    const navigation = requests.coming(tab.id, url)?.navigation ?? null;
    if (moved || navigation !== null) {
      this.#arrive(tab, shown, now);
      this.#show(navigation, { url, at: now, failed }, now);
    } else if (other) this.#turnTo(tab, { url, at: now });
    else if (navigations.mark?.failed !== true) {
      navigations.rename(url);
      this.#markDriven();
    }
  }

  /** The driven tab is this one now, and shows what it showed. */
  #turnTo(tab: BrowsingContext, document: { url: string; at: number }): void {
    const { navigations } = this.#parts;
    if (tab.mark !== null && navigations.show(tab.mark)) return;
    navigations.commit(null, document);
    this.#markDriven();
  }

  /** The driven tab keeps the mark of its document for when it is driven again. */
  #markDriven(): void {
    const { contexts, navigations } = this.#parts;
    const tab = contexts.get(contexts.driven);
    if (tab !== undefined) tab.mark = navigations.mark ?? null;
  }

  /** This is what it shows since some time before `now`. */
  #arrive(home: BrowsingContext, shown: string, now: number): void {
    home.mark = null;
    home.navigating = false;
    home.committedAt = now;
    home.url = this.#masked(failedUrl(shown) ?? shown);
  }

  /** Chrome commits nothing when a document cannot be loaded, and shows its own page all the same. */
  documentFailed(exchange: Exchange, now: number): void {
    const { context, navigation, nav, hop, at } = exchange;
    if (context === null || navigation === null || context !== this.#parts.contexts.driven) return;
    if (!this.#parts.navigations.isComing(nav)) return;
    this.#show(navigation, { url: hop.url, at, failed: true }, now);
    const tab = this.#parts.contexts.get(context);
    if (tab !== undefined) tab.shown = null;
    this.#loading.ended(context, navigation);
  }

  #started({ context, navigation }: Omit<NavigationInfo, "url">): void {
    const { contexts, windows } = this.#parts;
    const tab = contexts.get(context);
    if (tab === undefined) return;
    tab.epoch++;
    tab.navigating = true;
    if (context !== contexts.driven) return;
    this.#loading.began(windows.call, context, navigation);
    windows.navigating();
  }

  #committed(info: NavigationInfo, now: number): void {
    const { contexts, navigations } = this.#parts;
    const { context, navigation, timestamp } = info;
    const home = contexts.get(context);
    if (home === undefined) return;
    const failure = failedUrl(info.url);
    const failed = failure !== null;
    const url = failure ?? info.url;
    home.epoch++;
    home.navigating = false;
    home.committedAt = timestamp;
    home.origin = originOf(url);
    home.url = this.#masked(url);
    home.shown = urlSign(info.url);
    if (context === contexts.driven) {
      this.#show(navigation, { url: home.url, at: timestamp, failed }, now);
    } else {
      const nav = navigations.numberOf(navigation);
      const numbered = nav !== null && (nav === home.mark?.nav || navigations.isComing(nav));
      home.mark = numbered ? { nav, ...markOf({ url: home.url, at: timestamp, failed }) } : null;
      this.#cancelWithin(context, navigation, now);
    }
    if (failed) this.#ended(info);
  }

  #show(
    navigation: string | null,
    document: { url: string; at: number; failed: boolean },
    now: number,
  ): void {
    const { contexts, navigations } = this.#parts;
    this.#url = document.url;
    const left = contexts.get(contexts.driven)?.mark ?? null;
    // What came before any document has a number and no mark; the current mark may be another tab's.
    const nav = left?.nav ?? (navigations.mark === undefined ? navigations.current : null);
    const changed = navigations.commit(navigation, markOf(document));
    this.#markDriven();
    if (changed && contexts.driven !== null) {
      this.#cancelWithin(contexts.driven, navigation, now, nav);
    }
  }

  /**
   * What was under way in a document that is left ends with it; so do the workers of the document of the
   * driven tab that is `left`.
   */
  #cancelWithin(
    context: string,
    navigation: string | null,
    now: number,
    left: number | null = null,
  ): void {
    const { contexts, requests } = this.#parts;
    const belongs = (exchange: Exchange) =>
      exchange.context === null
        ? exchange.nav === left
        : contexts.within(exchange.context, context);
    requests.cancel(belongs, "cancelled by navigation", now, navigation);
  }

  #ended({ context, navigation }: NavigationInfo): void {
    const tab = this.#parts.contexts.get(context);
    if (tab !== undefined) tab.navigating = false;
    this.#loading.ended(context, navigation);
  }

  #moved({ context, url }: { context: string; url: string }): void {
    const { contexts, navigations } = this.#parts;
    const home = contexts.get(context);
    if (home === undefined) return;
    home.shown = urlSign(url);
    const driven = context === contexts.driven;
    if (!driven && home.mark === null) return;
    const masked = this.#masked(url);
    if (home.mark !== null) home.mark = { ...home.mark, url: masked };
    if (driven) this.#url = masked;
    navigations.rename(masked, driven ? navigations.current : home.mark?.nav);
  }

  #masked(url: string): string {
    return maskStart(url, MAX_URL, (start) => this.#parts.mask.url(start)).text;
  }

  #leave(contexts: readonly string[], now: number): void {
    if (contexts.length === 0) return;
    const gone = new Set<string | null>(contexts);
    const belongs = ({ context }: Exchange) => gone.has(context);
    this.#parts.requests.cancel(belongs, "its tab or frame was closed", now);
    for (const context of contexts) this.#loading.gone(context);
  }
}

function markOf(
  { url, at, failed }: { url: string; at: number; failed: boolean },
): Omit<NavigationMark, "nav"> {
  return failed ? { url, at, failed } : { url, at };
}

/** The URL that could not be loaded; null when this is no page that says so. */
function failedUrl(url: string): string | null {
  if (!ERROR_PAGE.test(url)) return null;
  return new URLSearchParams(url.slice(url.indexOf("?"))).get("u") ?? "";
}
