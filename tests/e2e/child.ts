/**
 * A program of ours, run as its user runs it: in a process of its own, both of its outputs in a file. (A
 * pipe would be read in the background all along, which the sanitizers rightly take for a leak.)
 *
 * @module
 */

/** What a child is started with. */
export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  readonly clearEnv?: boolean;
  readonly cwd?: string;
  /** What it writes when it is ready. */
  readonly ready: RegExp;
  /** Milliseconds it may take to write that. */
  readonly timeoutMs?: number;
}

/** Milliseconds between two looks at what it wrote. */
const LOOK_MS = 20;

/** A child that is ready. */
export class Child {
  /** What `ready` matched. */
  readonly match: RegExpExecArray;
  readonly #process: Deno.ChildProcess;
  readonly #file: string;

  private constructor(process: Deno.ChildProcess, match: RegExpExecArray, file: string) {
    this.#process = process;
    this.match = match;
    this.#file = file;
  }

  /** Its process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** All it has written. */
  get output(): string {
    return Deno.readTextFileSync(this.#file);
  }

  /** Starts one and waits until it is ready. */
  static async start(options: ChildOptions): Promise<Child> {
    const { command, args, env, clearEnv, cwd, ready, timeoutMs = 60_000 } = options;
    const file = await Deno.makeTempFile({ prefix: "pagetap-child-" });
    const process = new Deno.Command("/bin/sh", {
      args: ["-c", `exec "$0" "$@" >"${file}" 2>&1`, command, ...args],
      stdin: "null",
      stdout: "null",
      stderr: "null",
      ...(env && { env }),
      ...(clearEnv && { clearEnv }),
      ...(cwd && { cwd }),
    }).spawn();
    let code: number | undefined;
    void process.status.then((status) => code = status.code);
    const deadline = performance.now() + timeoutMs;
    while (true) {
      const output = await Deno.readTextFile(file);
      const match = ready.exec(output);
      if (match) return new Child(process, match, file);
      if (code === undefined && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        continue;
      }
      if (code === undefined) process.kill("SIGKILL");
      await process.status;
      await Deno.remove(file);
      const what = code === undefined ? `was not ready in ${timeoutMs} ms` : `ended with ${code}`;
      throw new Error(`${command} ${what}: ${output}`);
    }
  }

  /** Sends a signal and waits for nothing. */
  signal(signal: Deno.Signal): void {
    this.#process.kill(signal);
  }

  /** Waits for the end; resolves with the exit code. */
  async ended(): Promise<number> {
    return (await this.#process.status).code;
  }

  /** Sends a signal and waits for the end; resolves with the exit code. */
  async stop(signal: Deno.Signal = "SIGTERM"): Promise<number> {
    try {
      this.#process.kill(signal);
    } catch {
      // It has ended already.
    }
    const { code } = await this.#process.status;
    await Deno.remove(this.#file).catch(() => {});
    return code;
  }
}
