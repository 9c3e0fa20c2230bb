import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { BROWSERS, Pagetap } from "./harness.ts";

/** Milliseconds within which a server has to be gone. */
const WITHIN_MS = 10_000;
const NEVER = "await new Promise(() => {})";
const UTF8 = new TextDecoder();

/**
 * A server whose temporary folder is its own, by which its browsers and all of their processes are
 * known: it stands in the environment that each of them has inherited.
 */
class Own {
  readonly folder: string;
  readonly pagetap: Pagetap;

  private constructor(folder: string, pagetap: Pagetap) {
    this.folder = folder;
    this.pagetap = pagetap;
  }

  static async start(): Promise<Own> {
    const folder = await Deno.makeTempDir({ prefix: "pagetap-stop-" });
    return new Own(folder, await Pagetap.start({ TMPDIR: folder }));
  }

  /** The processes there are beside the server's own. */
  async processes(): Promise<string[]> {
    const found: string[] = [];
    for await (const { name: pid } of Deno.readDir("/proc")) {
      if (!/^\d+$/.test(pid) || Number(pid) === this.pagetap.pid) continue;
      const environment = await Deno.readTextFile(`/proc/${pid}/environ`).catch(() => "");
      if (!environment.includes(`TMPDIR=${this.folder}`)) continue;
      const command = await Deno.readTextFile(`/proc/${pid}/cmdline`).catch(() => "");
      found.push(`${pid} ${command.replaceAll("\0", " ")}`);
    }
    return found;
  }

  /** Waits until something holds. */
  async until(what: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + WITHIN_MS;
    while (!await what()) {
      assertLess(performance.now(), deadline, "it never came to that");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Sends the signals, and sees that nothing is left. */
  async stop(...signals: Deno.Signal[]): Promise<void> {
    const began = performance.now();
    for (const signal of signals) {
      this.pagetap.signal(signal);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const code = await this.pagetap.ended();
    assertLess(performance.now() - began, WITHIN_MS);
    assertEquals(code, 0, this.pagetap.log);
    assertEquals(await this.processes(), []);
    assertEquals([...Deno.readDirSync(this.folder)].map((entry) => entry.name), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pagetap.stop("SIGKILL");
    await Deno.remove(this.folder, { recursive: true });
  }
}

/** Runs the program to its end. */
async function run(args: readonly string[], env: Record<string, string> = {}) {
  const home = await Deno.makeTempDir({ prefix: "pagetap-home-" });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "main.ts", ...args],
    cwd: new URL("../../", import.meta.url).pathname,
    env: { DATA_DIR: home, ...env },
  }).output();
  await Deno.remove(home, { recursive: true });
  return { code, stdout: UTF8.decode(stdout).trim(), stderr: UTF8.decode(stderr).trim() };
}

for (const signals of [["SIGTERM"], ["SIGINT"], ["SIGTERM", "SIGINT"]] as const) {
  Deno.test(`${signals.join(", ")} ends all: calls are told, browsers and profiles are gone`, async () => {
    await using own = await Own.start();
    const { pagetap } = own;
    await Promise.all(
      BROWSERS.map((browser) => pagetap.call(browser, "open_session", { browser, capture: true })),
    );
    const client = new Client({ name: "stop", version: "1" });
    const url = new URL(`${pagetap.address}/mcp?workspace=firefox`);
    await client.connect(new StreamableHTTPClientTransport(url));
    const overJson = pagetap.post("chrome", "execute_script", { script: NEVER });
    const overMcp = client.callTool({ name: "execute_script", arguments: { script: NEVER } });
    assert((await own.processes()).length > 2);
    await own.until(async () => {
      const states = await Promise.all(
        BROWSERS.map((browser) => pagetap.read<{ live: boolean }>(browser, "workspace://current")),
      );
      return states.every((state) => state.live);
    });
    const stopped = own.stop(...signals);
    const { status, body } = await overJson;
    assertEquals(status, 503);
    assertMatch(String(body.error), /^[^\n]*(stopping|ended|cancelled)[^\n]*$/);
    const told = await overMcp;
    assertEquals(told.isError, true);
    assertMatch(JSON.stringify(told.content), /stopping|ended|cancelled/);
    await client.close();
    await stopped;
  });
}

for (const browser of BROWSERS) {
  for (const [when, process] of [["is about to start", ""], ["starts", `/pagetap-${browser}-`]]) {
    Deno.test(`SIGTERM while ${browser} ${when} leaves nothing behind`, async () => {
      await using own = await Own.start();
      const opening = own.pagetap.post("opening", "open_session", { browser });
      await own.until(async () =>
        (await own.processes()).some((command) => command.includes(process ?? ""))
      );
      const stopped = own.stop("SIGTERM");
      const { status, body } = await opening;
      assertEquals(status, 503, JSON.stringify(body));
      assertMatch(String(body.error), /stopping|ended|cancelled/);
      await stopped;
    });
  }
}

Deno.test("a port in use is one sentence, and exit code 1", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const port = String(listener.addr.port);
  const { code, stderr } = await run(["--port", port]);
  listener.close();
  assertEquals(code, 1, stderr);
  assertEquals(stderr.split("\n").length, 1, stderr);
  assertMatch(stderr, new RegExp(`127\\.0\\.0\\.1:?.*${port}.*in use`));
});

for (
  const [name, args, env, sentence] of [
    ["flag", ["--port", "high"], {}, /^pagetap: .*--port.*integer from 0 to 65535/],
    ["variable", [], { LOG_LEVEL: "loud" }, /^pagetap: .*LOG_LEVEL.*error, warn, info, debug/],
    ["command", ["sevre"], {}, /^pagetap: Unknown command sevre; the commands are serve/],
    [
      "data folder",
      ["--data-dir", "main.ts"],
      {},
      /^pagetap: Cannot keep .* main\.ts: it is no folder/,
    ],
    ["bind", ["--host", "0.0.0.0"], { AUTH_TOKEN: "" }, /^pagetap: .*AUTH_TOKEN/],
  ] as const
) {
  Deno.test(`a bad ${name} is one sentence, and exit code 2`, async () => {
    const { code, stdout, stderr } = await run(args, env);
    assertEquals(code, 2, stderr);
    assertEquals(stdout, "");
    assertEquals(stderr.split("\n").length, 1, stderr);
    assertMatch(stderr, sentence);
  });
}

Deno.test("--help and --version answer and serve nothing", async () => {
  const help = await run(["--help"]);
  assertEquals(help.code, 0);
  assertMatch(help.stdout, /--port/);
  const version = await run(["--version"]);
  assertEquals(version.code, 0);
  assertMatch(version.stdout, /^pagetap \d+\.\d+\.\d+$/);
});
