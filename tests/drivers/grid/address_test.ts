import { assertEquals, assertThrows } from "@std/assert";
import { GridAddress, hostPort } from "../../../drivers/grid/address.ts";

Deno.test("GridAddress keeps scheme, host, port and prefix in the socket's address", () => {
  for (
    const [url, socket] of [
      ["http://127.0.0.1:4444", "ws://127.0.0.1:4444/session/x/se/bidi"],
      ["http://grid", "ws://grid/session/x/se/bidi"],
      ["https://u:p@host/grid", "wss://host/grid/session/x/se/bidi"],
      ["https://host:8443/a/http/", "wss://host:8443/a/http/session/x/se/bidi"],
      ["http://[::1]:4444/wd/hub", "ws://[::1]:4444/wd/hub/session/x/se/bidi"],
    ] as const
  ) assertEquals(new GridAddress(url).socketUrl("x"), socket);
});

Deno.test("GridAddress sends user and password in a header and shows neither", () => {
  const address = new GridAddress("https://ann:p%40s%3As%C3%A9@host/grid");
  const basic = new TextEncoder().encode("ann:p@s:sé").toBase64();
  assertEquals(address.headers, { Authorization: `Basic ${basic}` });
  assertEquals(address.shown, "https://host/grid");
  assertEquals(address.path("/status"), "https://host/grid/status");
  assertEquals(new GridAddress("http://ann@host").headers.Authorization, `Basic ${btoa("ann:")}`);
  assertEquals(new GridAddress("http://host").headers, {});
});

Deno.test("GridAddress.hostPort has the scheme's own port filled in", () => {
  assertEquals(new GridAddress("http://host/x").hostPort, "host:80");
  assertEquals(new GridAddress("https://u:p@host").hostPort, "host:443");
  assertEquals(new GridAddress("http://[::1]:4444").hostPort, "[::1]:4444");
});

Deno.test("hostPort() gives null for what has none", () => {
  for (const url of ["", "null", "file:///x", "mailto:a@b"]) assertEquals(hostPort(url), null);
});

Deno.test("GridAddress refuses what is no address", () => {
  assertThrows(() => new GridAddress("grid"), TypeError);
  assertThrows(() => new GridAddress("http://u:%zz@grid"), URIError);
});
