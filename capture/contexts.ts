/**
 * The tree of browsing contexts as events and `getTree` tell it: which there are, whose child each
 * is, and which origin each shows.
 *
 * @module
 */
import type { ContextInfo } from "../bidi/protocol.ts";
import { originOf } from "./failure.ts";

/** At most this many contexts; beyond it the oldest frame is forgotten, and its requests with it. */
const MAX_CONTEXTS = 2_000;

/** One browsing context. */
export interface BrowsingContext {
  /** The browser's id. */
  readonly id: string;
  /** The context it is a frame of; null for a tab. */
  readonly parent: string | null;
  /** Its number among all that were known. */
  readonly order: number;
  /** The origin of its document, or null when that is no HTTP one. */
  origin: string | null;
  /** The URL of its committed document, masked; null before the first commit. */
  url: string | null;
  /** When its document was committed by the browser's clock; 0 before the first commit. */
  committedAt: number;
  /** How often a navigation began or ended here. */
  epoch: number;
  /** Whether a navigation has begun here and is not committed. */
  navigating: boolean;
}

/** The contexts of one session. */
export class Contexts {
  readonly #byId = new Map<string, BrowsingContext>();
  #driven: string | null = null;
  #created = 0;

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
      origin,
      url: null,
      committedAt: 0,
      epoch: 0,
      navigating: false,
    });
    if (parent === null) this.#driven ??= info.context;
    if (this.#byId.size > MAX_CONTEXTS) this.#forgetOldestFrame();
  }

  /** Takes what `getTree` said; answers the ids of the contexts that are gone. */
  sync(tree: readonly ContextInfo[]): string[] {
    const tops = new Set<string>();
    for (const info of tree) {
      tops.add(info.context);
      this.#take(info);
    }
    const gone: string[] = [];
    for (const context of [...this.#byId.values()]) {
      if (context.parent === null && !tops.has(context.id)) {
        gone.push(...this.destroyed(context.id));
      }
    }
    return gone;
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

  /** Whether `id` is `ancestor` or a frame somewhere below it. */
  within(id: string | null, ancestor: string): boolean {
    for (let at = id, depth = 0; at !== null && depth < 100; depth++) {
      if (at === ancestor) return true;
      at = this.#byId.get(at)?.parent ?? null;
    }
    return false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#byId.clear();
    this.#driven = null;
  }

  #take(info: ContextInfo): void {
    this.created(info);
    const known = this.#byId.get(info.context);
    if (known !== undefined && typeof info.url === "string") known.origin = originOf(info.url);
    for (const child of info.children ?? []) this.#take({ ...child, parent: info.context });
  }

  #forgetOldestFrame(): void {
    for (const context of this.#byId.values()) {
      if (context.parent === null) continue;
      this.#byId.delete(context.id);
      return;
    }
  }
}
