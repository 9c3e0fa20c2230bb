/**
 * A browser that starts at once and answers every command as it is told to, with the channel in the
 * test's hands.
 *
 * @module
 */
import type { OpenTransport } from "../../actors/attach.ts";
import type { BrowserName, Driver, Lease, Session } from "../../drivers/driver.ts";
import { TAB, tab } from "../capture/events.ts";
import { FakeTransport, type Sent } from "./transport.ts";

/** What a command is answered with: a result, `Refused`, or nothing at all for `undefined`. */
export type Answers = Readonly<Record<string, (params: Sent["params"]) => unknown>>;

/** An error answer. */
export class Refused {
  constructor(readonly error: string, readonly message = "because") {}
}

/** A transport whose browser answers every command at once. */
export class AnsweringTransport extends FakeTransport {
  /** Every command sent, answered or not, in order. */
  readonly commands: Sent[] = [];
  readonly #answers: Answers;
  readonly #sends: (command: Sent) => void;

  constructor(answers: Answers, sends: (command: Sent) => void = () => {}) {
    super();
    this.#answers = answers;
    this.#sends = sends;
  }

  override send(text: string): void {
    super.send(text);
    const command: Sent = JSON.parse(text);
    this.commands.push(command);
    this.#sends(command);
    const make = this.#answers[command.method] ?? (() => ({}));
    const result = make(command.params);
    if (result === undefined) return;
    this.sent.pop();
    const { id } = command;
    this.frame(
      result instanceof Refused
        ? { type: "error", id, ...result }
        : { type: "success", id, result },
    );
  }

  /** The methods sent so far, in order. */
  get methods(): string[] {
    return this.commands.map(({ method }) => method);
  }
}

/** One started browser. */
export interface Started {
  /** Every channel that was opened to it, oldest first. */
  readonly transports: readonly AnsweringTransport[];
  /** The newest of them. */
  readonly transport: AnsweringTransport;
  /** How often it was given back. */
  ended: number;
  die(why: string): void;
}

/** A driver of such browsers, and what it started. */
export interface FakeBrowser {
  readonly driver: Driver;
  readonly openTransport: OpenTransport;
  /** Every browser started, oldest first. */
  readonly started: Started[];
  /** The newest. */
  readonly newest: () => Started;
  /** Called with every command before it is answered. */
  onSend: (command: Sent) => void;
  /** Why no channel can be opened; null while one can. */
  unreachable: Error | null;
  /** Why no browser can be started; null while one can. */
  none: Error | null;
}

/** What a browser with one tab, {@linkcode TAB}, answers. */
export const ONE_TAB: Answers = {
  "browsingContext.getTree": () => ({ contexts: [tab(TAB)] }),
  "browsingContext.navigate": ({ url }) => ({ navigation: "n", url }),
  "session.subscribe": () => ({ subscription: "s1" }),
  "network.addDataCollector": () => ({ collector: "c1" }),
  "script.addPreloadScript": () => ({ script: "p1" }),
  "script.callFunction": () => ({
    type: "success",
    realm: "R",
    result: { type: "string", value: "Title" },
  }),
};

/** Makes a driver; `answers` go over those of a browser with one tab. */
export function fakeBrowser(
  options: {
    readonly browser?: BrowserName;
    readonly answers?: Answers;
    readonly session?: Partial<Session>;
    /** Makes the hold on a Grid of each session, which then outlives its channel and the server. */
    readonly lease?: () => Lease;
  } = {},
): FakeBrowser {
  const { browser = "chrome", answers = {} } = options;
  const started: Started[] = [];
  const channels = new Map<string, () => AnsweringTransport>();
  const held = new Map<string, Session>();
  const newest = (): Started => {
    const last = started.at(-1);
    if (last === undefined) throw new Error("no browser was started");
    return last;
  };
  const driver: Driver = {
    browser,
    ownAddresses: () => [],
    start: () => {
      if (made.none !== null) return Promise.reject(made.none);
      const died = Promise.withResolvers<string>();
      const transports: AnsweringTransport[] = [];
      const state: Started = {
        transports,
        get transport() {
          const last = transports.at(-1);
          if (last === undefined) throw new Error("no channel was opened");
          return last;
        },
        ended: 0,
        die: died.resolve,
      };
      const number = started.push(state);
      const lease = options.lease?.();
      const session: Session = {
        browser,
        socketUrl: `ws://127.0.0.1:1/${number}`,
        socketHeaders: {},
        newSession: null,
        reconnects: lease !== undefined,
        died: died.promise,
        end: () => {
          state.ended++;
          return Promise.resolve();
        },
        ...(lease && { lease }),
        ...options.session,
      };
      channels.set(session.socketUrl, () => {
        const transport = new AnsweringTransport(
          { ...ONE_TAB, ...answers },
          (command) => made.onSend(command),
        );
        transports.push(transport);
        return transport;
      });
      if (lease) held.set(lease.ticket, session);
      return Promise.resolve(session);
    },
    ...(options.lease && { resume: (ticket) => held.get(ticket) ?? null }),
    close: () => Promise.resolve(),
  };
  const made: FakeBrowser = {
    driver,
    onSend: () => {},
    unreachable: null,
    none: null,
    openTransport: (url) => {
      if (made.unreachable !== null) return Promise.reject(made.unreachable);
      const open = channels.get(url);
      if (open === undefined) throw new Error("no such address");
      return Promise.resolve(open());
    },
    started,
    newest,
  };
  return made;
}
