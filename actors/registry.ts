/**
 * Which workspaces there are, as an actor: name to workspace, the places local browsers take, and the
 * memory all capture buffers share. Reading a name nobody has opened creates nothing.
 *
 * @module
 */
import { ActionError } from "./action_error.ts";
import type { Behaviour, Context, Reply } from "./core/types.ts";
import { Workspace } from "./workspace.ts";
import type { WorkspaceMessage, WorkspaceRef } from "./workspace_messages.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";

/** What the registry takes. */
export type RegistryMessage =
  | {
    readonly kind: "find";
    readonly name: string;
    readonly create: boolean;
    readonly reply: Reply<WorkspaceRef | undefined>;
  }
  /** Takes up the sessions that an earlier process opened. */
  | { readonly kind: "resume" }
  | { readonly kind: "take-place"; readonly reply: Reply<() => void> }
  | { readonly kind: "give-place-back" }
  | {
    readonly kind: "fed";
    readonly name: string;
    readonly bytes: number;
    readonly at: number;
  };

/** What the registry is made of. */
export interface RegistryOptions {
  /** What every workspace is made of, but for what the registry itself gives. */
  readonly workspace: Omit<WorkspaceOptions, "takePlace" | "fed" | "changed">;
  /** Told that something which can be read of a workspace may have changed. */
  readonly changed?: (name: string) => void;
  /** Browsers that run at once at most; one more is refused with 503. */
  readonly maxBrowsers: number;
}

/** How many there are of what. */
export interface RegistryCounts {
  /** Places taken, by browsers that run, start or end. */
  readonly browsers: number;
  /** Workspaces there are, with a live browser or without. */
  readonly workspaces: number;
  /** Bytes that all capture buffers hold, by their last word. */
  readonly captureBytes: number;
}

/** Workspaces whose capture is kept at most. */
export const MAX_BUFFERS = 256;
/** Bytes all capture buffers hold at most. */
export const MAX_CAPTURE_BYTES = 256 * 1024 * 1024;
/** Workspaces known at most; for one more, one that is idle is forgotten. */
export const MAX_WORKSPACES = 4_096;
/** Milliseconds after it was found in which a workspace is not forgotten: whoever asked has not told it why yet. */
const FOUND_MS = 1_000;
const WORKSPACE_MAILBOX = 16_384;
const PLACE_MS = 5_000;

interface Known {
  readonly ref: WorkspaceRef;
  readonly behaviour: Workspace;
  /** When it was last asked for, epoch milliseconds. */
  readonly foundAt: number;
}

interface Fed {
  readonly bytes: number;
  readonly at: number;
}

/** The behaviour of the registry. */
export class Registry implements Behaviour<RegistryMessage>, RegistryCounts {
  readonly #options: RegistryOptions;
  /** Whoever was not asked for longest comes first. */
  readonly #workspaces = new Map<string, Known>();
  /** Those that were forgotten, and have not ended yet. */
  readonly #leaving = new Set<string>();
  /** When this process began, as far as workspaces know. */
  #since: number | null = null;
  /** What each workspace holds, by its last word. */
  readonly #fed = new Map<string, Fed>();
  #bytes = 0;
  #browsers = 0;

  /** Knows no workspace yet. */
  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  /** Places taken, by browsers that run, start or end. */
  get browsers(): number {
    return this.#browsers;
  }

  /** Workspaces there are, with a live browser or without. */
  get workspaces(): number {
    return this.#workspaces.size;
  }

  /** Names of the workspaces there are. */
  get names(): readonly string[] {
    return [...this.#workspaces.keys()];
  }

  /** Bytes that all capture buffers hold, by their last word. */
  get captureBytes(): number {
    return this.#bytes;
  }

  /** Takes one message. */
  handle(message: RegistryMessage, context: Context<RegistryMessage>): void {
    this.#since ??= context.system.clock.now();
    switch (message.kind) {
      case "find":
        return this.#find(message, context);
      case "resume":
        return this.#resume(context);
      case "take-place":
        return this.#takePlace(message.reply, context);
      case "give-place-back":
        this.#browsers--;
        return;
      case "fed":
        return this.#feed(message);
    }
  }

  /** A workspace that ended, for whatever reason, is made anew when it is next opened. */
  onChildExit(child: string): void {
    // There may be another of its name by now.
    if (this.#leaving.delete(child)) return;
    this.#workspaces.delete(child);
    this.#forget(child);
  }

  #find(
    message: RegistryMessage & { kind: "find" },
    context: Context<RegistryMessage>,
  ): void {
    const { name, create, reply } = message;
    const now = context.system.clock.now();
    const found = this.#workspaces.get(name);
    if (found !== undefined) {
      this.#workspaces.delete(name);
      this.#workspaces.set(name, { ...found, foundAt: now });
      return reply.ok(found.ref);
    }
    if (!create && this.#options.workspace.store.load(name) === null) return reply.ok(undefined);
    if (this.#workspaces.size >= MAX_WORKSPACES && !this.#makeRoom(now)) {
      return reply.fail(
        new ActionError(
          503,
          `no workspace was made: ${MAX_WORKSPACES} are in use already, use one of them or call again later`,
        ),
      );
    }
    reply.ok(this.#make(name, context));
  }

  /** Forgets the idle workspace that was not asked for longest; what it has kept stays. False when none is idle. */
  #makeRoom(now: number): boolean {
    for (const [name, { ref, behaviour, foundAt }] of this.#workspaces) {
      // They come in this order.
      if (now - foundAt < FOUND_MS) return false;
      if (this.#leaving.has(name) || !behaviour.idle(now)) continue;
      this.#workspaces.delete(name);
      this.#forget(name);
      this.#leaving.add(name);
      void ref.stop();
      return true;
    }
    return false;
  }

  #resume(context: Context<RegistryMessage>): void {
    for (const name of this.#options.workspace.store.held()) {
      const workspace = this.#workspaces.get(name)?.ref ?? this.#make(name, context);
      workspace.tell({ kind: "resume" });
    }
  }

  #make(name: string, context: Context<RegistryMessage>): WorkspaceRef {
    const { self, system } = context;
    const now = system.clock.now();
    const behaviour = new Workspace(
      name,
      {
        ...this.#options.workspace,
        takePlace: () =>
          self.ask((reply) => ({ kind: "take-place", reply }), { timeoutMs: PLACE_MS }),
        changed: () => this.#options.changed?.(name),
        fed: (bytes, at) => void self.tell({ kind: "fed", name, bytes, at }),
      },
      now,
      this.#since ?? now,
    );
    const ref = context.spawn<WorkspaceMessage>(name, behaviour, {
      capacity: WORKSPACE_MAILBOX,
      overflow: "refuse",
    });
    this.#workspaces.set(name, { ref, behaviour, foundAt: now });
    return ref;
  }

  #takePlace(reply: Reply<() => void>, context: Context<RegistryMessage>): void {
    const { maxBrowsers } = this.#options;
    if (this.#browsers >= maxBrowsers) {
      const message = `no browser is free: all ${maxBrowsers} of MAX_BROWSERS run`;
      return reply.fail(
        new ActionError(503, `${message}; end one with end_browser in its workspace`),
      );
    }
    this.#browsers++;
    let given = false;
    reply.ok(() => {
      if (given) return;
      given = true;
      context.self.tell({ kind: "give-place-back" });
    });
  }

  #feed(message: RegistryMessage & { kind: "fed" }): void {
    const { name, bytes, at } = message;
    this.#hold(name, { bytes, at });
    while (this.#fed.size > MAX_BUFFERS) this.#evict(Number.POSITIVE_INFINITY);
    while (this.#bytes > MAX_CAPTURE_BYTES) this.#evict(this.#bytes - MAX_CAPTURE_BYTES);
  }

  /** Has whoever was fed longest ago give up `bytes`, and counts on it: no answer is waited for. */
  #evict(bytes: number): void {
    let [oldest] = this.#fed;
    for (const each of this.#fed) if (oldest && each[1].at < oldest[1].at) oldest = each;
    if (oldest === undefined) return;
    const [name, { bytes: held, at }] = oldest;
    this.#workspaces.get(name)?.ref.tell({ kind: "evict", bytes });
    this.#hold(name, { bytes: Math.max(0, held - bytes), at });
  }

  #hold(name: string, fed: Fed): void {
    this.#forget(name);
    if (fed.bytes === 0) return;
    this.#fed.set(name, fed);
    this.#bytes += fed.bytes;
  }

  #forget(name: string): void {
    this.#bytes -= this.#fed.get(name)?.bytes ?? 0;
    this.#fed.delete(name);
  }
}
