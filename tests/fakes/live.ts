/**
 * A live browser with nothing behind it but a scripted transport.
 *
 * @module
 */
import { type ConnectionNews, spawnConnection } from "../../actors/connection.ts";
import { DispatcherStats } from "../../actors/dispatcher_stats.ts";
import type { System } from "../../actors/core/types.ts";
import { Live } from "../../actors/live.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { Tabs } from "../../actors/tabs.ts";
import type { BrowserName, Session } from "../../drivers/driver.ts";
import type { Viewport } from "../../page/viewport.ts";
import { FakeTransport } from "./transport.ts";

/** A fake browser's parts. */
export interface FakeLive {
  readonly live: Live;
  readonly transport: FakeTransport;
  readonly session: { ended: number; die(why: string): void };
}

/** What a {@linkcode FakeLive} is made of, where the default will not do. */
export interface FakeLiveOptions {
  readonly transport?: FakeTransport;
  readonly browser?: BrowserName;
  readonly viewport?: Viewport;
  /** Takes the channel's news; nobody does by default. */
  readonly owner?: (news: ConnectionNews) => void;
  /** Over those of a session of this machine that ends with its channel. */
  readonly session?: Partial<Session>;
}

/** Makes one with a tab `T`. */
export function fakeLive(system: System, options: FakeLiveOptions = {}): FakeLive {
  const died = Promise.withResolvers<string>();
  const state = { ended: 0, die: died.resolve };
  const session: Session = {
    browser: options.browser ?? "chrome",
    socketUrl: "ws://127.0.0.1:1/",
    socketHeaders: {},
    newSession: null,
    reconnects: false,
    died: died.promise,
    end: () => {
      state.ended++;
      return Promise.resolve();
    },
    ...options.session,
  };
  const transport = options.transport ?? new FakeTransport();
  const connection = spawnConnection(system, "connection", {
    transport,
    owner: options.owner ?? (() => {}),
    stats: new DispatcherStats(),
  });
  const tabs = new Tabs();
  tabs.drive("T");
  const live = new Live({
    session,
    connection,
    collector: null,
    tabs,
    system,
    stats: new DispatcherStats(),
    viewport: options.viewport ?? null,
    navigation: new NavigationRules({ ownAddresses: () => ["127.0.0.1:4445"] }),
  });
  return { live, transport, session: state };
}
