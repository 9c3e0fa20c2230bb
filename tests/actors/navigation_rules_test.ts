import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { NavigationRules } from "../../actors/navigation_rules.ts";
import { spellingsOf } from "../fakes/spellings.ts";

const OWN = ["127.0.0.1:4445", "10.0.0.7:9515", "grid.test:4444", "[fd00::7]:5555"];

function forbidden(url: string, lists: { allow?: string[]; deny?: string[] } = {}): string | null {
  return new NavigationRules({ ownAddresses: () => OWN, ...lists }).forbidden(url);
}

for (
  const url of [
    "http://example.com/",
    "https://example.com:4445/",
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "http://10.0.0.7/",
    "http://192.168.0.1/",
    "http://169.253.255.255/",
    "http://169.255.0.0/",
    "http://[fe7f::1]/",
    "http://[fec0::1]/",
    "http://metadata.example/",
    "http://169.254.169.254.example.com/",
    "about:blank",
    "not a url",
  ]
) {
  Deno.test(`NavigationRules.forbidden() lets through ${url}`, () => {
    assertEquals(forbidden(url), null);
  });
}

for (
  const url of [
    "file:///etc/passwd",
    "chrome://settings",
    "view-source:http://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:http://example.com/1",
    "about:config",
    "ftp://example.com/",
    "http://app.localhost:4445/",
    "http://LOCALHOST.:4445/",
    "https://127.0.0.1:4445/",
    "http://user@127.0.0.1:4445/",
    "http://127.9.9.9:4445/",
    "http://0.0.0.0:4445/",
    "http://[::]:4445/",
    "http://[::1]:4445/",
    "http://0:4445/",
    "http://GRID.test.:4444/wd/hub",
    "http://[FD00:0:0::7]:5555/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://METADATA.google.internal.:8080/",
    "http://metadata/",
    "http://[fe80::1]/",
    "http://[febf::1]/",
    "http://[fd00:ec2::254]/latest/",
    "http://100.100.100.200/",
  ]
) {
  Deno.test(`NavigationRules.forbidden() refuses ${url}`, () => {
    assertMatch(forbidden(url) ?? "", /^navigation to .* is not allowed: /);
  });
}

Deno.test("NavigationRules.forbidden() refuses an own address in every spelling, whatever is allowed", () => {
  for (const [own, port] of [["127.0.0.1", "4445"], ["10.0.0.7", "9515"]] as const) {
    for (const host of spellingsOf(own)) {
      for (const allow of [[], ["*"], [`http://${own}:${port}`, `${host}:${port}`]]) {
        const why = forbidden(`http://${host}:${port}/`, { allow });
        assertStringIncludes(why ?? "", "an address of pagetap", host);
      }
      if (own !== "127.0.0.1") continue;
      assertEquals(forbidden(`http://${host}:4446/`), null, host);
    }
  }
});

Deno.test("NavigationRules.forbidden() refuses link-local addresses in every spelling", () => {
  for (const address of ["169.254.169.254", "169.254.0.0", "169.254.255.255", "100.100.100.200"]) {
    for (const host of spellingsOf(address)) {
      for (const allow of [[], ["*"]]) {
        const why = forbidden(`http://${host}/latest/meta-data/`, { allow });
        assertStringIncludes(why ?? "", "a link-local or cloud metadata address", host);
      }
    }
  }
});

Deno.test("NavigationRules.forbidden() refuses every spelling of what deny has, also when allow has it", () => {
  for (const host of spellingsOf("10.1.2.3")) {
    const lists = { allow: ["*", "http://10.1.2.3"], deny: ["http://10.1.2.3"] };
    assertStringIncludes(forbidden(`http://${host}/`, lists) ?? "", "DENY_ORIGINS", host);
    assertEquals(forbidden(`http://${host}:81/`, lists), null, host);
  }
});

Deno.test("NavigationRules.forbidden() takes a loopback name in deny for all of them", () => {
  for (const host of ["localhost", "a.localhost", "[::1]", "127.1", "0.0.0.0"]) {
    for (const deny of ["localhost", "127.0.0.1", "[::1]"]) {
      assert(forbidden(`http://${host}:8080/`, { deny: [deny] }) !== null, `${host} ${deny}`);
    }
  }
});

Deno.test("NavigationRules.forbidden() opens a metadata address that allow names, as it is named", () => {
  const allow = ["http://169.254.169.254", "metadata.google.internal", "*"];
  assertEquals(forbidden("http://0xa9fea9fe/latest/", { allow }), null);
  assertEquals(forbidden("http://metadata.google.internal/", { allow }), null);
  for (const url of ["http://169.254.169.254:81/", "http://169.254.1.1/", "http://[fe80::1]/"]) {
    assert(forbidden(url, { allow }) !== null, url);
  }
});

Deno.test("NavigationRules.forbidden() keeps to what allow has, and to about:blank", () => {
  const allow = ["https://app.test", "https://*.app.test:*", "localhost:3000"];
  for (
    const url of [
      "https://app.test/x",
      "https://APP.test.:443/",
      "https://a.b.app.test:8443/",
      "http://localhost:3000/",
      "about:blank",
    ]
  ) assertEquals(forbidden(url, { allow }), null, url);
  for (
    const url of [
      "http://app.test/",
      "https://app.test:8443/",
      "https://notapp.test/",
      "https://app.test.evil.test/",
      "http://localhost:3001/",
      "https://app.test@evil.test/",
    ]
  ) assertStringIncludes(forbidden(url, { allow }) ?? "", "ALLOW_ORIGINS", url);
});

Deno.test("NavigationRules.barred() reads a WebSocket's URL as that of its host", () => {
  const rules = new NavigationRules({ ownAddresses: () => OWN, deny: ["http://shut.test"] });
  for (const url of ["http://shut.test/", "ws://shut.test/", "file:///etc/passwd"]) {
    assert(rules.barred(url) !== null, url);
  }
  for (const url of ["http://open.test/", "ws://open.test/", "wss://open.test/"]) {
    assertEquals(rules.barred(url), null, url);
  }
});
