import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { parseCommand, type Settings, SettingsError } from "../../http/settings.ts";

function settings(args: string[], env: Record<string, string> = {}): Settings {
  const command = parseCommand(args, (name) => env[name]);
  if (command.kind !== "serve") throw new Error(`not a start: ${command.kind}`);
  return command.settings;
}

Deno.test("parseCommand() gives every default when nothing is said", () => {
  assertEquals(settings([]), {
    host: "127.0.0.1",
    port: 4445,
    gridUrl: null,
    gridCa: null,
    browser: "chrome",
    headed: false,
    chrome: null,
    chromedriver: null,
    firefox: null,
    authToken: null,
    tokensFile: null,
    rateLimit: 6_000,
    allowHosts: [],
    publicUrl: null,
    allowOrigins: [],
    denyOrigins: [],
    dataDir: null,
    secretsDir: null,
    captureTtlS: 10_800,
    openTimeoutS: 60,
    callTimeoutS: 30,
    maxBrowsers: 4,
    idleTimeoutS: 1_800,
    logLevel: "info",
    logFormat: "text",
  });
});

Deno.test("parseCommand() takes the same from `serve` as from no command", () => {
  assertEquals(settings(["serve", "--port", "9"]), settings(["--port=9"]));
});

Deno.test("parseCommand() puts a flag before the environment", () => {
  const env = { PORT: "1", BROWSER: "firefox", HEADED: "true" };
  const { port, browser, headed } = settings(["--port", "2", "--headed=false"], env);
  assertEquals({ port, browser, headed }, { port: 2, browser: "firefox", headed: false });
  assertEquals(settings(["--headed"]).headed, true);
});

Deno.test("parseCommand() takes a data folder as it is written", () => {
  assertEquals(settings(["--data-dir", "./here"], { DATA_DIR: "/there" }).dataDir, "./here");
  assertEquals(settings([], { DATA_DIR: "/there" }).dataDir, "/there");
});

Deno.test("parseCommand() counts an empty variable as unset", () => {
  assertEquals(settings([], { PORT: "", AUTH_TOKEN: "", GRID_URL: "" }), settings([]));
});

Deno.test("parseCommand() reads a list of hosts", () => {
  assertEquals(settings([], { ALLOW_HOSTS: "a.test, b.test:8080,https://c.test" }).allowHosts, [
    "a.test",
    "b.test:8080",
    "https://c.test",
  ]);
});

Deno.test("parseCommand() binds beyond loopback when there is a token", () => {
  assertEquals(settings(["--host", "0.0.0.0"], { AUTH_TOKEN: "0123456789abcdef" }).host, "0.0.0.0");
  assertEquals(settings(["--host", "0.0.0.0"], { TOKENS_FILE: "t.json" }).host, "0.0.0.0");
  for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "::1"]) {
    assertEquals(settings(["--host", host]).host, host);
  }
});

const refused: [string, string[], Record<string, string>, string][] = [
  [
    "a port out of range",
    ["--port", "70000"],
    {},
    "--port must be an integer from 0 to 65535; found",
  ],
  [
    "a port that is none",
    [],
    { PORT: "http" },
    'PORT must be an integer from 0 to 65535; found "http"',
  ],
  ["a browser that is none", [], { BROWSER: "safari" }, "BROWSER must be one of chrome, firefox"],
  ["a bad boolean", [], { HEADED: "1" }, "HEADED must be true or false"],
  ["a bad level", ["--log-level", "loud"], {}, "one of error, warn, info, debug"],
  ["a bad format", [], { LOG_FORMAT: "xml" }, "one of text, json"],
  ["a short time to live", ["--capture-ttl=59"], {}, "an integer from 60 to 2592000"],
  ["a public URL with a query", [], { PUBLIC_URL: "https://a.test/?x" }, "http(s)://host[:port]"],
  ["a public URL with a prefix", [], { PUBLIC_URL: "https://a.test/tap" }, "with no path"],
  ["a public URL with a user", [], { PUBLIC_URL: "https://u:p@a.test" }, "http(s)://host[:port]"],
  ["a host list that is none", [], { ALLOW_HOSTS: "a/b" }, "name, name:port or scheme"],
  ["a bind beyond loopback without a token", ["--host=0.0.0.0"], {}, "set AUTH_TOKEN"],
  [
    "a bind beyond loopback with a token that can be guessed",
    ["--host=0.0.0.0"],
    { AUTH_TOKEN: "0123456789abcde", TOKENS_FILE: "t.json" },
    "AUTH_TOKEN must have at least 16 characters, as `openssl rand -base64 32` makes them",
  ],
  [
    "an origin that is none",
    [],
    { ALLOW_ORIGINS: "https://a/b" },
    "[scheme://]host[:port], with *.",
  ],
  ["a rate that is none", [], { RATE_LIMIT: "-1" }, "an integer from 0 to 1000000"],
  ["a flag's missing value", ["--host", "--port", "3"], {}, "--host needs a value: an IP address"],
  ["a value that is missing at the end", ["--port"], {}, "--port needs a value: an integer"],
  ["a misspelt flag", ["--prot", "3"], {}, "Unknown flag --prot; did you mean --port?"],
  ["a flag like none", ["--xyzzyplugh"], {}, "Unknown flag --xyzzyplugh; --help lists them"],
  ["a short flag that is none", ["-p"], {}, "Unknown flag -p"],
  ["an unknown command", ["start"], {}, "Unknown command start; the commands are serve, help"],
  ["a second command", ["serve", "now"], {}, "Unknown command now"],
  ["a Grid without a scheme", [], { GRID_URL: "grid:4444" }, "GRID_URL must be http(s)://[user:"],
  ["a Grid's flag that is no URL", ["--grid-url", "x"], {}, "--grid-url must be http(s)://"],
];
for (const [what, args, env, sentence] of refused) {
  Deno.test(`parseCommand() refuses ${what}`, () => {
    const error = assertThrows(() => settings(args, env), SettingsError);
    assertStringIncludes(error.message, sentence);
  });
}

Deno.test("parseCommand() never repeats a token it refuses", () => {
  const error = assertThrows(() => settings([], { AUTH_TOKEN: "pa ss" }), SettingsError);
  assert(!error.message.includes("pa ss"));
});

Deno.test("parseCommand() takes a Grid's address in every form", () => {
  for (
    const url of [
      "http://grid",
      "https://grid:4444/",
      "https://u:p%40ss@grid.test/prefix/deep",
      "http://[::1]:4444",
      "HTTP://u@127.0.0.1:4444",
    ]
  ) {
    assertEquals(settings([], { GRID_URL: url }).gridUrl, url);
    assertEquals(settings(["--grid-url", url]).gridUrl, url);
  }
  assertEquals(settings([], { GRID_CA: "/etc/grid.pem" }).gridCa, "/etc/grid.pem");
});

Deno.test("parseCommand() never repeats the user and password of a Grid's address it refuses", () => {
  for (
    const url of [
      "ws://ann:hunter22@grid:4444",
      "//ann:hunter22@grid",
      "ann:hunter22@grid:4444",
      "http://ann:hunter22@",
      "http://ann:hunter22@grid:99999",
      "http://ann:hunter22%@grid",
      "http://ann:hunter22@grid/?x=1",
      "http://ann:hunter22@grid/#",
      "http:/ann:hunter22@grid",
    ]
  ) {
    const error = assertThrows(
      () => settings([], { GRID_URL: url }),
      SettingsError,
      undefined,
      url,
    );
    assertStringIncludes(error.message, "http(s)://[user:pass@]host[:port][/prefix]");
    assert(!/ann|hunter22/.test(error.message));
  }
});

Deno.test("parseCommand() takes a short token on loopback, and repeats none that is too short", () => {
  assertEquals(settings([], { AUTH_TOKEN: "t0ken" }).authToken, "t0ken");
  const error = assertThrows(
    () => settings(["--host", "0.0.0.0"], { AUTH_TOKEN: "t0ken" }),
    SettingsError,
  );
  assert(!error.message.includes("t0ken"));
});

Deno.test("parseCommand() has no flag for the token", () => {
  assertThrows(() => settings(["--auth-token", "x"]), SettingsError, "Unknown flag --auth-token");
});

Deno.test("parseCommand() lists every variable and flag in its help", () => {
  const command = parseCommand(["--help"], () => undefined);
  assert(command.kind === "help");
  for (
    const name of [
      "HOST",
      "--host",
      "PORT",
      "--port",
      "GRID_URL",
      "--grid-url",
      "GRID_CA",
      "BROWSER",
      "HEADED",
      "CHROME",
      "CHROMEDRIVER",
      "FIREFOX",
      "AUTH_TOKEN",
      "TOKENS_FILE",
      "RATE_LIMIT",
      "ALLOW_HOSTS",
      "PUBLIC_URL",
      "--allow-hosts",
      "ALLOW_ORIGINS",
      "DENY_ORIGINS",
      "DATA_DIR",
      "--data-dir",
      "CAPTURE_TTL",
      "OPEN_TIMEOUT",
      "CALL_TIMEOUT",
      "MAX_BROWSERS",
      "IDLE_TIMEOUT",
      "LOG_LEVEL",
      "LOG_FORMAT",
    ]
  ) assertStringIncludes(command.text, name);
  assertEquals(parseCommand(["-h"], () => undefined), command);
  assertEquals(parseCommand(["help"], () => undefined), command);
});

Deno.test("parseCommand() shows help and version even when a setting is wrong", () => {
  assertEquals(parseCommand(["--version"], () => "nonsense").kind, "version");
  assertEquals(parseCommand(["--help"], () => "nonsense").kind, "help");
});

Deno.test("parseCommand() allows the host of PUBLIC_URL, and ends it without a slash", () => {
  const { publicUrl, allowHosts } = settings(["--public-url", "https://a.test:8443/"]);
  assertEquals([publicUrl, allowHosts], ["https://a.test:8443", ["https://a.test:8443"]]);
});
