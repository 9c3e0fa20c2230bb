/**
 * A browser that starts at once and answers every command as it is told to, with the channel in the
 * test's hands.
 *
 * @module
 */
import type { OpenTransport } from "../../actors/attach.ts";
import type { BrowserName, Driver, Session } from "../../drivers/driver.ts";
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
}

/** What a browser with one tab, {@linkcode TAB}, answers. */
export const ONE_TAB: Answers = {
  "browsingContext.getTree": () => ({ contexts: [tab(TAB)] }),
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
  } = {},
): FakeBrowser {
  const { browser = "chrome", answers = {} } = options;
  const started: Started[] = [];
  const newest = (): Started => {
    const last = started.at(-1);
    if (last === undefined) throw new Error("no browser was started");
    return last;
  };
  const driver: Driver = {
    browser,
    ownAddresses: () => [],
    start: () => {
      const died = Promise.withResolvers<string>();
      const transport = new AnsweringTransport(
        { ...ONE_TAB, ...answers },
        (command) => made.onSend(command),
      );
      const state: Started = { transport, ended: 0, die: died.resolve };
      started.push(state);
      return Promise.resolve({
        browser,
        socketUrl: "ws://127.0.0.1:1/session",
        socketHeaders: {},
        newSession: null,
        reconnects: false,
        died: died.promise,
        end: () => {
          state.ended++;
          return Promise.resolve();
        },
        ...options.session,
      });
    },
    close: () => Promise.resolve(),
  };
  const made: FakeBrowser = {
    driver,
    onSend: () => {},
    openTransport: () => Promise.resolve(newest().transport),
    started,
    newest,
  };
  return made;
}
