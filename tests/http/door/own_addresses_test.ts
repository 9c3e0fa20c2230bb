import { assertEquals } from "@std/assert";
import { ownAddresses } from "../../../http/door/own_addresses.ts";

const interfaces = () => ["127.0.0.1", "192.168.1.5", "::1", "fe80::1"];

Deno.test("ownAddresses() is what is bound", () => {
  const options = { port: 4445, allowHosts: [], publicUrl: null, interfaces };
  assertEquals(ownAddresses({ ...options, host: "127.0.0.1" }), ["127.0.0.1:4445"]);
  assertEquals(ownAddresses({ ...options, host: "::1" }), ["[::1]:4445"]);
});

for (const host of ["0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0"]) {
  const NONE = { allowHosts: [], publicUrl: null };
  Deno.test(`ownAddresses() is every address of the machine when ${host} is bound`, () => {
    assertEquals(ownAddresses({ host, port: 1, ...NONE, interfaces }).slice(1), [
      "127.0.0.1:1",
      "192.168.1.5:1",
      "[::1]:1",
      "[fe80::1]:1",
    ]);
  });
}

Deno.test("ownAddresses() has the hosts that are answered to, at the ports they are reached by", () => {
  const allowHosts = ["tap.test", "box.test:8080", "https://safe.test", "[fd00::1]:9"];
  assertEquals(
    ownAddresses({ host: "127.0.0.1", port: 4445, allowHosts, publicUrl: null, interfaces }).slice(
      1,
    ),
    [
      "tap.test:4445",
      "tap.test:80",
      "tap.test:443",
      "box.test:8080",
      "safe.test:4445",
      "safe.test:80",
      "safe.test:443",
      "[fd00::1]:9",
    ],
  );
});

Deno.test("ownAddresses() has the public URL, with the port its scheme means", () => {
  for (
    const [publicUrl, address] of [
      ["https://tap.test", "tap.test:443"],
      ["http://tap.test/", "tap.test:80"],
      ["https://[fd00::1]:8443", "[fd00::1]:8443"],
    ] as const
  ) {
    const options = { host: "127.0.0.1", port: 4445, allowHosts: [], publicUrl, interfaces };
    assertEquals(ownAddresses(options).slice(1), [address]);
  }
});
