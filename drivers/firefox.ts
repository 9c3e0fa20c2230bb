/**
 * Local Firefox through its own BiDi server: one process with a fresh profile for each session.
 *
 * @module
 */
import { Child } from "./child.ts";
import type { Driver, Session, StartOptions } from "./driver.ts";
import { firefoxUserJs } from "./firefox_prefs.ts";
import { Fleet } from "./fleet.ts";
import { type Ledger, NO_LEDGER } from "./ledger.ts";
import { LocalSession } from "./local_session.ts";
import { loopbackAddresses } from "./loopback.ts";
import { makeProfile, removeProfile } from "./profile.ts";

/** Milliseconds Firefox may take to end when asked before it is killed. */
const END_MS = 4000;

/** What {@link FirefoxDriver} needs to know. */
export interface FirefoxOptions {
  /** Finds the executable; called once a start, so that a late install is seen. */
  readonly find: () => string;
  /** Shows a window; needs a display. */
  readonly headed: boolean;
  /** Where what is started is written down; by default nowhere. */
  readonly ledger?: Ledger;
}

/** A source of local Firefoxes. */
export class FirefoxDriver implements Driver {
  /** Always `firefox`. */
  readonly browser = "firefox";
  readonly #options: FirefoxOptions;
  readonly #fleet = new Fleet("Firefox");

  /** Makes one; nothing is looked for or started before the first browser is asked for. */
  constructor(options: FirefoxOptions) {
    this.#options = options;
  }

  /** The ports of every Firefox's BiDi server. */
  readonly ownAddresses = (): readonly string[] => loopbackAddresses(this.#fleet.ports);

  /**
   * Starts one Firefox.
   *
   * @throws {DriverError} when there is none to be had: not installed, did not start
   * @throws the signal's reason when it is aborted
   */
  start(options: StartOptions): Promise<Session> {
    return this.#fleet.start((signal) => this.#launch(signal, options.timeoutMs), options);
  }

  /** Ends every Firefox left. Safe twice. */
  close(): Promise<void> {
    return this.#fleet.close(() => Promise.resolve());
  }

  async #launch(signal: AbortSignal, timeoutMs: number): Promise<LocalSession> {
    const path = this.#options.find();
    const ledger = this.#options.ledger ?? NO_LEDGER;
    const profile = makeProfile("firefox", ledger);
    const removeFolder = () => removeProfile(profile, ledger);
    let child: Child | null = null;
    try {
      await Deno.writeTextFile(`${profile}/user.js`, firefoxUserJs(profile));
      signal.throwIfAborted();
      child = Child.spawn(path, firefoxArgs(profile, this.#options.headed), {
        name: "Firefox",
        env: {
          // Its crash reporter is a process outside the group, and would send a report out.
          MOZ_CRASHREPORTER_DISABLE: "1",
          // One that is stopped while it starts leaves a lock in the folder for temporary files.
          TMPDIR: profile,
        },
      });
      ledger.add({ mark: profile, group: child.pid });
      const address = await child.announced(ANNOUNCEMENT, timeoutMs, signal);
      return firefoxSession(child, address, removeFolder);
    } catch (error) {
      await child?.stop(0);
      await removeFolder();
      throw error;
    }
  }
}

const ANNOUNCEMENT = /WebDriver BiDi listening on (ws:\/\/\S+:\d+)\s/;

function firefoxArgs(profile: string, headed: boolean): string[] {
  return [
    ...(headed ? [] : ["--headless"]),
    "--remote-debugging-port",
    "0",
    "--profile",
    profile,
    "--no-remote",
    "--new-instance",
    "--width=1280",
    "--height=900",
    "about:blank",
  ];
}

function firefoxSession(
  child: Child,
  address: string,
  removeFolder: () => Promise<unknown>,
): LocalSession {
  const session = new LocalSession({
    browser: "firefox",
    socketUrl: `${address}/session`,
    newSession: { unhandledPromptBehavior: { default: "ignore", beforeUnload: "accept" } },
    // A drop leaves its one session locked for good.
    reconnects: false,
    ports: [Number(new URL(address).port)],
    giveBack: async () => {
      await child.stop(END_MS);
      await removeFolder();
    },
  });
  child.exited.then((how) => {
    // A content process that outlived its parent would hold the profile.
    child.kill("SIGKILL");
    session.lost(`Firefox ended unexpectedly (${how})`);
  });
  return session;
}
