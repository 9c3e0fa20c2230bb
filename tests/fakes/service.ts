/** A service that records what it is asked and answers what it is told to. @module */
import type { ActionArgs, ActionName } from "../../actors/actions.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import type {
  CallOptions,
  CallResult,
  Health,
  OpenArgs,
  Service,
  Stats,
} from "../../actors/service.ts";
import type { Files } from "../../actors/store/files.ts";
import type { Tail, TailKind } from "../../actors/tail.ts";
import type { Body, Kept } from "../../capture/shapes.ts";

/** One thing a {@linkcode FakeService} was asked. */
export interface Asked {
  workspace: string;
  what: string;
  args: unknown;
}

/** How a {@linkcode FakeService} answers. */
export type Answer = (asked: Asked, options: CallOptions | null) => unknown;

/** Answers every call with `{call, url, title}`, or with what `answer` gives or throws. */
export class FakeService implements Service {
  readonly asked: Asked[] = [];
  readonly dispatcher = new DispatcherStats();
  answer: Answer;

  constructor(answer: Answer = defaultAnswer) {
    this.answer = answer;
  }

  open(workspace: string, args: OpenArgs, options: CallOptions): Promise<CallResult> {
    return this.#ask({ workspace, what: "open_session", args }, options);
  }

  call<N extends ActionName>(
    workspace: string,
    action: N,
    args: ActionArgs<N>,
    options: CallOptions,
  ): Promise<CallResult> {
    return this.#ask({ workspace, what: action, args }, options);
  }

  end(workspace: string, options: CallOptions): Promise<CallResult> {
    return this.#ask({ workspace, what: "end_browser", args: {} }, options);
  }

  read(workspace: string, uri: string): Promise<unknown> {
    return this.#ask({ workspace, what: "read", args: { uri } }, null);
  }

  body(
    workspace: string,
    id: string,
    side: "request" | "response",
    options: CallOptions,
  ): Promise<Body> {
    return this.#ask({ workspace, what: "network_body", args: { id, side } }, options);
  }

  kept(workspace: string): Promise<Kept | null> {
    return this.#ask({ workspace, what: "kept", args: {} }, null);
  }

  /** Those who watch. */
  readonly watchers = new Set<(workspace: string) => void>();

  watch(changed: (workspace: string) => void): () => void {
    this.watchers.add(changed);
    return () => void this.watchers.delete(changed);
  }

  workspaces(): readonly string[] {
    return ["w1"];
  }

  tail(workspace: string, kind: TailKind): Promise<Tail | null> {
    return this.#ask({ workspace, what: "tail", args: { kind } }, null);
  }

  files(workspace: string, create: boolean): Promise<Files> {
    return this.#ask({ workspace, what: "files", args: { create } }, null);
  }

  /** What every secret of it is. */
  secret: string | null = null;

  holdsSecret(_workspace: string, text: string): Promise<boolean> {
    return Promise.resolve(this.secret !== null && text.includes(this.secret));
  }

  health(): Health {
    return { ok: true, version: "1.2.3", uptime_s: 7, browsers: 1, workspaces: 2 };
  }

  stats(): Stats {
    return {
      sessions: { chrome: 1, firefox: 0 },
      connections: { chrome: 1, firefox: 0 },
      workspaces: 2,
      browsers: 1,
      captureBytes: 4_096,
      dispatcher: this.dispatcher.snapshot(),
    };
  }

  async #ask<R>(asked: Asked, options: CallOptions | null): Promise<R> {
    this.asked.push(asked);
    return await this.answer(asked, options) as R;
  }
}

/** A plausible answer to everything. */
export function defaultAnswer({ what, args }: Asked): unknown {
  switch (what) {
    case "read":
      return { capture: false, how: "open_session(capture=true)" };
    case "network_body":
      return {
        ...args as object,
        uri: "workspace://network/1.2",
        mime: "application/json",
        size: 2,
        binary: false,
        text: "{}",
        truncated: false,
      };
    case "screenshot":
      return {
        call: 1,
        url: "http://a.test/",
        title: "A",
        data: "iVBORw0KGgo=",
        mime: "image/png",
      };
    default:
      return { call: 1, url: "http://a.test/", title: "A" };
  }
}
