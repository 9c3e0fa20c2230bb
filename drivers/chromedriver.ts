/**
 * The chromedriver process: the one HTTP server behind every local Chrome, spoken to in classic
 * WebDriver only for what BiDi cannot do: a new session, its end, and FACTS rule 24's drain.
 *
 * It starts any program for whoever asks, and asks nobody on loopback who they are, not even a page: it
 * refuses foreign Origins, and that of the application under test is a loopback one. So it listens where no
 * browser connects, and its HTTP has a path that is not guessed. The second alone is not enough: a
 * WebSocket to `/session` takes a `session.new` with no such path (chromedriver 156).
 *
 * @module
 */
import { Child } from "./child.ts";
import { closedPorts } from "./closed_ports.ts";
import { DriverError } from "./driver.ts";
import { type Ledger, markArgument } from "./ledger.ts";
import { askLoopback } from "./loopback_http.ts";

/** Milliseconds chromedriver itself may take to start. */
const START_MS = 10_000;

/** Milliseconds a browser may take to start before chromedriver is taken to hang. */
const NEW_SESSION_MS = 90_000;

/** What its last words are when another has the port; the order of its two lines is not fixed. */
const PORT_TAKEN = /port not available|address already in use|only one usage of each socket/i;

/** A session as chromedriver describes it. */
export interface NewSession {
  /** The id that its paths carry. */
  readonly id: string;
  /** The address of the BiDi socket. */
  readonly socketUrl: string;
  /** The process id of the browser. */
  readonly pid: number;
  /** The port the browser's own debugging server listens on; null when not said. */
  readonly debuggerPort: number | null;
}

/** A running chromedriver. */
export class Chromedriver {
  /** The port it listens on, on loopback. */
  readonly port: number;
  /** Its process group, in which its browsers run too. */
  readonly group: number;
  /** Resolves when chromedriver has ended, with the words for how. */
  readonly exited: Promise<string>;
  readonly #child: Child;
  readonly #base: string;
  readonly #watchers = new Set<(how: string) => void>();
  #running = true;

  private constructor(child: Child, port: number, base: string) {
    this.#child = child;
    this.port = port;
    this.#base = base;
    this.group = child.pid;
    this.exited = child.exited.then((how) => {
      this.#running = false;
      // The browsers it leaves behind have nobody to answer to any more.
      child.kill("SIGKILL");
      for (const tell of this.#watchers) tell(how);
      this.#watchers.clear();
      return how;
    });
  }

  /**
   * Starts chromedriver on a port that no browser connects to.
   *
   * @param ports those it may have, in the order they are tried
   * @throws {DriverError} when it cannot be run or does not come up
   */
  static async start(
    path: string,
    ledger: Ledger,
    ports: readonly number[] = closedPorts(),
  ): Promise<Chromedriver> {
    for (const port of ports) {
      try {
        return await Chromedriver.#startAt(port, path, ledger);
      } catch (error) {
        if (!(error instanceof DriverError && PORT_TAKEN.test(error.message))) throw error;
      }
    }
    throw new DriverError(
      "Chrome did not start: every port chromedriver may have is taken " +
        `(${ports.join(", ")}); no page can reach those, and any other it could`,
    );
  }

  static async #startAt(port: number, path: string, ledger: Ledger): Promise<Chromedriver> {
    const mark = markArgument();
    const base = `/${crypto.randomUUID()}`;
    // OFF would silence the line that tells it is there, and the one that tells of a taken port.
    const args = [`--port=${port}`, `--url-base=${base}`, "--log-level=SEVERE", mark];
    const child = spawnMarked(path, args, mark, ledger);
    child.exited.then(() => ledger.remove(mark));
    try {
      const never = new AbortController().signal;
      await child.announced(/started successfully on port \d+/, START_MS, never);
      return new Chromedriver(child, port, base);
    } catch (error) {
      await child.stop(0);
      throw error;
    }
  }

  /** Whether the process runs. */
  get running(): boolean {
    return this.#running;
  }

  /**
   * Calls `tell` when chromedriver has ended, soon if it has already, with the words for how.
   *
   * @returns Has it not called any more: a promise that outlives a browser would keep what reacts to it.
   */
  watch(tell: (how: string) => void): () => void {
    if (this.#running) this.#watchers.add(tell);
    else void this.exited.then(tell);
    return () => void this.#watchers.delete(tell);
  }

  /**
   * Starts a browser. It is not stopped by giving up the wait: end what it comes to.
   *
   * @throws {DriverError} when chromedriver refuses or is gone
   */
  async newSession(alwaysMatch: Record<string, unknown>): Promise<NewSession> {
    const answer = await this.#ask("POST", "/session", NEW_SESSION_MS, {
      capabilities: { alwaysMatch },
    });
    const { sessionId, capabilities } = answer.value as {
      sessionId?: unknown;
      capabilities?: Record<string, unknown>;
    };
    const socketUrl = capabilities?.webSocketUrl;
    const pid = capabilities?.["goog:processID"];
    if (
      typeof sessionId !== "string" || typeof socketUrl !== "string" || typeof pid !== "number"
    ) {
      throw new DriverError(
        "Chrome did not start: chromedriver named no BiDi socket or no process; update both",
      );
    }
    return { id: sessionId, socketUrl, pid, debuggerPort: debuggerPort(capabilities) };
  }

  /** Ends a session in order, waiting `timeoutMs` milliseconds at most; never throws. */
  async deleteSession(id: string, timeoutMs: number): Promise<void> {
    await this.#ask("DELETE", `/session/${id}`, timeoutMs).catch(() => {});
  }

  /**
   * Asks for the page's URL, which makes a wedged session handle what it had queued (FACTS rule
   * 24); says whether it was told, within `timeoutMs` milliseconds.
   */
  async answers(id: string, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#ask("GET", `/session/${id}/url`, timeoutMs, undefined, signal);
      return true;
    } catch {
      return false;
    }
  }

  /** Ends chromedriver and every browser it still has. */
  async stop(): Promise<void> {
    await this.#child.stop(2000);
  }

  async #ask(
    method: string,
    path: string,
    timeoutMs: number,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<{ value: unknown }> {
    const limit = AbortSignal.timeout(timeoutMs);
    let answer: { value?: unknown };
    let ok: boolean;
    try {
      const response = await askLoopback(this.port, {
        method,
        path: `${this.#base}${path}`,
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      answer = JSON.parse(response.text);
      ok = response.ok;
    } catch {
      throw new DriverError(
        limit.aborted
          ? `Chrome did not start: chromedriver gave no answer within ${timeoutMs} ms`
          : "Chrome did not start: chromedriver ended",
      );
    }
    if (!ok) throw new DriverError(`Chrome did not start: ${reason(answer.value)}`);
    return { value: answer.value };
  }
}

/** The first line of a WebDriver error, which is the sentence in it. */
function reason(value: unknown): string {
  const { error, message } = (value ?? {}) as { error?: unknown; message?: unknown };
  const line = typeof message === "string" ? message.split("\n")[0]?.trim() ?? "" : "";
  const text = line === "" ? String(error ?? "chromedriver refused") : line;
  return text.slice(0, 300);
}

function debuggerPort(capabilities: Record<string, unknown> | undefined): number | null {
  const options = capabilities?.["goog:chromeOptions"] as { debuggerAddress?: unknown } | undefined;
  const port = /:(\d+)$/.exec(String(options?.debuggerAddress))?.[1];
  return port === undefined ? null : Number(port);
}

/** Starts it, written down before it can be lost, and its group as soon as there is one. */
function spawnMarked(path: string, args: string[], mark: string, ledger: Ledger): Child {
  ledger.add({ mark, group: null });
  try {
    const child = Child.spawn(path, args, { name: "chromedriver" });
    ledger.add({ mark, group: child.pid });
    return child;
  } catch (error) {
    ledger.remove(mark);
    throw error;
  }
}
