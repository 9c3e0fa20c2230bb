/** What the tests on real browsers share. */
import { deadline, delay } from "@std/async";
import { decode, encode } from "../../bidi/codec.ts";
import { openSocket } from "../../bidi/socket.ts";
import type { BrowserName, Driver, Session } from "../../drivers/driver.ts";
import { localDrivers, type LocalOptions } from "../../drivers/local.ts";

/**
 * A temporary folder for the tests of one file, so that whatever is in it is theirs. Drivers and
 * browsers take it from the environment, which all files share: it is put back at the end.
 */
const TEMPORARY = Deno.makeTempDirSync({ prefix: "pagetap-test-" });
const OUTER = Deno.env.get("TMPDIR");
Deno.env.set("TMPDIR", TEMPORARY);
globalThis.addEventListener("unload", () => {
  if (OUTER === undefined) Deno.env.delete("TMPDIR");
  else Deno.env.set("TMPDIR", OUTER);
  Deno.removeSync(TEMPORARY, { recursive: true });
});

export const START = { signal: new AbortController().signal, timeoutMs: 60_000 };

/** The drivers of the browsers that the tests are told to use, or find. */
export function drivers(over: Partial<LocalOptions> = {}) {
  return localDrivers({
    chrome: Deno.env.get("CHROME") ?? null,
    chromedriver: Deno.env.get("CHROMEDRIVER") ?? null,
    firefox: Deno.env.get("FIREFOX") ?? null,
    headed: false,
    ...over,
  });
}

/** A driver that is closed at the end of the test. */
export function closing(driver: Driver): Driver & AsyncDisposable {
  return Object.assign(driver, { [Symbol.asyncDispose]: () => driver.close() });
}

/** Opens the socket, makes the session if it wants one, asks for the tree, and closes. */
export async function tree(session: Session): Promise<unknown> {
  const transport = await openSocket(session.socketUrl, {
    headers: session.socketHeaders,
    timeoutMs: 5000,
  });
  const closed = Promise.withResolvers<void>();
  const replies = new Map<number, (result: unknown) => void>();
  transport.listen({
    frame: (text) => {
      const message = decode(text);
      if (message.kind === "result") replies.get(message.id)?.(message.result);
    },
    closed: () => closed.resolve(),
  });
  const ask = (id: number, method: string, params: unknown) =>
    deadline(
      new Promise<unknown>((resolve) => {
        replies.set(id, resolve);
        transport.send(encode(id, method, params));
      }),
      20_000,
    );
  try {
    if (session.newSession !== null) {
      await ask(1, "session.new", { capabilities: { alwaysMatch: session.newSession } });
    }
    return await ask(2, "browsingContext.getTree", { maxDepth: 0 });
  } finally {
    transport.close();
    await closed.promise;
  }
}

/** A process of this machine. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

/** The live processes that name one of `profiles`, the browsers themselves first. */
export async function browserProcesses(profiles: readonly string[]): Promise<Process[]> {
  const all = await processes();
  return all.filter(({ args }) => profiles.some((profile) => args.includes(profile)))
    .sort((a, b) => Number(isHelper(a)) - Number(isHelper(b)));
}

/** The ids of the live processes that this one started itself and whose program is so named. */
export async function childrenNamed(name: string): Promise<number[]> {
  const all = await processes();
  return all.filter(({ parent, args }) => parent === Deno.pid && programOf(args).includes(name))
    .map(({ pid }) => pid);
}

/**
 * What browsers have in the temporary folder: profiles, sockets. Not counted is the folder that
 * chromedriver makes for itself with each Chrome, which it leaves when it is stopped before it.
 */
export function leftovers(): string[] {
  return [...Deno.readDirSync(TEMPORARY)].map(({ name }) => `${TEMPORARY}/${name}`)
    .filter((path) => !path.includes(".scoped_dir."));
}

/** The profile folders there are. */
export function profiles(browser: BrowserName): string[] {
  return leftovers().filter((path) => path.startsWith(`${TEMPORARY}/pagetap-${browser}-`));
}

/** Resolves when no profile is left. */
export async function noProfiles(browser: BrowserName): Promise<void> {
  while (profiles(browser).length > 0) await delay(20);
}

async function processes(): Promise<Process[]> {
  const command = new Deno.Command("ps", { args: ["-eo", "pid,ppid,stat,args", "-ww"] });
  const { stdout } = await command.output();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [, pid, parent, state, args] = /^\s*(\d+)\s+(\d+)\s+(\S)\S*\s+(.*)$/.exec(line) ?? [];
    // A zombie has ended; whoever started it has only not been told yet.
    if (args === undefined || state === "Z") return [];
    return [{ pid: Number(pid), parent: Number(parent), args }];
  });
}

function isHelper({ args }: Process): boolean {
  return / (--type=|-contentproc)/.test(args) || programOf(args).includes("crash");
}

function programOf(args: string): string {
  return args.split(" ", 1)[0] ?? "";
}
