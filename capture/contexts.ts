/**
 * The tree of browsing contexts as events and `getTree` tell it: which there are, whose child each
 * is, and which origin each shows.
 *
 * @module
 */
import type { ContextInfo } from "../bidi/protocol.ts";
import { originOf } from "./failure.ts";
import { hash } from "./hash.ts";
import type { NavigationMark } from "./shapes.ts";
import { type TabCount, TabIds } from "./tab_ids.ts";

/** At most this many contexts; beyond it the oldest frame is forgotten, and its requests with it. */
const MAX_CONTEXTS = 2_000;

/** Characters of a URL that tell it from others. */
const TOLD_BY = 4_096;

/** One browsing context. */
export interface BrowsingContext {
  /** The browser's id. */
  readonly id: string;
  /** The context it is a frame of; null for a tab. */
  readonly parent: string | null;
  /** Its number among all that were known. */
  readonly order: number;
  /** Its id as a tab, `t1`, `t2`, ...; null for a frame. */
  readonly tab: string | null;
  /** The origin of its document, or null when that is no HTTP one. */
  origin: string | null;
  /** The URL of its committed document, masked; null before the first commit. */
  url: string | null;
  /** The mark of its document; null as long as that is none of the driven tab's. */
  mark: NavigationMark | null;
  /**
   * Tells its document's URL from others, without its fragment, as the browser gives it; null while that is
   * not known.
   */
  shown: number | null;
  /** When its document was committed by the browser's clock; 0 before the first commit. */
  committedAt: number;
  /** How often a navigation began or ended here. */
  epoch: number;
  /** Whether a navigation has begun here and is not committed. */
  navigating: boolean;
}

/** A context that shows another URL than was known. */
export interface Moved {
  /** The context. */
  readonly context: BrowsingContext;
  /** What it shows now, not masked. */
  readonly url: string;
}

/** What a tree says that was not known. */
export interface Synced {
  /** The ids of the contexts that are gone. */
  readonly gone: readonly string[];
  /** The contexts that were known and show another URL now. */
  readonly moved: readonly Moved[];
}

/** Tells a URL from others, fragments left out: they change without a new document. */
export function urlSign(url: string): number {
  const fragment = url.indexOf("#");
  return hash(fragment < 0 ? url : url.slice(0, fragment), TOLD_BY);
}

/** The contexts of one session. */
export class Contexts {
  readonly #byId = new Map<string, BrowsingContext>();
  #driven: string | null = null;
  #created = 0;
  #tabs = new TabIds();

  /** The driven tab, or null while no tab is known. */
  get driven(): string | null {
    return this.#driven;
  }

  /** Makes a tab the driven one. */
  drive(id: string): void {
    this.#driven = id;
  }

  /** The context with this id. */
  get(id: string | null | undefined): BrowsingContext | undefined {
    return typeof id === "string" ? this.#byId.get(id) : undefined;
  }

  /** Goes on counting tabs where an earlier process stopped. */
  restore(count: TabCount): void {
    this.#tabs.restore(count);
  }

  /** Takes a new context. */
  created(info: ContextInfo): void {
    const known = this.#byId.get(info.context);
    if (known !== undefined) return;
    const parent = typeof info.parent === "string" ? info.parent : null;
    const origin = typeof info.url === "string" ? originOf(info.url) : null;
    this.#byId.set(info.context, {
      id: info.context,
      parent,
      order: ++this.#created,
      tab: parent === null ? this.#tabs.take(info.context) : null,
      origin,
      url: null,
      mark: null,
      shown: typeof info.url === "string" ? urlSign(info.url) : null,
      committedAt: 0,
      epoch: 0,
      navigating: false,
    });
    if (parent === null) this.#driven ??= info.context;
    if (this.#byId.size > MAX_CONTEXTS) this.#forgetOldestFrame();
  }

  /** Takes what `getTree` said of all tabs, and of the frames of those whose children it names. */
  sync(tree: readonly ContextInfo[]): Synced {
    const moved: Moved[] = [];
    const gone = this.#syncChildren(null, tree, moved);
    return { gone, moved };
  }

  /** Forgets a context with all its frames; answers their ids. */
  destroyed(id: string): string[] {
    if (!this.#byId.delete(id)) return [];
    const gone = [id];
    for (const context of [...this.#byId.values()]) {
      if (context.parent === id) gone.push(...this.destroyed(context.id));
    }
    if (this.#driven === id) this.#driven = null;
    return gone;
  }

  /** The tab that a context is, or is a frame of; null where that is not known. */
  tabOf(id: string | null): string | null {
    let at = this.get(id);
    for (let depth = 0; at !== undefined && depth < 100; depth++) {
      if (at.tab !== null) return at.tab;
      at = this.get(at.parent);
    }
    return null;
  }

  /** Whether `id` is `ancestor` or a frame somewhere below it. */
  within(id: string | null, ancestor: string): boolean {
    for (let at = id, depth = 0; at !== null && depth < 100; depth++) {
      if (at === ancestor) return true;
      at = this.#byId.get(at)?.parent ?? null;
    }
    return false;
  }

  /** Forgets everything: the tabs of another session are counted anew. */
  clear(): void {
    this.#byId.clear();
    this.#tabs = new TabIds();
    this.#driven = null;
  }

  #syncChildren(
    parent: string | null,
    children: readonly ContextInfo[],
    moved: Moved[],
  ): string[] {
    const named = new Set(children.map(({ context }) => context));
    const gone: string[] = [];
    for (const context of [...this.#byId.values()]) {
      if (context.parent === parent && !named.has(context.id)) {
        gone.push(...this.destroyed(context.id));
      }
    }
    for (const child of children) {
      this.#take({ ...child, parent }, moved);
      if (Array.isArray(child.children)) {
        gone.push(...this.#syncChildren(child.context, child.children, moved));
      }
    }
    return gone;
  }

  #take(info: ContextInfo, moved: Moved[]): void {
    this.created(info);
    const known = this.#byId.get(info.context);
    if (known === undefined || typeof info.url !== "string") return;
    const shown = urlSign(info.url);
    if (known.shown !== shown) moved.push({ context: known, url: info.url });
    known.shown = shown;
    known.origin = originOf(info.url);
  }

  #forgetOldestFrame(): void {
    for (const context of this.#byId.values()) {
      if (context.parent === null) continue;
      this.#byId.delete(context.id);
      return;
    }
  }
}
