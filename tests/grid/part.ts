/**
 * A program that the tests start, kill and start again. All that it starts in turn is known by a folder
 * of its own that stands in the environment each of them inherits, whoever its parent is by then.
 *
 * @module
 */
import { delay } from "@std/async";
import { isAlive, isGone, kill } from "../../drivers/pid.ts";
import { Child, type ChildOptions } from "../e2e/child.ts";

/** Milliseconds that a polite end may take, and then a kill. */
const STOP_MS = 8000;
/** What its folder is called: it names the process that started it. */
const PREFIX = "pagetap-part-";

/** A part that was started. */
export class Part {
  /** Where it and all that it started keep their files. */
  readonly folder: string;
  readonly #options: ChildOptions;
  #child: Child;

  private constructor(options: ChildOptions, folder: string, child: Child) {
    this.#options = options;
    this.folder = folder;
    this.#child = child;
  }

  /** Starts what `prepare` answers, which may keep files in the part's own folder; waits until it is ready. */
  static async start(
    prepare: (folder: string) => ChildOptions | Promise<ChildOptions>,
  ): Promise<Part> {
    await (swept ??= sweep());
    const folder = await Deno.makeTempDir({ prefix: `${PREFIX}${Deno.pid}-` });
    try {
      const options = await prepare(folder);
      const own = { ...options, env: { ...options.env, TMPDIR: folder } };
      return new Part(own, folder, await Child.start(own));
    } catch (error) {
      await clean(folder);
      throw error;
    }
  }

  /** The process id of the program itself. */
  get pid(): number {
    return this.#child.pid;
  }

  /** All it has written since it was last started. */
  get output(): string {
    return this.#child.output;
  }

  /** Whether the program itself runs. */
  get running(): boolean {
    return isAlive(this.pid) === true;
  }

  /** Resolves with its exit code when the program itself has ended, by whatever. */
  ended(): Promise<number> {
    return this.#child.ended();
  }

  /** Sends the program alone a signal and waits for its end; what it had started is left as it is. */
  async kill(signal: Deno.Signal = "SIGKILL"): Promise<void> {
    this.#send(signal);
    if (await isGone(this.pid, STOP_MS)) return;
    kill(this.pid);
    await isGone(this.pid, STOP_MS);
  }

  /** Sends the program alone a signal and waits for nothing: SIGSTOP and SIGCONT. */
  signal(signal: Deno.Signal): void {
    this.#send(signal);
  }

  /** Starts it again as it was, after a kill when it still runs. */
  async restart(): Promise<void> {
    await this.kill();
    await this.#child.stop("SIGKILL");
    this.#child = await Child.start(this.#options);
  }

  /** Ends it and all that it started, and removes their files. Safe twice. */
  async stop(): Promise<void> {
    // One that is stopped hears nothing else.
    this.#send("SIGCONT");
    await this.kill("SIGTERM");
    await this.#child.stop("SIGKILL");
    await clean(this.folder);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #send(signal: Deno.Signal): void {
    try {
      this.#child.signal(signal);
    } catch {
      // It has ended.
    }
  }
}

let swept: Promise<void> | undefined;

/** Ends what tests have left that were killed before they could end it. */
export async function sweep(): Promise<void> {
  const parent = Deno.env.get("TMPDIR") ?? "/tmp";
  for await (const { name } of Deno.readDir(parent)) {
    const owner = name.startsWith(PREFIX) && /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1];
    if (owner && isAlive(Number(owner)) === false) await clean(`${parent}/${name}`);
  }
}

/** Kills whoever has the folder for its own, and removes it. */
async function clean(folder: string): Promise<void> {
  const deadline = performance.now() + STOP_MS;
  for (let pids = await inhabitants(folder); pids.length > 0; pids = await inhabitants(folder)) {
    if (performance.now() > deadline) throw new Error(`Processes outlive a kill: ${pids}`);
    pids.forEach(kill);
    await delay(20);
  }
  await Deno.remove(folder, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

async function inhabitants(folder: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || isAlive(pid) !== true) continue;
    const environment = await Deno.readTextFile(`/proc/${name}/environ`).catch(() => "");
    if (environment.split("\0").includes(`TMPDIR=${folder}`)) found.push(pid);
  }
  return found;
}
