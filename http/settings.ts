/**
 * The settings of a server: a flag, else the environment, else the default.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { isLoopback, parseAllowedHost } from "./door/hosts.ts";
import { nearest } from "./nearest.ts";
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from "./log.ts";

/** What a server is started with. */
export interface Settings {
  /** The address to bind. */
  readonly host: string;
  /** The port to bind; 0 takes a free one. */
  readonly port: number;
  /** The Selenium Grid that browsers come from, with user and password when it wants them; null: this machine. */
  readonly gridUrl: string | null;
  /** The PEM file of a CA that the Grid's certificate may be signed by; null: the usual ones alone. */
  readonly gridCa: string | null;
  /** The browser of an open that names none. */
  readonly browser: "chrome" | "firefox";
  /** Shows the browsers' windows. */
  readonly headed: boolean;
  /** Chrome's executable; null: found on PATH, as the next two. */
  readonly chrome: string | null;
  /** chromedriver's executable. */
  readonly chromedriver: string | null;
  /** Firefox's executable. */
  readonly firefox: string | null;
  /** What a caller must present; null: nothing. */
  readonly authToken: string | null;
  /** Hosts and origins allowed beside the loopback names and `host`. */
  readonly allowHosts: readonly string[];
  /** The folder for what outlives the server; null: the platform's. */
  readonly dataDir: string | null;
  /** Seconds that captured data outlives its last entry. */
  readonly captureTtlS: number;
  /** Seconds an open may take. */
  readonly openTimeoutS: number;
  /** Seconds a call may take. */
  readonly callTimeoutS: number;
  /** Local browsers at once. */
  readonly maxBrowsers: number;
  /** Seconds without a call after which a local browser is ended. */
  readonly idleTimeoutS: number;
  /** The last level that is logged. */
  readonly logLevel: LogLevel;
  /** How a log line looks. */
  readonly logFormat: LogFormat;
}

/** What the command line asks for. */
export type Command =
  | { readonly kind: "serve"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "version" };

/** A setting stops the start. The message is one sentence that names it and what is allowed. */
export class SettingsError extends Error {
  /** Tells it from a fault. */
  override readonly name = "SettingsError";
}

/** One setting: where it comes from and what it may be. */
interface Setting<T> {
  readonly env: string;
  /** Without the dashes; absent where a command line, which other users can see, is no place for it. */
  readonly flag?: string;
  readonly default: T;
  /** The default as `--help` shows it, where the value does not say it. */
  readonly shown?: string;
  readonly help: string;
  readonly allowed: string;
  /** Whether its value, also a wrong one, may hold a secret. */
  readonly secret?: true;
  /** Whether the flag stands alone. */
  readonly boolean?: true;
  /** The value, or undefined when it is not allowed. */
  parse(text: string): T | undefined;
}

function oneOf<T extends string>(options: readonly T[]): Pick<Setting<T>, "allowed" | "parse"> {
  return {
    allowed: `one of ${options.join(", ")}`,
    parse: (text) => options.find((option) => option === text),
  };
}

function integer(min: number, max: number): Pick<Setting<number>, "allowed" | "parse"> {
  return {
    allowed: `an integer from ${min} to ${max}`,
    parse(text) {
      const value = Number(text);
      return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
    },
  };
}

function isGridUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    return false;
  }
  // Neither could be kept: paths are put behind the prefix.
  return search === "" && hash === "" && !/[?#]$/.test(text);
}

const executable: Pick<Setting<string | null>, "default" | "shown" | "allowed" | "parse"> = {
  default: null,
  shown: "found on PATH",
  allowed: "the path of an executable",
  parse: (text) => text,
};

const SETTINGS: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  host: {
    env: "HOST",
    flag: "host",
    default: "127.0.0.1",
    help: "address to bind; beyond loopback AUTH_TOKEN must be set",
    allowed: "an IP address or a host name",
    parse: (text) => /^[A-Za-z0-9:][A-Za-z0-9.:_-]*$/.test(text) ? text : undefined,
  },
  port: {
    env: "PORT",
    flag: "port",
    default: 4445,
    help: "port to bind; 0 takes a free one",
    ...integer(0, 65_535),
  },
  gridUrl: {
    env: "GRID_URL",
    flag: "grid-url",
    default: null,
    shown: "none: local browsers",
    help: "Selenium Grid that browsers come from",
    allowed: "http(s)://[user:pass@]host[:port][/prefix]",
    secret: true,
    parse: (text) => isGridUrl(text) ? text : undefined,
  },
  gridCa: {
    env: "GRID_CA",
    default: null,
    shown: "none",
    help: "PEM file of the CA of a Grid that has one of its own",
    allowed: "the path of a PEM file",
    parse: (text) => text,
  },
  browser: {
    env: "BROWSER",
    flag: "browser",
    default: "chrome",
    help: "browser of an open_session that names none: chrome or firefox",
    ...oneOf(["chrome", "firefox"]),
  },
  headed: {
    env: "HEADED",
    flag: "headed",
    default: false,
    help: "show the browsers' windows",
    allowed: "true or false",
    boolean: true,
    parse: (text) => text === "true" ? true : text === "false" ? false : undefined,
  },
  chrome: { env: "CHROME", help: "Chrome's executable", ...executable },
  chromedriver: { env: "CHROMEDRIVER", help: "chromedriver's executable", ...executable },
  firefox: { env: "FIREFOX", help: "Firefox's executable", ...executable },
  authToken: {
    env: "AUTH_TOKEN",
    default: null,
    shown: "none",
    help: "bearer token that every request but GET /health must carry",
    allowed: "1 to 1024 visible ASCII characters without spaces",
    secret: true,
    parse: (text) => /^[\x21-\x7e]{1,1024}$/.test(text) ? text : undefined,
  },
  allowHosts: {
    env: "ALLOW_HOSTS",
    flag: "allow-hosts",
    default: [],
    shown: "loopback names and HOST",
    help: "further hosts a request may name as Host or Origin, with commas between",
    allowed: "name, name:port or scheme://name[:port], with commas between",
    parse(text) {
      const hosts = text.split(",").map((host) => host.trim()).filter((host) => host !== "");
      return hosts.every((host) => parseAllowedHost(host) !== null) ? hosts : undefined;
    },
  },
  dataDir: {
    env: "DATA_DIR",
    flag: "data-dir",
    default: null,
    shown: "pagetap in the platform's data folder",
    help: "folder for what outlives the server; one for each server",
    allowed: "the path of a folder",
    parse: (text) => text,
  },
  captureTtlS: {
    env: "CAPTURE_TTL",
    flag: "capture-ttl",
    default: 10_800,
    help: "seconds that captured data outlives its last entry",
    ...integer(60, 2_592_000),
  },
  openTimeoutS: {
    env: "OPEN_TIMEOUT",
    flag: "open-timeout",
    default: 60,
    help: "seconds an open_session may take",
    ...integer(1, 600),
  },
  callTimeoutS: {
    env: "CALL_TIMEOUT",
    flag: "call-timeout",
    default: 30,
    help: "seconds a call may take",
    ...integer(1, 600),
  },
  maxBrowsers: {
    env: "MAX_BROWSERS",
    default: 4,
    help: "browsers at once",
    ...integer(1, 256),
  },
  idleTimeoutS: {
    env: "IDLE_TIMEOUT",
    default: 1_800,
    help: "seconds without a call after which a browser is ended",
    ...integer(10, 604_800),
  },
  logLevel: {
    env: "LOG_LEVEL",
    flag: "log-level",
    default: "info",
    help: "error, warn, info or debug",
    ...oneOf(LOG_LEVELS),
  },
  logFormat: {
    env: "LOG_FORMAT",
    flag: "log-format",
    default: "text",
    help: "text, or json for machines",
    ...oneOf(LOG_FORMATS),
  },
};

const COMMANDS = ["serve", "help", "version"] as const;

/**
 * What the command line and the environment ask for.
 *
 * @param env a variable's value; an empty one counts as unset
 * @throws {SettingsError} a setting, a flag or a command is not one that is allowed
 */
export function parseCommand(
  args: readonly string[],
  env: (name: string) => string | undefined,
): Command {
  const flags = new Map<string, string>();
  const words: string[] = [];
  for (const token of tokens(args)) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind === "option") {
      // `--host --port 1`: the next flag is no value.
      const value = token.inlineValue || !token.value?.startsWith("-") ? token.value : undefined;
      flags.set(token.name, flagValue(token.name, value));
    }
  }
  const [word = "serve", ...more] = words;
  const command = COMMANDS.find((name) => name === word);
  if (command === undefined || more.length > 0) {
    throw new SettingsError(
      `Unknown command ${more[0] ?? word}; the commands are ${COMMANDS.join(", ")}`,
    );
  }
  if (flags.has("help") || command === "help") return { kind: "help", text: help() };
  if (flags.has("version") || command === "version") return { kind: "version" };
  return { kind: "serve", settings: checked(settings(flags, env)) };
}

function tokens(args: readonly string[]): ReturnType<typeof parseArgs>["tokens"] & object {
  const options = Object.fromEntries([
    ["help", { type: "boolean", short: "h" }],
    ["version", { type: "boolean" }],
    ...entries().flatMap(([, { flag, boolean }]) =>
      flag === undefined ? [] : [[flag, { type: boolean ? "boolean" : "string" }]]
    ),
  ]);
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

function flagValue(name: string, value: string | undefined): string {
  if (name === "help" || name === "version") return "true";
  const setting = entries().find(([, { flag }]) => flag === name)?.[1];
  if (setting === undefined) {
    const dashed = `${name.length === 1 ? "-" : "--"}${name}`;
    const flags = entries().flatMap(([, { flag }]) => flag ?? []);
    const meant = nearest(name, ["help", "version", ...flags]);
    throw new SettingsError(
      `Unknown flag ${dashed}; ${
        meant === null ? "--help lists them" : `did you mean --${meant}?`
      }`,
    );
  }
  if (value !== undefined) return value;
  if (setting.boolean) return "true";
  throw new SettingsError(`--${name} needs a value: ${setting.allowed}`);
}

function settings(
  flags: ReadonlyMap<string, string>,
  env: (name: string) => string | undefined,
): Settings {
  function value<K extends keyof Settings>(key: K): Settings[K] {
    const setting: Setting<Settings[K]> = SETTINGS[key];
    const flag = setting.flag === undefined ? undefined : flags.get(setting.flag);
    const variable = env(setting.env);
    const text = flag ?? (variable === "" ? undefined : variable);
    if (text === undefined) return setting.default;
    const parsed = setting.parse(text);
    if (parsed !== undefined) return parsed;
    const name = flag === undefined ? setting.env : `--${setting.flag}`;
    const found = setting.secret ? "" : `; found ${JSON.stringify(text.slice(0, 100))}`;
    throw new SettingsError(`${name} must be ${setting.allowed}${found}`);
  }
  return {
    host: value("host"),
    port: value("port"),
    gridUrl: value("gridUrl"),
    gridCa: value("gridCa"),
    browser: value("browser"),
    headed: value("headed"),
    chrome: value("chrome"),
    chromedriver: value("chromedriver"),
    firefox: value("firefox"),
    authToken: value("authToken"),
    allowHosts: value("allowHosts"),
    dataDir: value("dataDir"),
    captureTtlS: value("captureTtlS"),
    openTimeoutS: value("openTimeoutS"),
    callTimeoutS: value("callTimeoutS"),
    maxBrowsers: value("maxBrowsers"),
    idleTimeoutS: value("idleTimeoutS"),
    logLevel: value("logLevel"),
    logFormat: value("logFormat"),
  };
}

function checked(settings: Settings): Settings {
  if (!isLoopback(settings.host) && settings.authToken === null) {
    throw new SettingsError(
      `HOST ${settings.host} is reachable from other machines: set AUTH_TOKEN, or bind 127.0.0.1`,
    );
  }
  return settings;
}

function entries(): [string, Setting<unknown>][] {
  return Object.entries(SETTINGS);
}

function help(): string {
  const rows = entries().map(([, setting]) => {
    const flag = setting.flag === undefined
      ? ""
      : `--${setting.flag}${setting.boolean ? "" : " <value>"}`;
    const fallback = setting.shown ?? String(setting.default);
    return `  ${setting.env.padEnd(14)}${flag.padEnd(24)}${setting.help} (${fallback})`;
  });
  return `pagetap: drives a real browser for agents, over MCP and JSON.

Usage: pagetap [serve] [flags]

A flag goes before the environment, the environment before the default, in brackets.

${rows.join("\n")}

  --help, -h    shows this
  --version     shows the version
`;
}
