/**
 * A server whose browsers are scripts, so that a test can have a page say whatever it likes, as fast as it
 * likes; with the admin page, for another pagetap to look at.
 *
 * @module
 */
import { createSystem } from "../../actors/core/system.ts";
import { systemClock } from "../../actors/core/system_clock.ts";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { Pagetap } from "../../actors/pagetap.ts";
import { Secrets } from "../../actors/secrets.ts";
import { DiskUse } from "../../actors/store/disk_use.ts";
import { memoryStore } from "../../actors/store/memory_store.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { CURRENT_URI } from "../../capture/uris.ts";
import type { Summary } from "../../http/admin/summary.ts";
import { Links } from "../../http/door/links.ts";
import { tokenForEverything, Tokens } from "../../http/door/tokens.ts";
import { FlowStore } from "../../http/flows/store.ts";
import { createLog } from "../../http/log.ts";
import { serve, type Server } from "../../http/server.ts";
import { parseCommand } from "../../http/settings.ts";
import { ADMIN_ASSETS, VIEW_HTML } from "../../ui/assets.ts";
import { fakeBrowser } from "../fakes/browser.ts";

/** What a target is started with. */
export interface AdminTargetOptions {
  /** What a caller must present; nothing when absent. */
  readonly token?: string;
  /** Epoch milliseconds, for links. */
  readonly now?: () => number;
  /** Where it listens; a free port when absent. */
  readonly port?: number;
}

/** The server. */
export class AdminTarget implements AsyncDisposable {
  /** Where it listens. */
  readonly address: string;
  readonly #server: Server;
  readonly #service: Pagetap;
  readonly #browser = fakeBrowser();
  readonly #folder: string;

  private constructor(server: Server, service: Pagetap, folder: string, browser = fakeBrowser()) {
    this.#server = server;
    this.#service = service;
    this.#folder = folder;
    this.#browser = browser;
    this.address = server.address;
  }

  static async start(
    { token, now = Date.now, port = 0 }: AdminTargetOptions = {},
  ): Promise<AdminTarget> {
    const command = parseCommand([`--port=${port}`], () => undefined);
    if (command.kind !== "serve") throw new Error("not a start");
    const folder = await Deno.makeTempDir({ prefix: "pagetap-admin-" });
    const disk = new DiskUse(folder);
    const browser = fakeBrowser();
    const log = createLog({ level: "error", format: "text", now: Date.now, write: () => {} });
    const service = new Pagetap({
      system: createSystem({ report: () => {} }),
      version: "1.2.3",
      maxBrowsers: 8,
      workspace: {
        log,
        defaults: { browser: "chrome", callTimeoutS: 30 },
        captureTtlS: 10_800,
        openTimeoutMs: 10_000,
        idleMs: null,
        folder,
        disk,
        secrets: new Secrets([]),
        driver: () => browser.driver,
        openTransport: browser.openTransport,
        navigation: new NavigationRules({ ownAddresses: () => [] }),
        store: memoryStore(),
      },
    });
    const server = await serve({
      settings: command.settings,
      tokens: token === undefined
        ? null
        : new Tokens([tokenForEverything(token)], () => systemClock.now()),
      service,
      flows: new FlowStore(folder, disk),
      links: new Links({ key: crypto.getRandomValues(new Uint8Array(32)), now }),
      assets: ADMIN_ASSETS,
      view: VIEW_HTML,
      log,
      version: "1.2.3",
    });
    return new AdminTarget(server, service, folder, browser);
  }

  /** Opens a session in a workspace; its page says what the answer is given. */
  async open(workspace: string, capture = true): Promise<(...events: BidiEvent[]) => void> {
    const { signal } = new AbortController();
    await this.#service.open(workspace, { capture }, { signal });
    const { transport } = this.#browser.newest();
    return (...events) => {
      for (const { method, params } of events) transport.event(method, params);
    };
  }

  /** How many entries a workspace has taken in. */
  async entries(workspace: string): Promise<number> {
    const { captured } = await this.#service.read(workspace, CURRENT_URI) as Pick<
      Summary,
      "captured"
    >;
    return captured?.console ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.stop();
    await this.#server.stop();
    await Deno.remove(this.#folder, { recursive: true });
  }
}
