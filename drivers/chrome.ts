/**
 * Local Chrome through chromedriver: one chromedriver for the service, started with the first
 * browser and again when it has died, and one browser with a fresh profile for each session.
 *
 * @module
 */
import { Chromedriver, type NewSession } from "./chromedriver.ts";
import { chromeCapabilities } from "./chrome_options.ts";
import { chromeSession } from "./chrome_session.ts";
import type { Driver, Session, StartOptions } from "./driver.ts";
import { Fleet } from "./fleet.ts";
import type { LocalSession } from "./local_session.ts";
import { loopbackAddresses } from "./loopback.ts";
import { type Ledger, NO_LEDGER } from "./ledger.ts";
import { makeProfile, removeProfile } from "./profile.ts";

/** What {@link ChromeDriver} needs to know. */
export interface ChromeOptions {
  /** Finds the executables; called once a start, so that a late install is seen. */
  readonly find: () => { readonly chrome: string; readonly chromedriver: string };
  /** Shows a window; needs a display. */
  readonly headed: boolean;
  /** Where what is started is written down; by default nowhere. */
  readonly ledger?: Ledger;
}

/** A source of local Chromes. */
export class ChromeDriver implements Driver {
  /** Always `chrome`. */
  readonly browser = "chrome";
  readonly #options: ChromeOptions;
  readonly #ledger: Ledger;
  readonly #fleet = new Fleet("Chrome");
  #chromedriver: Promise<Chromedriver> | null = null;
  #port: number | null = null;

  /** Makes one; nothing is looked for or started before the first browser is asked for. */
  constructor(options: ChromeOptions) {
    this.#options = options;
    this.#ledger = options.ledger ?? NO_LEDGER;
  }

  /** The ports of chromedriver and of every browser's own debugging server. */
  readonly ownAddresses = (): readonly string[] => {
    const own = this.#port === null ? [] : [this.#port];
    return loopbackAddresses([...own, ...this.#fleet.ports]);
  };

  /**
   * Starts one Chrome.
   *
   * @throws {DriverError} when there is none to be had: not installed, did not start, refused
   * @throws the signal's reason when it is aborted
   */
  start(options: StartOptions): Promise<Session> {
    return this.#fleet.start((signal) => this.#launch(signal), options);
  }

  /** Ends every Chrome left, and chromedriver. Safe twice. */
  close(): Promise<void> {
    return this.#fleet.close(async () => {
      const chromedriver = await this.#chromedriver?.catch(() => null);
      await chromedriver?.stop();
    });
  }

  async #launch(signal: AbortSignal): Promise<LocalSession> {
    const executables = this.#options.find();
    const chromedriver = await this.#running(executables.chromedriver);
    signal.throwIfAborted();
    const profile = makeProfile("chrome", this.#ledger, chromedriver.group);
    let created: NewSession;
    try {
      created = await chromedriver.newSession(chromeCapabilities({
        binary: executables.chrome,
        profile,
        headed: this.#options.headed,
        root: Deno.uid() === 0,
      }));
    } catch (error) {
      await removeProfile(profile, this.#ledger);
      throw error;
    }
    return chromeSession(
      chromedriver,
      created,
      () => removeProfile(profile, this.#ledger),
    );
  }

  /** The chromedriver there is, or a new one when there is none or it has died. */
  #running(path: string): Promise<Chromedriver> {
    return this.#chromedriver ??= this.#startChromedriver(path);
  }

  async #startChromedriver(path: string): Promise<Chromedriver> {
    try {
      const chromedriver = await Chromedriver.start(path, this.#ledger);
      this.#port = chromedriver.port;
      chromedriver.exited.then(() => this.#chromedriver = null);
      return chromedriver;
    } catch (error) {
      this.#chromedriver = null;
      throw error;
    }
  }
}
