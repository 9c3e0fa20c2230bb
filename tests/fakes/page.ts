/**
 * A `Page` whose commands a test answers.
 *
 * @module
 */
import type { CommandName, Params, Result } from "../../bidi/protocol.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import type { Incoming } from "../../page/files.ts";
import type { Listening, ListenOptions } from "../../page/listening.ts";
import type { BrowserName, Page, PageDialog, PageSendOptions, Refs } from "../../page/page.ts";
import type { SpareTab } from "../../page/spare_tab.ts";
import { fakeDriving } from "./driving.ts";
import { fakePageWorkspace } from "./page_workspace.ts";

/** Answers one command: its result, or an error to reject with. */
export type Answer = (method: CommandName, params: Record<string, unknown>) => unknown;

/** A tab with no browser behind it; time moves only in `sleep`. */
export class FakePage implements Page {
  readonly browser: BrowserName;
  readonly context = "T";
  readonly top = "T";
  readonly workspace = fakePageWorkspace();
  readonly signal = new AbortController().signal;
  readonly waitTimeoutMs = 1_000;
  dialog: PageDialog | null = null;
  /** Every command, in order. */
  readonly sent: { method: CommandName; params: Record<string, unknown>; timeoutMs?: number }[] =
    [];
  readonly #answer: Answer;
  readonly #refs = new Map<string, string>();
  #now = 0;

  constructor(answer: Answer, browser: BrowserName = "chrome") {
    this.#answer = answer;
    this.browser = browser;
  }

  readonly driving = fakeDriving();
  /** What it was told is acted on. */
  readonly acted: string[] = [];
  acts(element: string): void {
    this.acted.push(element);
  }
  readonly refs: Refs = {
    naming: { prefix: "", last: 0 },
    replace: (refs) => {
      this.#refs.clear();
      for (const [ref, node] of refs) this.#refs.set(ref, node);
    },
    add: (refs) => {
      for (const [ref, node] of refs) this.#refs.set(ref, node);
    },
    get: (ref) => this.#refs.get(ref),
  };

  send<M extends CommandName>(
    method: M,
    params: Params<M>,
    options: PageSendOptions = {},
  ): Promise<Result<M>> {
    this.sent.push({ method, params: params as Record<string, unknown>, ...options });
    const answer = this.#answer(method, params as Record<string, unknown>);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as Result<M>);
  }

  readonly #ears = new Set<ListenOptions>();

  listen(options: ListenOptions): Promise<Listening> {
    this.#ears.add(options);
    return Promise.resolve({
      stop: () => {
        this.#ears.delete(options);
        return Promise.resolve();
      },
    });
  }

  /** Tells whoever listens. */
  tell(event: BidiEvent): void {
    for (const ear of this.#ears) if (ear.events.includes(event.method)) ear.heard(event);
  }

  origins: string[] = [];

  async openSpare(): Promise<SpareTab> {
    const { context } = await this.send("browsingContext.create", { type: "tab" });
    return {
      context,
      listen: (events, heard) => this.listen({ events, heard }),
      [Symbol.asyncDispose]: async () => {
        await this.send("browsingContext.close", { context });
      },
    };
  }

  incoming(): Promise<Incoming> {
    return this.workspace.files.incoming();
  }

  now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    this.#now += ms;
    return Promise.resolve();
  }

  forbidden(url: string): string | null {
    return url.startsWith("file:") ? "file: is forbidden" : null;
  }
}

/** What `script.callFunction` answers when an in-page function gives `value`. */
export function gives(value: unknown): unknown {
  return {
    type: "success",
    realm: "R",
    result: { type: "array", value: [{ type: "string", value: JSON.stringify(value) }] },
  };
}
