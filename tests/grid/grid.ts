/**
 * A real Selenium Grid on loopback: standalone, or a hub and a node in processes of their own.
 *
 * @module
 */
import { delay } from "@std/async";
import { freePort } from "./free_port.ts";
import { hubCommand, nodeCommand, type NodeOptions, standaloneCommand } from "./grid_commands.ts";
import { Part } from "./part.ts";

/** What the tests read of `GET /status`. */
export interface GridStatus {
  readonly ready: boolean;
  readonly nodes: readonly {
    readonly availability: string;
    readonly uri: string;
    /** Milliseconds. */
    readonly sessionTimeout: number;
    readonly slots: readonly {
      readonly stereotype: { readonly browserName: string };
      readonly session: {
        readonly sessionId: string;
        readonly capabilities: Readonly<Record<string, unknown>>;
      } | null;
    }[];
  }[];
}

/** A session that the Grid lists. */
export interface GridSession {
  readonly id: string;
  readonly browser: "chrome" | "firefox";
  readonly browserPid: number;
  /** The chromedriver or geckodriver that started the browser; null when either has ended. */
  readonly driverPid: number | null;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** How many slots are taken and free. */
export interface Slots {
  readonly taken: number;
  readonly free: number;
}

/** Milliseconds within which a Grid that was started has to show a node. */
const READY_MS = 60_000;
/** Milliseconds that one call to it may take. */
const CALL_MS = 10_000;

/** A Grid that runs. */
export class Grid {
  /** Where clients call it; stays the same over a restart. */
  readonly url: string;
  /** The process that clients call: the whole Grid when it is standalone. */
  readonly hub: Part;
  /** The process whose children the drivers are; the same as `hub` when it is standalone. */
  readonly node: Part;

  private constructor(url: string, hub: Part, node: Part) {
    this.url = url;
    this.hub = hub;
    this.node = node;
  }

  /** Starts one in a single process and waits until it takes sessions. */
  static async standalone(options: NodeOptions & { readonly port?: number } = {}): Promise<Grid> {
    const { port = freePort(), ...node } = options;
    const part = await Part.start((folder) => standaloneCommand(folder, port, node));
    return await ready(new Grid(`http://127.0.0.1:${port}`, part, part));
  }

  /** Starts a hub and a node and waits until they take sessions. */
  static async hubAndNode(options: NodeOptions & { readonly port?: number } = {}): Promise<Grid> {
    const { port = freePort(), ...node } = options;
    const hubAt = { port, publish: freePort(), subscribe: freePort() };
    const starts = await Promise.allSettled([
      Part.start(() => hubCommand(hubAt)),
      Part.start((folder) => nodeCommand(folder, freePort(), hubAt, node)),
    ]);
    const [hub, worker] = starts;
    if (hub.status === "fulfilled" && worker.status === "fulfilled") {
      return await ready(new Grid(`http://127.0.0.1:${port}`, hub.value, worker.value));
    }
    const reasons: unknown[] = [];
    for (const start of starts) {
      if (start.status === "fulfilled") await start.value.stop();
      else reasons.push(start.reason);
    }
    throw new AggregateError(reasons, `Cannot start a hub and a node: ${reasons.join("; ")}`);
  }

  /** The process id of the hub, or of the whole when it is standalone. */
  get pid(): number {
    return this.hub.pid;
  }

  /** `GET /status`. */
  async status(): Promise<GridStatus> {
    const response = await fetch(`${this.url}/status`, { signal: AbortSignal.timeout(CALL_MS) });
    return (await response.json()).value;
  }

  /** How many slots of all nodes are taken and free. */
  async slots(): Promise<Slots> {
    const slots = (await this.status()).nodes.flatMap((node) => node.slots);
    const taken = slots.filter((slot) => slot.session !== null).length;
    return { taken, free: slots.length - taken };
  }

  /** The sessions it lists, with the processes behind them. */
  async sessions(): Promise<GridSession[]> {
    const sessions = (await this.status()).nodes.flatMap((node) => node.slots)
      .flatMap((slot) => slot.session ?? []);
    return sessions.map(({ sessionId, capabilities }) => {
      const chrome = capabilities.browserName === "chrome";
      const browserPid = Number(capabilities[chrome ? "goog:processID" : "moz:processID"]);
      return {
        id: sessionId,
        browser: chrome ? "chrome" : "firefox",
        browserPid,
        driverPid: driverOf(browserPid),
        capabilities,
      };
    });
  }

  /** How many requests for a new session wait in its queue. */
  async queued(): Promise<number> {
    const response = await fetch(`${this.url}/se/grid/newsessionqueue/queue`, {
      signal: AbortSignal.timeout(CALL_MS),
    });
    return (await response.json()).value.length;
  }

  /** Waits until as many slots are taken; one is freed some time after its session was ended. */
  async taken(count: number, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    for (let slots = await this.slots(); slots.taken !== count; slots = await this.slots()) {
      if (performance.now() > deadline) {
        throw new Error(`${slots.taken} slots were taken after ${timeoutMs} ms, not ${count}`);
      }
      await delay(50);
    }
  }

  /** Waits until it takes sessions: a node is up and listed. */
  async ready(): Promise<void> {
    const deadline = performance.now() + READY_MS;
    while (performance.now() < deadline) {
      const status = await this.status().catch(() => null);
      if (status?.nodes.some((node) => node.availability === "UP")) return;
      await delay(50);
    }
    throw new Error(`No node of the Grid was up in ${READY_MS} ms: ${this.node.output}`);
  }

  /** Kills the process that clients call; its drivers and browsers are left as they are. */
  kill(signal: Deno.Signal = "SIGKILL"): Promise<void> {
    return this.hub.kill(signal);
  }

  /** Starts the process that clients call again, on the same port, and waits until it takes sessions. */
  async restart(): Promise<void> {
    await this.hub.restart();
    await this.ready();
  }

  /** Ends it with every driver and browser. Safe twice. */
  async stop(): Promise<void> {
    await this.node.stop();
    if (this.hub !== this.node) await this.hub.stop();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

async function ready(grid: Grid): Promise<Grid> {
  try {
    await grid.ready();
    return grid;
  } catch (error) {
    await grid.stop();
    throw error;
  }
}

/** The driver that is the parent of a browser. */
function driverOf(browserPid: number): number | null {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status(browserPid))?.[1]);
    return /^Name:\s+(chromedriver|geckodriver)$/m.test(status(parent)) ? parent : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function status(pid: number): string {
  return Deno.readTextFileSync(`/proc/${pid}/status`);
}
