/**
 * Every setting there is: its variable, its flag, its default, its help.
 *
 * @module
 */
import { ORIGIN_PATTERN_FORM, parseOriginPattern } from "../../actors/origin_pattern.ts";
import { parseAllowedHost } from "../door/hosts.ts";
import { LOG_FORMATS, LOG_LEVELS } from "../log.ts";
import { integer, oneOf, type Setting } from "./setting.ts";
import type { Settings } from "./settings.ts";

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

const origins: Pick<Setting<readonly string[]>, "default" | "allowed" | "parse"> = {
  default: [],
  allowed: `${ORIGIN_PATTERN_FORM}, with commas between`,
  parse(text) {
    const origins = list(text);
    return origins.every((origin) => parseOriginPattern(origin) !== null) ? origins : undefined;
  },
};

function list(text: string): string[] {
  return text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** By the name it has in {@linkcode Settings}, in the order of `--help`. */
export const SETTINGS: { readonly [K in keyof Settings]: Setting<Settings[K]> } = {
  host: {
    env: "HOST",
    flag: "host",
    default: "127.0.0.1",
    help: "address to bind; beyond loopback AUTH_TOKEN or TOKENS_FILE must be set",
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
    allowed: "1 to 1024 visible ASCII characters without spaces, at least 16 beyond loopback",
    secret: true,
    parse: (text) => /^[\x21-\x7e]{1,1024}$/.test(text) ? text : undefined,
  },
  tokensFile: {
    env: "TOKENS_FILE",
    default: null,
    shown: "none",
    help: "JSON list of {name, token or sha256, scopes, workspaces}; read again on SIGHUP",
    allowed: "the path of a JSON file",
    parse: (text) => text,
  },
  rateLimit: {
    env: "RATE_LIMIT",
    default: 6_000,
    help: "calls a minute of one token, or of all callers without one; 0 for any number",
    ...integer(0, 1_000_000),
  },
  allowHosts: {
    env: "ALLOW_HOSTS",
    flag: "allow-hosts",
    default: [],
    shown: "loopback names and HOST",
    help: "further hosts a request may name as Host or Origin, with commas between",
    allowed: "name, name:port or scheme://name[:port], with commas between",
    parse(text) {
      const hosts = list(text);
      return hosts.every((host) => parseAllowedHost(host) !== null) ? hosts : undefined;
    },
  },
  publicUrl: {
    env: "PUBLIC_URL",
    flag: "public-url",
    default: null,
    shown: "from the request",
    help: "where people reach the server, for links to files; its host is allowed too",
    allowed: "http(s)://host[:port], with no path: pagetap has a host's whole address to itself",
    parse: (text) => {
      const plain = /^https?:\/\/[^\s/?#@]+\/?$/i.test(text) && URL.canParse(text);
      return plain ? text.replace(/\/$/, "") : undefined;
    },
  },
  allowOrigins: {
    env: "ALLOW_ORIGINS",
    help: "the only origins a page may be taken to; one named here may be a metadata address",
    shown: "any",
    ...origins,
  },
  denyOrigins: {
    env: "DENY_ORIGINS",
    help: "origins no page is taken to, also when allowed",
    shown: "none",
    ...origins,
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
  secretsDir: {
    env: "SECRETS_DIR",
    default: null,
    shown: "none",
    help: "folder of secrets that write types by name, as <name>/<key>",
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
