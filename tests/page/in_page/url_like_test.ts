import { assert, assertLess } from "@std/assert";
import { urlLike } from "../../../page/in_page/url_like.ts";

Deno.test("urlLike() is a part of a URL, or a glob of the whole", () => {
  const url = "https://a.example/shop/cart?id=1#top";
  for (const part of ["/cart", "?id=1", "a.example", "*cart*", "https://*/cart*", "/shop/*", url]) {
    assert(urlLike(part, url), part);
  }
  for (const other of ["/card", "a-example", "*/cart", "/cart*", "http://*"]) {
    assert(!urlLike(other, url), other);
  }
});

Deno.test("urlLike() takes no longer for a glob of many stars", () => {
  const began = performance.now();
  assert(!urlLike(`http${"*t".repeat(500)}*b`, `http://x/${"t".repeat(50_000)}`));
  assertLess(performance.now() - began, 200);
});
