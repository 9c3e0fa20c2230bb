/**
 * The machine's processes, through `ps` and `kill`: the two programs a right to run can be given for.
 *
 * @module
 */

/** Milliseconds `ps` or `kill` may take. */
const RUN_MS = 5_000;

/** Each asked for by itself: a header, here an empty one, goes on to the end of its argument. */
const COLUMNS = ["pid", "pgid", "stat", "command"];

/** One process that has not ended. */
export interface Process {
  /** Its process id. */
  readonly pid: number;
  /** The process group it belongs to. */
  readonly group: number;
  /** Its command line, as far as `ps` knows it. */
  readonly command: string;
}

/**
 * Every process there is, of every user that can be seen.
 *
 * @throws {Error} `ps` is missing, may not be run, or refuses
 */
export async function listProcesses(): Promise<Process[]> {
  const text = await run("ps", ["-A", "-ww", ...COLUMNS.flatMap((name) => ["-o", `${name}=`])]);
  return text.split("\n").flatMap((line) => {
    const [, pid, group, command] = /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(.*)$/.exec(line) ?? [];
    // One whose state is Z has ended; whoever started it has only not been told yet.
    return command === undefined ? [] : [{ pid: Number(pid), group: Number(group), command }];
  });
}

/**
 * Kills every process of a group.
 *
 * @throws {Error} `kill` is missing, may not be run, or refuses: they are gone, or another user's
 */
export async function killGroup(group: number): Promise<void> {
  await run("kill", ["-KILL", "--", `-${group}`]);
}

async function run(program: string, args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(program, {
    args,
    stdin: "null",
    stderr: "null",
    signal: AbortSignal.timeout(RUN_MS),
  }).output();
  if (!success) throw new Error(`${program} refused`);
  return new TextDecoder().decode(stdout);
}
