import { assertEquals, assertMatch } from "@std/assert";
import { forbidden } from "../../actors/navigation_rules.ts";

const OWN = ["127.0.0.1:4445", "10.0.0.7:9515"];

for (
  const url of [
    "http://example.com/",
    "https://example.com:4445/",
    "http://127.0.0.1:8080/",
    "http://localhost/",
    "about:blank",
    "not a url",
  ]
) {
  Deno.test(`forbidden() lets through ${url}`, () => assertEquals(forbidden(url, OWN), null));
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
    "http://127.0.0.1:4445/health",
    "http://localhost:4445/",
    "http://LOCALHOST.:4445/",
    "http://app.localhost:4445/",
    "http://[::1]:4445/",
    "http://[::ffff:127.0.0.1]:4445/",
    "http://0.0.0.0:4445/",
    "http://0x7f000001:4445/",
    "http://127.1:4445/",
    "https://127.0.0.1:4445/",
    "http://user@127.0.0.1:4445/",
    "http://127.9.9.9:4445/",
    "http://10.0.0.7:9515/status",
  ]
) {
  Deno.test(`forbidden() refuses ${url}`, () => {
    assertMatch(forbidden(url, OWN) ?? "", /^navigation to .* is not allowed: /);
  });
}
