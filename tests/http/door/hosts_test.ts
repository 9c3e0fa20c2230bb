import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { Hosts, isLoopback, parseAllowedHost } from "../../../http/door/hosts.ts";
import { HttpError } from "../../../http/problem.ts";

const local = new Hosts({ host: "127.0.0.1", port: 4445, allow: [] });
const public_ = new Hosts({
  host: "0.0.0.0",
  port: 4445,
  allow: ["tap.test", "box.test:8080", "https://safe.test", "[fd00::1]:4445"],
});

const admitted: [string, Hosts, Record<string, string>][] = [
  ["localhost with the port", local, { host: "localhost:4445" }],
  ["a loopback address", local, { host: "127.0.0.1:4445" }],
  ["IPv6 loopback", local, { host: "[::1]:4445" }],
  ["upper case", local, { host: "LocalHost:4445" }],
  ["our own Origin", local, { host: "localhost:4445", origin: "http://localhost:4445" }],
  ["no site", local, { host: "localhost:4445", "sec-fetch-site": "none" }],
  ["our own site", local, { host: "localhost:4445", "sec-fetch-site": "same-origin" }],
  ["a listed name, any port", public_, { host: "tap.test:9999" }],
  ["a listed name, no port", public_, { host: "tap.test" }],
  ["a listed name with its port", public_, { host: "box.test:8080" }],
  ["a listed name behind TLS", public_, { host: "safe.test", origin: "https://safe.test" }],
  ["a listed IPv6 address", public_, { host: "[fd00::1]:4445" }],
  ["loopback on a wildcard bind", public_, { host: "localhost:4445" }],
];
for (const [what, hosts, headers] of admitted) {
  Deno.test(`Hosts.check() lets ${what} pass`, () => hosts.check(new Headers(headers)));
}

const refused: [string, Hosts, Record<string, string>, string][] = [
  ["no Host", local, {}, "Host is not"],
  ["another Host", local, { host: "evil.test:4445" }, "ALLOW_HOSTS"],
  ["another port", local, { host: "localhost:4446" }, "Host is not"],
  ["no port", local, { host: "localhost" }, "Host is not"],
  ["a Host that ends in ours", local, { host: "notlocalhost:4445" }, "Host is not"],
  ["a Host that begins with ours", local, { host: "localhost.evil.test:4445" }, "Host is not"],
  ["a Host with a user", local, { host: "localhost:4445@evil.test" }, "Host is not"],
  ["two Hosts", local, { host: "localhost:4445, localhost:4445" }, "Host is not"],
  ["a trailing dot", local, { host: "localhost.:4445" }, "Host is not"],
  ["the wildcard as a Host", public_, { host: "0.0.0.0:4445" }, "Host is not"],
  ["a listed name, another port", public_, { host: "box.test:8081" }, "Host is not"],
  [
    "another Origin",
    local,
    { host: "localhost:4445", origin: "http://evil.test" },
    "Origin is not",
  ],
  [
    "another port's Origin",
    local,
    { host: "localhost:4445", origin: "http://localhost:1" },
    "Origin",
  ],
  ["TLS's Origin", local, { host: "localhost:4445", origin: "https://localhost:4445" }, "Origin"],
  ["an opaque Origin", local, { host: "localhost:4445", origin: "null" }, "Origin is not"],
  [
    "plain text's Origin",
    public_,
    { host: "safe.test", origin: "http://safe.test" },
    "Origin is not",
  ],
  [
    "a cross site",
    local,
    { host: "localhost:4445", "sec-fetch-site": "cross-site" },
    "Sec-Fetch-Site",
  ],
  [
    "a same site",
    local,
    { host: "localhost:4445", "sec-fetch-site": "same-site" },
    "Sec-Fetch-Site",
  ],
];
for (const [what, hosts, headers, sentence] of refused) {
  Deno.test(`Hosts.check() refuses ${what}`, () => {
    const error = assertThrows(() => hosts.check(new Headers(headers)), HttpError);
    assertEquals(error.status, 403);
    assertStringIncludes(error.message, sentence);
  });
}

Deno.test("Hosts.check() promises no page of another origin that ALLOW_HOSTS lets it call", () => {
  const headers = new Headers({ host: "tap.test", origin: "https://evil.test" });
  const { message } = assertThrows(() => public_.check(headers), HttpError);
  assertStringIncludes(
    message,
    "a page of another may not call; if it is where pagetap is reached",
  );
  // As a browser sends it once that origin is listed.
  const listed = new Hosts({ host: "0.0.0.0", port: 4445, allow: ["tap.test", "evil.test"] });
  headers.set("sec-fetch-site", "cross-site");
  const error = assertThrows(() => listed.check(headers), HttpError);
  assertStringIncludes(error.message, "Sec-Fetch-Site");
});

Deno.test("Hosts.check() never repeats what a caller sent", () => {
  const headers = new Headers({ host: "s3cret.test" });
  const error = assertThrows(() => local.check(headers), HttpError);
  assertEquals(error.message.includes("s3cret"), false);
});

Deno.test("parseAllowedHost() refuses what is no host", () => {
  for (const text of ["", "a b", "a/b", "ftp://a", "a:0", "a:65536", "a:b", "*", "::1"]) {
    assertEquals(parseAllowedHost(text), null, text);
  }
});

Deno.test("isLoopback() knows the addresses only this machine can reach", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"]) {
    assertEquals(isLoopback(host), true, host);
  }
  for (const host of ["0.0.0.0", "::", "127.0.0.1.evil.test", "10.0.0.1", "example.test"]) {
    assertEquals(isLoopback(host), false, host);
  }
});
