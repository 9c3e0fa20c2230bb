import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  CONSOLE_TEMPLATE,
  consoleSee,
  entryUri,
  fileUri,
  NETWORK_TEMPLATE,
  networkSee,
  parseUri,
  requestUri,
  UriError,
} from "../../capture/uri.ts";

const CONSOLE = { level: "all", pages: 1, limit: 50 } as const;
const NETWORK = { filter: "all", pages: 1, limit: 50 } as const;

function refused(uri: string): UriError {
  return assertThrows(() => parseUri(uri), UriError);
}

Deno.test("parseUri() reads every resource by its bare name", () => {
  assertEquals(parseUri("workspace://current"), { kind: "current" });
  assertEquals(parseUri("workspace://console"), { kind: "console", query: CONSOLE });
  assertEquals(parseUri("workspace://network?"), { kind: "network", query: NETWORK });
  assertEquals(parseUri("workspace://console/12"), { kind: "entry", seq: 12 });
  assertEquals(parseUri("workspace://network/3.7"), { kind: "request", id: "3.7" });
  assertEquals(parseUri("workspace://network/3%2E7"), { kind: "request", id: "3.7" });
  assertEquals(parseUri("workspace://files"), { kind: "files" });
  assertEquals(parseUri(fileUri("a/b +é.txt")), { kind: "file", name: "a/b +é.txt" });
});

Deno.test("parseUri() takes any subset of the parameters in any order, decoded", () => {
  assertEquals(parseUri("workspace://console?text=a%20b%26c&level=warn&limit=1000&pages=5"), {
    kind: "console",
    query: { level: "warn", pages: 5, limit: 1000, text: "a b&c" },
  });
  assertEquals(parseUri("workspace://console?after=0&text=x+y&before=9"), {
    kind: "console",
    query: { ...CONSOLE, text: "x y", before: 9, after: 0 },
  });
  assertEquals(
    parseUri("workspace://network?status=5XX&method=post&url=%2Fapi%3Fq%3D1&filter=xhr"),
    {
      kind: "network",
      query: { ...NETWORK, filter: "xhr", url: "/api?q=1", method: "POST", status: "5xx" },
    },
  );
  assertEquals(parseUri("workspace://network?status=404"), {
    kind: "network",
    query: { ...NETWORK, status: 404 },
  });
});

Deno.test("parseUri() looks over all that is kept when a call is given, unless told otherwise", () => {
  assertEquals(parseUri("workspace://console?call=12"), {
    kind: "console",
    query: { ...CONSOLE, call: 12, pages: "all" },
  });
  assertEquals(parseUri("workspace://network?call=12&pages=2"), {
    kind: "network",
    query: { ...NETWORK, call: 12, pages: 2 },
  });
});

Deno.test("parseUri() reads what the builders make", () => {
  assertEquals(parseUri(consoleSee(7)), {
    kind: "console",
    query: { ...CONSOLE, level: "error", call: 7, pages: "all" },
  });
  assertEquals(parseUri(networkSee(7)), {
    kind: "network",
    query: { ...NETWORK, filter: "failed", call: 7, pages: "all" },
  });
  assertEquals(parseUri(requestUri("3.7")), { kind: "request", id: "3.7" });
  assertEquals(parseUri(entryUri(4)), { kind: "entry", seq: 4 });
});

Deno.test("parseUri() refuses an unknown parameter and names the allowed ones", () => {
  const error = refused("workspace://console?levle=error");
  assertEquals(error.status, 400);
  assertEquals(
    error.message,
    'Unknown parameter "levle": remove it, or use level, pages, text, call, limit, before or after',
  );
  assertEquals(refused("workspace://network?level=error").status, 400);
  assertEquals(refused("workspace://console?__proto__=1").status, 400);
});

Deno.test("parseUri() refuses bad values and names the allowed ones", () => {
  const cases: [string, string][] = [
    ["console?level=fatal", 'Parameter "level" is "fatal": it must be one of all, error, warn'],
    ["console?level=", 'Parameter "level" is "": it must be one of all, error, warn'],
    ["console?pages=0", 'Parameter "pages" is "0": it must be a whole number from 1 to 5, or all'],
    ["console?limit=1001", 'Parameter "limit" is "1001": it must be a whole number from 1 to 1000'],
    ["console?limit=1e2", 'Parameter "limit" is "1e2": it must be a whole number from 1 to 1000'],
    ["console?call=-1", 'Parameter "call" is "-1": it must be a whole number of 1 or more'],
    ["console?before=0", 'Parameter "before" is "0": it must be a whole number of 1 or more'],
    ["console?text=", 'Parameter "text" is "": it must be a text that is not empty'],
    ["network?filter=bad", 'Parameter "filter" is "bad": it must be one of all, failed, xhr'],
    ["network?method=G%20T", 'Parameter "method" is "G T": it must be an HTTP method, such as GET'],
    [
      "network?status=6xx",
      'Parameter "status" is "6xx": it must be a status from 100 to 599, or a class of them: ' +
      "1xx, 2xx, 3xx, 4xx or 5xx",
    ],
    ["console?level=error&level=warn", 'Parameter "level" is given twice: give it once'],
    ["console?text=%zz", 'Cannot decode "%zz": write a percent sign itself as %25'],
    ["console?text=%ff", 'Cannot decode "%ff": write a percent sign itself as %25'],
  ];
  for (const [rest, message] of cases) {
    const error = refused(`workspace://${rest}`);
    assertEquals([error.status, error.message], [400, message]);
  }
});

Deno.test("parseUri() refuses bad ids with 400 and unknown resources with 404", () => {
  for (
    const bad of ["console/", "console/x", "console/1/2", "network/3", "network/3.7.1", "network/%"]
  ) {
    assertEquals(refused(`workspace://${bad}`).status, 400, bad);
  }
  for (
    const unknown of [
      "workspace://",
      "workspace://consoles",
      "workspace://NETWORK/1.1",
      "http://x",
      "",
    ]
  ) {
    const error = refused(unknown);
    assertEquals(error.status, 404, unknown);
    assert(error.message.includes(CONSOLE_TEMPLATE) && error.message.includes(NETWORK_TEMPLATE));
  }
});

Deno.test("parseUri() refuses parameters where there are none, fragments and endless URIs", () => {
  for (
    const bad of ["current?x=1", "console/12?limit=1", "network/3.7?side=request", "console#x"]
  ) {
    assertEquals(refused(`workspace://${bad}`).status, 400, bad);
  }
  const long = refused(`workspace://console?text=${"x".repeat(10_000)}`);
  assertEquals(long.status, 400);
  assert(refused(`workspace://console?limit=${"9".repeat(5_000)}`).message.length < 200);
});
