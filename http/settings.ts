/**
 * The settings of a server: a flag, else the environment, else the default.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { isLoopback } from "./door/hosts.ts";
import { MIN_TOKEN_CHARS } from "./door/tokens.ts";
import { nearest } from "./nearest.ts";
import type { Setting } from "./settings/setting.ts";
import type { Settings } from "./settings/settings.ts";
import { SETTINGS } from "./settings/table.ts";

export type { Settings } from "./settings/settings.ts";

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
    tokensFile: value("tokensFile"),
    rateLimit: value("rateLimit"),
    allowHosts: value("allowHosts"),
    publicUrl: value("publicUrl"),
    allowOrigins: value("allowOrigins"),
    denyOrigins: value("denyOrigins"),
    dataDir: value("dataDir"),
    secretsDir: value("secretsDir"),
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
  const { host, authToken, tokensFile } = settings;
  const reachable = `HOST ${host} is reachable from other machines`;
  if (!isLoopback(host) && authToken === null && tokensFile === null) {
    throw new SettingsError(
      `${reachable}: set AUTH_TOKEN or TOKENS_FILE, or bind 127.0.0.1`,
    );
  }
  if (!isLoopback(host) && authToken !== null && authToken.length < MIN_TOKEN_CHARS) {
    throw new SettingsError(
      `${reachable}: AUTH_TOKEN must have at least ${MIN_TOKEN_CHARS} characters, as ` +
        "`openssl rand -base64 32` makes them, or bind 127.0.0.1",
    );
  }
  const { allowHosts, publicUrl } = settings;
  if (publicUrl === null) return settings;
  return { ...settings, allowHosts: [...allowHosts, new URL(publicUrl).origin] };
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
