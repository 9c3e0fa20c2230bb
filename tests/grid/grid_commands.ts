/**
 * The command lines of a Selenium Grid's processes.
 *
 * @module
 */
import type { ChildOptions } from "../e2e/child.ts";
import { GECKODRIVER, GRID_FOLDER, need } from "./places.ts";

/** What a node offers. */
export interface NodeOptions {
  /** Slots of Chrome; 1 when absent. */
  readonly chrome?: number;
  /** Slots of Firefox; 1 when absent. */
  readonly firefox?: number;
  /** Seconds without traffic after which a session is ended; 300 when absent, as the Grid has it. */
  readonly sessionTimeoutS?: number;
  /** Hands out what its browsers download; not when absent, as the Grid has it. */
  readonly managedDownloads?: boolean;
  /** Sessions at once over all slots; as many as there are slots when absent. */
  readonly maxSessions?: number;
}

/** The ports of a hub: its own, and those of its event bus. */
export interface HubPorts {
  readonly port: number;
  readonly publish: number;
  readonly subscribe: number;
}

const HOST = "127.0.0.1";
// A Grid of a test lives for seconds: the quick compiler, the small collector.
const JAVA = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx384m"];
/** Seconds between two heartbeats of a node: how soon a hub that was started again knows of it. */
const HEARTBEAT_S = 1;
/** Seconds between two looks of a hub at its nodes: how soon it knows that one is down. */
const LOOK_S = 2;

/** All of a Grid in one process; its configuration goes into `folder`. */
export function standaloneCommand(folder: string, port: number, node: NodeOptions): ChildOptions {
  return grid("standalone", /Started Selenium Standalone/, [
    ...server(port),
    ...nodeArgs(folder, node),
  ]);
}

/** A hub. */
export function hubCommand(hub: HubPorts): ChildOptions {
  return grid("hub", /Started Selenium Hub/, [
    ...server(hub.port),
    ...busArgs(hub),
    "--healthcheck-interval",
    String(LOOK_S),
    "--purge-nodes-interval",
    String(LOOK_S),
  ]);
}

/** A node of a hub; its configuration goes into `folder`. */
export function nodeCommand(
  folder: string,
  port: number,
  hub: HubPorts,
  node: NodeOptions,
): ChildOptions {
  return grid("node", /Started Selenium node/, [
    ...server(port),
    ...busArgs(hub),
    "--hub",
    `http://${HOST}:${hub.port}`,
    "--heartbeat-period",
    String(HEARTBEAT_S),
    "--register-cycle",
    "1",
    ...nodeArgs(folder, node),
  ]);
}

function grid(role: string, ready: RegExp, args: readonly string[]): ChildOptions {
  return {
    command: need("java"),
    args: [...JAVA, "-cp", `${GRID_FOLDER}/*`, "org.openqa.selenium.grid.Main", role, ...args],
    ready,
  };
}

function server(port: number): string[] {
  return ["--host", HOST, "--port", String(port)];
}

function busArgs({ publish, subscribe }: HubPorts): string[] {
  return [
    "--publish-events",
    `tcp://${HOST}:${publish}`,
    "--subscribe-events",
    `tcp://${HOST}:${subscribe}`,
  ];
}

function nodeArgs(folder: string, options: NodeOptions): string[] {
  // Of several drivers on a command line only the last one counts.
  const file = `${folder}/node.toml`;
  Deno.writeTextFileSync(file, nodeConfig(options));
  return ["--config", file];
}

function nodeConfig(options: NodeOptions): string {
  const { chrome = 1, firefox = 1, sessionTimeoutS = 300, maxSessions = chrome + firefox } =
    options;
  return `[node]
detect-drivers = false
selenium-manager = false
override-max-sessions = true
max-sessions = ${maxSessions}
session-timeout = ${sessionTimeoutS}
enable-managed-downloads = ${options.managedDownloads ?? false}
` + driver("chrome", need("chromedriver"), chrome, {
    "goog:chromeOptions": { binary: need("chromium"), args: chromeArgs() },
  }) + driver("firefox", GECKODRIVER, firefox, {
    "moz:firefoxOptions": { binary: need("firefox-esr"), args: ["-headless"] },
  });
}

/** What a client must not have to know of the node's machine: that it has no screen, and who it runs as. */
function chromeArgs(): string[] {
  // The sandbox cannot be set up by root, and Chrome refuses to start; anyone else keeps it.
  return ["--headless=new", ...(Deno.uid() === 0 ? ["--no-sandbox"] : [])];
}

function driver(
  browserName: string,
  executable: string,
  slots: number,
  options: Readonly<Record<string, unknown>>,
): string {
  if (slots === 0) return "";
  const stereotype = JSON.stringify({ browserName, platformName: "LINUX", ...options });
  return `[[node.driver-configuration]]
display-name = "${browserName}"
webdriver-executable = "${executable}"
max-sessions = ${slots}
stereotype = '${stereotype}'
`;
}
