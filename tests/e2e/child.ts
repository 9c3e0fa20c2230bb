/**
 * A program of ours, run as its user runs it: in a process of its own, heard on its standard error.
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
  /** Which stream says that it is ready. */
  readonly ready: RegExp;
  /** Milliseconds it may take to say so. */
  readonly timeoutMs?: number;
}

/** A child that is ready. */
export class Child {
  /** What `ready` matched. */
  readonly match: RegExpExecArray;
  readonly pid: number;
  readonly #process: Deno.ChildProcess;
  readonly #output: { text: string };
  readonly #drained: Promise<unknown>;

  private constructor(
    process: Deno.ChildProcess,
    match: RegExpExecArray,
    output: { text: string },
    drained: Promise<unknown>,
  ) {
    this.#process = process;
    this.pid = process.pid;
    this.match = match;
    this.#output = output;
    this.#drained = drained;
  }

  /** All it has written, both streams. */
  get output(): string {
    return this.#output.text;
  }

  /** Starts one and waits until it is ready. */
  static async start(options: ChildOptions): Promise<Child> {
    const { command, args, ready, timeoutMs = 60_000 } = options;
    const process = new Deno.Command(command, {
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      ...(options.env && { env: options.env }),
      ...(options.clearEnv && { clearEnv: true }),
      ...(options.cwd && { cwd: options.cwd }),
    }).spawn();
    const output = { text: "" };
    const matched = Promise.withResolvers<RegExpExecArray>();
    const listen = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder();
      for await (const chunk of stream) {
        output.text += decoder.decode(chunk, { stream: true });
        const match = ready.exec(output.text);
        if (match) matched.resolve(match);
      }
    };
    const drained = Promise.all([listen(process.stdout), listen(process.stderr)]);
    const timer = setTimeout(
      () => matched.reject(new Error(`not ready in ${timeoutMs} ms: ${output.text}`)),
      timeoutMs,
    );
    void process.status.then(({ code }) =>
      matched.reject(new Error(`ended with ${code}: ${output.text}`))
    );
    try {
      const match = await matched.promise;
      return new Child(process, match, output, drained);
    } catch (error) {
      try {
        process.kill("SIGKILL");
      } catch { /* it has ended */ }
      await Promise.all([process.status, drained]);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a signal and waits for the end; resolves with the exit code. */
  async stop(signal: Deno.Signal = "SIGTERM"): Promise<number> {
    try {
      this.#process.kill(signal);
    } catch { /* it has ended */ }
    const { code } = await this.#process.status;
    await this.#drained;
    return code;
  }
}
