/**
 * A child process that leads a process group of its own: a Ctrl-C in the terminal reaches the
 * service alone, which then ends its browsers in order, and whatever the child started itself ends
 * with it.
 *
 * @module
 */
import { deadline } from "@std/async";
import { DriverError } from "./driver.ts";

/** Most characters of output kept while an announcement is waited for. */
const MAX_HEARD_CHARS = 16 * 1024;

/** Milliseconds the output of an ended process is still read. */
const LAST_WORDS_MS = 200;

/** Milliseconds a killed process may take to go; a kill cannot be refused, only be slow. */
const KILL_GRACE_MS = 2000;

/** What {@link Child.spawn} needs besides the executable and its arguments. */
export interface ChildOptions {
  /** What the child is called in an error, such as `Firefox`. */
  readonly name: string;
  /** Environment variables set over the inherited ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** One running program whose output is read for one announcement and then thrown away. */
export class Child {
  /** What the child is called in an error. */
  readonly name: string;
  /** The process id, which is the id of its group as well. */
  readonly pid: number;
  /** Resolves when the process has ended, with the words for how: `exit code 1`, `SIGKILL`. */
  readonly exited: Promise<string>;
  /** Resolves when the child has ended and its output is no longer read. */
  readonly #silent: Promise<void>;
  readonly #process: Deno.ChildProcess;
  readonly #readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  #onHeard: () => void = () => {};
  #listening = true;
  #heard = "";

  private constructor(name: string, process: Deno.ChildProcess) {
    this.name = name;
    this.#process = process;
    this.pid = process.pid;
    const reading = Promise.all([this.#read(process.stdout), this.#read(process.stderr)]);
    this.exited = process.status.then(({ code, signal }) => signal ?? `exit code ${code}`);
    this.#silent = this.exited.then(async () => {
      // A grandchild may hold the pipes open; the last words of the child itself are there by then.
      await deadline(reading, LAST_WORDS_MS).catch(() => {});
      for (const reader of this.#readers) await reader.cancel().catch(() => {});
    });
  }

  /**
   * Starts a program with no input and its output read here.
   *
   * @throws {DriverError} when it cannot be run
   */
  static spawn(path: string, args: readonly string[], options: ChildOptions): Child {
    try {
      const process = new Deno.Command(path, {
        args: [...args],
        env: { ...options.env },
        detached: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      return new Child(options.name, process);
    } catch (error) {
      const why = error instanceof Deno.errors.NotFound
        ? "it is not there"
        : error instanceof Deno.errors.PermissionDenied
        ? "it may not be run"
        : "the system refused";
      throw new DriverError(`Cannot run ${options.name} at ${path}: ${why}`);
    }
  }

  /**
   * Waits until the child writes what `pattern` matches, and gives its first group. Called once.
   * The caller stops the child when this throws.
   *
   * @throws {DriverError} when the child ends first, or `timeoutMs` milliseconds pass
   * @throws the signal's reason when it is aborted
   */
  async announced(pattern: RegExp, timeoutMs: number, signal: AbortSignal): Promise<string> {
    const found = Promise.withResolvers<string>();
    this.#onHeard = () => {
      const match = pattern.exec(this.#heard);
      if (match !== null) found.resolve(match[1] ?? match[0]);
    };
    this.#onHeard();
    const ended = this.exited.then(async (how) => {
      await this.#silent;
      throw new DriverError(`${this.name} did not start: ${how}${this.#lastWords()}`);
    });
    try {
      return await deadline(Promise.race([found.promise, ended]), timeoutMs, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DriverError) throw error;
      const within = `within ${timeoutMs} ms`;
      throw new DriverError(`${this.name} did not start ${within}${this.#lastWords()}`);
    } finally {
      this.#listening = false;
      this.#heard = "";
    }
  }

  /**
   * Sends `signal` to the child and to everything it started; to the child alone where this process
   * may not signal others (least permissions). Does nothing when all are gone.
   */
  kill(signal: "SIGTERM" | "SIGKILL"): void {
    try {
      Deno.kill(-this.pid, signal);
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) this.#killAlone(signal);
    }
  }

  /** Ends the group: asks, waits `graceMs` milliseconds for the child, then kills what is left. */
  async stop(graceMs: number): Promise<void> {
    this.kill("SIGTERM");
    await deadline(this.exited, graceMs).catch(() => {});
    this.kill("SIGKILL");
    await deadline(this.#silent, KILL_GRACE_MS).catch(() => {});
  }

  #killAlone(signal: "SIGTERM" | "SIGKILL"): void {
    try {
      this.#process.kill(signal);
    } catch {
      // It is gone.
    }
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    this.#readers.push(reader);
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!this.#listening) continue;
      this.#heard = (this.#heard + decoder.decode(value, { stream: true })).slice(-MAX_HEARD_CHARS);
      this.#onHeard();
    }
  }

  /** The last line said, for an error at the start; no page has been loaded by then. */
  #lastWords(): string {
    const line = this.#heard.trim().split("\n").at(-1)?.trim() ?? "";
    return line === "" ? "" : `: ${line.slice(0, 200)}`;
  }
}
