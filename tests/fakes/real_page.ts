/**
 * A real browser's tab as a `Page`, over a bare BiDi socket, for tests of `page/`.
 *
 * @module
 */
import { RefStore } from "../../actors/ref_store.ts";
import { BidiError } from "../../bidi/bidi_error.ts";
import { decode, encode } from "../../bidi/codec.ts";
import { CommandTimeoutError, ConnectionClosedError } from "../../bidi/command_errors.ts";
import type { BidiEvent, CommandName, Params, Result } from "../../bidi/protocol.ts";
import { openSocket } from "../../bidi/socket.ts";
import type { Transport } from "../../bidi/transport.ts";
import { localDrivers } from "../../drivers/local.ts";
import type { Incoming } from "../../page/files.ts";
import type { Listening, ListenOptions } from "../../page/listening.ts";
import type { BrowserName, Page, PageDialog, PageSendOptions } from "../../page/page.ts";
import type { SpareTab } from "../../page/spare_tab.ts";
import { fakeDriving } from "./driving.ts";
import { fakePageWorkspace } from "./page_workspace.ts";

interface Waiting {
  readonly method: CommandName;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One tab of one browser, which dies with it. */
export class RealPage implements Page, AsyncDisposable {
  readonly browser: BrowserName;
  readonly refs = new RefStore("");
  readonly driving = fakeDriving();
  acts(): void {}
  readonly #transport: Transport;
  readonly #end: () => Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #closed = Promise.withResolvers<void>();
  /** Every command sent since it was last emptied. */
  readonly sent: CommandName[] = [];
  /** The tab; tests of frames set `context` to one of its frames. */
  top = "";
  context = "";
  readonly workspace = fakePageWorkspace();
  readonly #ears = new Set<ListenOptions>();
  waitTimeoutMs = 500;
  dialog: PageDialog | null = null;
  signal: AbortSignal = new AbortController().signal;
  #last = 0;

  private constructor(browser: BrowserName, transport: Transport, end: () => Promise<void>) {
    this.browser = browser;
    this.#transport = transport;
    this.#end = end;
    transport.listen({
      frame: (text) => this.#frame(text),
      closed: ({ why }) => {
        for (const { method, reject } of this.#waiting.values()) {
          reject(new ConnectionClosedError(method, why));
        }
        this.#closed.resolve();
      },
    });
  }

  /** Starts a browser and takes its first tab. */
  static async open(browser: BrowserName): Promise<RealPage> {
    const driver =
      localDrivers({ headed: false, chrome: null, chromedriver: null, firefox: null })[browser];
    const signal = AbortSignal.timeout(60_000);
    const session = await driver.start({ signal, timeoutMs: 60_000 });
    const transport = await openSocket(session.socketUrl, {
      headers: session.socketHeaders,
      timeoutMs: 10_000,
    });
    const page = new RealPage(browser, transport, () => driver.close());
    if (session.newSession !== null) {
      await page.send("session.new", { capabilities: { alwaysMatch: session.newSession } }, {
        timeoutMs: 60_000,
      });
    }
    const { contexts } = await page.send("browsingContext.getTree", { maxDepth: 0 });
    const first = contexts[0]?.context ?? "";
    page.top = page.context = first;
    if (session.newSession !== null) {
      // As pagetap begins: Firefox's first tab does not have the focus.
      const { context } = await page.send("browsingContext.create", { type: "tab" });
      await page.send("browsingContext.close", { context: first });
      page.top = page.context = context;
    }
    await page.send("session.subscribe", {
      events: ["browsingContext.userPromptOpened", "browsingContext.userPromptClosed"],
    });
    page.sent.length = 0;
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
    this.#transport.close();
    await this.#closed.promise;
  }

  send<M extends CommandName>(
    method: M,
    params: Params<M>,
    { timeoutMs = 5_000, evenAborted }: PageSendOptions = {},
  ): Promise<Result<M>> {
    const id = ++this.#last;
    const signal = evenAborted ? new AbortController().signal : this.signal;
    this.sent.push(method);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => reject(new CommandTimeoutError(method, timeoutMs)), timeoutMs);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    this.#waiting.set(id, { method, resolve, reject });
    if (signal.aborted) onAbort();
    else this.#transport.send(encode(id, method, params));
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      this.#waiting.delete(id);
    }) as Promise<Result<M>>;
  }

  async listen(options: ListenOptions): Promise<Listening> {
    this.#ears.add(options);
    const { events, contexts } = options;
    const { subscription } = await this.send("session.subscribe", {
      events: [...events],
      ...(contexts && { contexts: [...contexts] }),
    });
    return {
      stop: async () => {
        if (!this.#ears.delete(options)) return;
        await this.send("session.unsubscribe", { subscriptions: [subscription] });
      },
    };
  }

  origins: string[] = [];

  async openSpare(): Promise<SpareTab> {
    const { context } = await this.send("browsingContext.create", {
      type: "tab",
      background: true,
    });
    return {
      context,
      listen: (events, heard) => this.listen({ events, contexts: [context], heard }),
      [Symbol.asyncDispose]: async () => {
        await this.send("browsingContext.close", { context }, { evenAborted: true });
      },
    };
  }

  incoming(): Promise<Incoming> {
    return this.workspace.files.incoming();
  }

  now(): number {
    return Date.now();
  }

  async sleep(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.signal.throwIfAborted();
  }

  forbidden(url: string): string | null {
    return /^(?:https?:|about:blank$)/.test(url) ? null : `${new URL(url).protocol} is forbidden`;
  }

  /** Runs an expression in the page's own realm. */
  async evaluate(expression: string): Promise<unknown> {
    const result = await this.send("script.evaluate", {
      expression,
      awaitPromise: true,
      target: { context: this.context },
    });
    if (result.type === "exception") throw new Error(result.exceptionDetails.text);
    return result.result.value;
  }

  /** Goes to a URL and waits for its load. */
  async go(url: string): Promise<void> {
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  #frame(text: string): void {
    const message = decode(text);
    if (message.kind === "event") this.#event(message.event);
    if (message.kind === "result") this.#waiting.get(message.id)?.resolve(message.result);
    if (message.kind !== "error" || message.id === null) return;
    const waiting = this.#waiting.get(message.id);
    waiting?.reject(new BidiError(waiting.method, message.code, message.detail));
  }

  #event(event: BidiEvent): void {
    const { method, params } = event;
    for (const ear of this.#ears) if (ear.events.includes(method)) ear.heard(event);
    if (method === "browsingContext.userPromptClosed") this.dialog = null;
    if (method !== "browsingContext.userPromptOpened") return;
    const { type, defaultValue } = params;
    this.dialog = { type, ...defaultValue !== undefined && { default: defaultValue } };
  }
}
