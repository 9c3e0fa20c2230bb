/**
 * pagetap: a real browser for agents, over MCP and JSON. This file puts the parts together: settings,
 * clock, drivers, actors, surfaces and signals.
 *
 * @module
 */
import { createSystem } from "./actors/core/system.ts";
import { systemClock } from "./actors/core/system_clock.ts";
import { NavigationRules } from "./actors/navigation_rules.ts";
import { Pagetap } from "./actors/pagetap.ts";
import { Secrets } from "./actors/secrets.ts";
import { SecretEnvironment } from "./actors/secrets/environment.ts";
import { SecretFolder } from "./actors/secrets/secret_folder.ts";
import { SecretSourceError } from "./actors/secrets/source.ts";
import { openDataDir } from "./actors/store/data_dir.ts";
import { StoreError } from "./actors/store/open_store.ts";
import config from "./deno.json" with { type: "json" };
import { type BrowserName, type Driver, DriverError } from "./drivers/driver.ts";
import { gridDrivers } from "./drivers/grid.ts";
import { readCa } from "./drivers/grid/ca.ts";
import type { Ledger } from "./drivers/ledger.ts";
import { localDrivers } from "./drivers/local.ts";
import { linkKey } from "./http/door/link_key.ts";
import { Links } from "./http/door/links.ts";
import { FlowStore } from "./http/flows/store.ts";
import { openTokens } from "./http/door/open_tokens.ts";
import { ownAddresses } from "./http/door/own_addresses.ts";
import { TokensFileError } from "./http/door/tokens_file.ts";
import { createLog, type Log } from "./http/log.ts";
import { serve, type Server } from "./http/server.ts";
import { logUncaught } from "./http/uncaught.ts";
import { parseCommand, type Settings, SettingsError } from "./http/settings.ts";
import { ADMIN_ASSETS, VIEW_HTML } from "./ui/assets.ts";

const VERSION: string = config.version;
/** Milliseconds a stop may take; what is left then is cut off. */
const STOP_MS = 9_000;

/** Runs the command line; resolves with the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const command = parseCommand(args, (name) => Deno.env.get(name));
  if (command.kind === "help") console.log(command.text);
  if (command.kind === "version") console.log(`pagetap ${VERSION}`);
  return command.kind === "serve" ? await run(command.settings) : 0;
}

/** Serves until a signal comes. */
async function run(settings: Settings): Promise<number> {
  const stderr = new TextEncoder();
  const log = createLog({
    level: settings.logLevel,
    format: settings.logFormat,
    now: () => systemClock.now(),
    write: (line) => void Deno.stderr.writeSync(stderr.encode(line)),
  });
  const uncaught = logUncaught(log);
  const { tokens, reload } = await openTokens({ settings, log, now: () => performance.now() });
  const stopped = Promise.withResolvers<string>();
  const signals = listenForSignals((signal) => {
    if (signal === "SIGHUP" && settings.tokensFile !== null) void reload();
    else stopped.resolve(signal);
  });
  const secrets = secretsOf(settings, log);
  const data = await openDataDir(settings.dataDir, { log, clock: systemClock });
  const drivers = await driversOf(settings, data.ledger);
  const own = () => ownAddresses({ ...settings, port, interfaces: addressesOfInterfaces });
  let { port } = settings;
  const service = new Pagetap({
    system: createSystem({
      report: ({ actor, what, error, count }) => {
        const name = error instanceof Error ? error.name : typeof error;
        const fields = {
          actor,
          ...(count && { count }),
          ...(error !== undefined && { error: name }),
        };
        if (what === "failed") log.warn("an actor failed", fields);
        else log.debug(what, fields);
      },
    }),
    version: VERSION,
    // A Grid has places of its own, and a line for them.
    maxBrowsers: settings.gridUrl === null ? settings.maxBrowsers : Infinity,
    workspace: {
      log,
      defaults: { browser: settings.browser, callTimeoutS: settings.callTimeoutS },
      captureTtlS: settings.captureTtlS,
      openTimeoutMs: settings.openTimeoutS * 1000,
      idleMs: settings.idleTimeoutS * 1000,
      folder: data.folder,
      disk: data.disk,
      store: data.store,
      secrets,
      driver: (browser) => drivers[browser],
      navigation: new NavigationRules({
        ownAddresses: () => [
          ...own(),
          ...Object.values(drivers).flatMap((driver) => driver.ownAddresses()),
        ],
        allow: settings.allowOrigins,
        deny: settings.denyOrigins,
      }),
    },
  });
  let server: Server;
  try {
    server = await serve({
      settings,
      tokens,
      service,
      flows: new FlowStore(data.folder, data.disk),
      links: new Links({ key: linkKey(data.folder), now: () => systemClock.now() }),
      assets: ADMIN_ASSETS,
      view: VIEW_HTML,
      log,
      version: VERSION,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    log.error("cannot listen", { host: settings.host, port: settings.port, why });
    data.close();
    return 1;
  }
  port = Number(new URL(server.address).port);
  // Whoever may not ask for the machine's addresses is told now, not by every page that is opened.
  own();
  service.resume();
  log.info("listening", { address: server.address, mcp: `${server.address}/mcp` });
  log.info("stopping", { signal: await stopped.promise });
  const clean = await stop(server, service, Object.values(drivers), log);
  // What a stop that was cut off has left is the next server's to end.
  if (clean) data.close();
  signals();
  uncaught();
  return clean ? 0 : 1;
}

/** Secrets in the environment, where all of it may be read: which of it are secrets is in their names. */
function secretsOfEnvironment(log: Log): SecretEnvironment[] {
  if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
    log.info("secrets in the environment are not looked for: --allow-env is not for all of it");
    return [];
  }
  const environment = new SecretEnvironment(Deno.env);
  if (environment.ignored > 0) {
    log.warn("variables of secrets are ignored: they are not PAGETAP_SECRET_<NAME>__<KEY>", {
      count: environment.ignored,
    });
  }
  return [environment];
}

/** What may be typed and not be seen. @throws {SettingsError} the folder of secrets is none */
function secretsOf({ secretsDir }: Settings, log: Log): Secrets {
  const environment = secretsOfEnvironment(log);
  if (secretsDir === null) return new Secrets(environment);
  try {
    return new Secrets([new SecretFolder(secretsDir), ...environment]);
  } catch (error) {
    if (!(error instanceof SecretSourceError)) throw error;
    throw new SettingsError(`SECRETS_DIR ${JSON.stringify(secretsDir)} ${error.message}`);
  }
}

/** This machine's addresses, as a URL names them. */
function addressesOfInterfaces(): string[] {
  return Deno.networkInterfaces().map(({ address }) => address);
}

/** Where browsers come from: a Grid, or this machine. */
async function driversOf(
  settings: Settings,
  ledger: Ledger | null,
): Promise<Record<BrowserName, Driver>> {
  const { gridUrl, gridCa, chrome, chromedriver, firefox, headed } = settings;
  if (gridUrl === null) {
    return localDrivers({ chrome, chromedriver, firefox, headed, ...(ledger && { ledger }) });
  }
  return gridDrivers({ url: gridUrl, ca: gridCa === null ? null : await readCa(gridCa) });
}

/** Tells running calls, gives every browser back, and answers what can still be answered. */
async function stop(
  server: Server,
  service: Pagetap,
  drivers: readonly { close(): Promise<void> }[],
  log: Log,
): Promise<boolean> {
  const done = (async () => {
    const answered = server.stop();
    await service.stop();
    await Promise.all([answered, ...drivers.map((driver) => driver.close())]);
    return true;
  })();
  const late = Promise.withResolvers<boolean>();
  const timer = systemClock.after(STOP_MS, () => late.resolve(false));
  const clean = await Promise.race([done, late.promise]);
  timer.cancel();
  if (!clean) log.warn("stop took too long", { ms: STOP_MS });
  return clean;
}

function listenForSignals(told: (signal: string) => void): () => void {
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  const listeners = signals.map((signal) => [signal, () => told(signal)] as const);
  for (const [signal, listener] of listeners) Deno.addSignalListener(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) Deno.removeSignalListener(signal, listener);
  };
}

if (import.meta.main) {
  try {
    Deno.exit(await main(Deno.args));
  } catch (error) {
    const told = [SettingsError, TokensFileError, StoreError, DriverError, Deno.errors.NotCapable];
    if (!(error instanceof Error && told.some((kind) => error instanceof kind))) throw error;
    console.error(`pagetap: ${error.message}`);
    Deno.exit(2);
  }
}
