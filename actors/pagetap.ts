/**
 * The actors behind the surfaces: what `Service` promises, kept by asking the registry and its
 * workspaces.
 *
 * @module
 */
import type { Body, Kept } from "../capture/shapes.ts";
import { Masker } from "../capture/masker.ts";
import { ActionError } from "./action_error.ts";
import { type Action, type ActionArgs, type ActionName, ACTIONS } from "./actions.ts";
import { Census } from "./census.ts";
import { spawn } from "./core/actor.ts";
import { ActorStoppedError, AskTimeoutError, MailboxFullError } from "./core/errors.ts";
import type { AskOptions, Ref, Reply, System } from "./core/types.ts";
import { DispatcherStats } from "./dispatcher_stats.ts";
import { readUnopened } from "./read_resource.ts";
import { type Secrets, SECRETS_URI } from "./secrets.ts";
import { Registry, type RegistryMessage, type RegistryOptions } from "./registry.ts";
import type { CallOptions, CallResult, Health, OpenArgs, Service, Stats } from "./service.ts";
import { SiteDataStore } from "./site_data.ts";
import type { DiskUse } from "./store/disk_use.ts";
import { Files } from "./store/files.ts";
import type { RecordStore } from "./store/record.ts";
import { WorkspaceFolder } from "./store/workspace_folder.ts";
import type { Tail, TailKind } from "./tail.ts";
import type { ActionRequest, WorkspaceMessage, WorkspaceRef } from "./workspace_messages.ts";

/** What pagetap's actors are made of. */
export interface PagetapOptions extends Omit<RegistryOptions, "workspace"> {
  /** What every workspace is made of, but for what the actors themselves give. */
  readonly workspace: Omit<RegistryOptions["workspace"], "stats" | "census">;
  /** What every actor is run by. */
  readonly system: System;
  /** Told by `health`. */
  readonly version: string;
}

/** Milliseconds any answer is waited for; each call has a far shorter limit of its own. */
const ANSWER_MS = 15 * 60_000;
const READ_MS = 10_000;
const REGISTRY_MS = 5_000;
const REGISTRY_MAILBOX = 65_536;
/** Workspaces told of that were last used, whether this process knows them yet or not: each takes a read to show. */
const MAX_EARLIER = 256;

/** Every actor, behind the surfaces' interface. */
export class Pagetap implements Service {
  readonly #registry: Ref<RegistryMessage>;
  readonly #counts: Registry;
  readonly #system: System;
  readonly #folder: string;
  readonly #disk: DiskUse;
  readonly #version: string;
  readonly #since: number;
  readonly #stats = new DispatcherStats();
  readonly #census = new Census();
  readonly #secrets: Secrets;
  readonly #store: RecordStore;
  readonly #watchers = new Set<(workspace: string) => void>();

  /** Starts the registry; no browser until a session is opened. */
  constructor(options: PagetapOptions) {
    this.#system = options.system;
    this.#folder = options.workspace.folder;
    this.#disk = options.workspace.disk;
    this.#version = options.version;
    this.#secrets = options.workspace.secrets;
    this.#store = options.workspace.store;
    this.#since = options.system.clock.now();
    const workspace = { ...options.workspace, stats: this.#stats, census: this.#census };
    const changed = (name: string) => {
      for (const tell of this.#watchers) tell(name);
    };
    this.#counts = new Registry({ ...options, workspace, changed });
    this.#registry = spawn(options.system, "registry", this.#counts, {
      capacity: REGISTRY_MAILBOX,
      overflow: "refuse",
    });
  }

  /** Opens a session, ending the workspace's live one. */
  async open(name: string, args: OpenArgs, options: CallOptions): Promise<CallResult> {
    const workspace = await this.#find(name, true);
    return await this.#ask(
      workspace,
      "open_session",
      (reply) => ({ kind: "open", args, options, reply }),
      { timeoutMs: ANSWER_MS, signal: options.signal },
    );
  }

  /** Runs one action on the workspace's session. */
  async call<N extends ActionName>(
    name: string,
    action: N,
    args: ActionArgs<N>,
    options: CallOptions,
  ): Promise<CallResult> {
    const { signal } = options;
    const row: Action<ActionArgs<N>> = ACTIONS[action];
    const request: ActionRequest = {
      name: action,
      effect: row.effect,
      duringDialog: row.duringDialog ?? false,
      whole: row.whole ?? false,
      underway: row.underway ?? false,
      seconds: row.seconds?.(args),
      run: (page) => row.run(page, args),
    };
    const workspace = await this.#find(name, false);
    return await this.#ask(
      workspace,
      action,
      (reply) => ({ kind: "call", action: request, caller: { options, reply } }),
      { timeoutMs: ANSWER_MS, signal },
    );
  }

  /** Ends the workspace's browser. */
  async end(name: string, { signal }: CallOptions): Promise<CallResult> {
    const workspace = await this.#find(name, false);
    return await this.#ask(workspace, "end_browser", (reply) => ({ kind: "end", reply }), {
      timeoutMs: ANSWER_MS,
      signal,
    });
  }

  /** Reads a `workspace://` URI, or `secret://secrets`. */
  async read(name: string, uri: string): Promise<unknown> {
    if (uri === SECRETS_URI) return this.#secrets.list(name);
    const workspace = await this.#find(name, false);
    if (workspace === undefined) {
      const onDisk = { files: this.#filesOnDisk(name), sites: this.#sitesOnDisk(name) };
      return readUnopened(uri, onDisk, this.#system.clock.now());
    }
    return await this.#ask(workspace, "read", (reply) => ({ kind: "read", uri, reply }), {
      timeoutMs: READ_MS,
    });
  }

  /** Fetches a body from the browser. */
  async body(
    name: string,
    id: string,
    side: "request" | "response",
    { signal }: CallOptions,
  ): Promise<Body> {
    const workspace = await this.#find(name, false);
    return await this.#ask(
      workspace,
      "network_body",
      (reply) => ({ kind: "body", id, side, signal, reply }),
      { timeoutMs: ANSWER_MS, signal },
    );
  }

  /** All that a workspace keeps, in full; null when nobody has opened it, or while its capture is off. */
  async kept(name: string): Promise<Kept | null> {
    const workspace = await this.#find(name, false);
    if (workspace === undefined) return null;
    return await this.#ask(workspace, "export", (reply) => ({ kind: "export", reply }), {
      timeoutMs: READ_MS,
    });
  }

  /** Tells `changed` each time something that can be read of a workspace may have changed. */
  watch(changed: (workspace: string) => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /** Names of the workspaces there are, and of those last used by an earlier process, in the order of the alphabet. */
  workspaces(): readonly string[] {
    return [...new Set([...this.#counts.names, ...this.#store.recent(MAX_EARLIER)])].sort();
  }

  /** One more listener to everything that a workspace captures; null when nobody has opened it. */
  async tail(name: string, kind: TailKind, left: AbortSignal): Promise<Tail | null> {
    const workspace = await this.#find(name, false);
    if (workspace === undefined) return null;
    const tail = await this.#ask<Tail>(
      workspace,
      "tail",
      (reply) => ({ kind: "tail", of: kind, reply }),
      { timeoutMs: READ_MS },
    );
    const close = () => void workspace.tell({ kind: "tail-closed", tail });
    if (left.aborted) close();
    else left.addEventListener("abort", close, { once: true });
    return tail;
  }

  /** The files of a workspace, which is made when it is to `create` and nobody has opened it. */
  async files(name: string, create: boolean): Promise<Files> {
    const workspace = await this.#find(name, create);
    if (workspace === undefined) return this.#filesOnDisk(name);
    return await this.#ask(workspace, "files", (reply) => ({ kind: "files", reply }), {
      timeoutMs: READ_MS,
    });
  }

  /** Whether a secret that was typed in a workspace is in a text, in any encoding. */
  async holdsSecret(name: string, text: string): Promise<boolean> {
    // What an earlier process typed is known to a workspace only.
    const workspace = await this.#find(name, true);
    const hide = await this.#ask<((text: string) => string) | null>(
      workspace,
      "the workspace",
      (reply) => ({ kind: "hiding", reply }),
      { timeoutMs: READ_MS },
    );
    return hide !== null && hide(text) !== text;
  }

  /** The files of a workspace nobody has opened, which has no secret yet. */
  #filesOnDisk(name: string): Files {
    return new Files({
      folder: new WorkspaceFolder(this.#folder, name),
      disk: this.#disk,
      masker: new Masker(),
      now: () => this.#system.clock.now(),
    });
  }

  #sitesOnDisk(name: string): SiteDataStore {
    return new SiteDataStore(new WorkspaceFolder(this.#folder, name), new Masker());
  }

  /** What `GET /health` says. */
  health(): Health {
    const { browsers, workspaces } = this.#counts;
    const uptime_s = Math.floor((this.#system.clock.now() - this.#since) / 1000);
    return { ok: true, version: this.#version, uptime_s, browsers, workspaces };
  }

  /** Takes up the sessions that an earlier process opened on a Grid. */
  resume(): void {
    this.#registry.tell({ kind: "resume" });
  }

  /** How much there is of what, and how it fares. */
  stats(): Stats {
    const { browsers, workspaces, captureBytes } = this.#counts;
    const { sessions, connections } = this.#census;
    const dispatcher = this.#stats.snapshot();
    return { browsers, workspaces, captureBytes, sessions, connections, dispatcher };
  }

  /** Tells running calls, and gives every browser back but those on a Grid. Safe twice. */
  async stop(): Promise<void> {
    await this.#registry.stop();
  }

  async #find(name: string, create: boolean): Promise<WorkspaceRef | undefined> {
    return await answered(
      "the workspace",
      () =>
        this.#registry.ask((reply) => ({ kind: "find", name, create, reply }), {
          timeoutMs: REGISTRY_MS,
        }),
    );
  }

  async #ask<R>(
    workspace: WorkspaceRef | undefined,
    action: string,
    build: (reply: Reply<R>) => WorkspaceMessage,
    bounds: AskOptions,
  ): Promise<R> {
    if (workspace === undefined) {
      const message = `${action} needs a session and this workspace has none`;
      throw new ActionError(404, `${message}: open one with open_session`);
    }
    return await answered(action, () => workspace.ask(build, bounds));
  }
}

/** Waits for an actor's answer, and says in a caller's words why none came. */
async function answered<R>(what: string, ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ActorStoppedError) {
      throw new ActionError(503, `${what} was not answered: pagetap is stopping`);
    }
    if (error instanceof MailboxFullError) {
      throw new ActionError(429, `${what} was not taken: too much waits already, call again later`);
    }
    if (error instanceof AskTimeoutError) {
      throw new ActionError(504, `${what} got no answer within ${error.timeoutMs / 1000} s`);
    }
    throw error;
  }
}
