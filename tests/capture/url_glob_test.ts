import { assert, assertLess } from "@std/assert";
import { urlMatcher } from "../../capture/url_glob.ts";
import { urlLike } from "../../page/in_page/url_like.ts";

const URL_ = "https://a.example/shop/cart?id=1#top";

Deno.test("urlMatcher() says of a part and of a glob what wait_for says of the page's URL", () => {
  const wanted = ["/cart", "?id=1", "a.example", "*cart*", "https://*/cart*", "/shop/*", URL_]
    .concat(["/card", "a-example", "*/cart", "/cart*", "http://*", "*", "**", "/*", "/shop/c*t*t"])
    .concat(["https://a.example/shop/*", "*#top", "/shop/cart?id=1#top*", "*a.example*example*"]);
  for (const each of wanted) {
    assert(urlMatcher(each)(URL_) === urlLike(each, URL_), each);
  }
});

Deno.test("urlMatcher() wants every part once, and none in another", () => {
  assert(!urlMatcher("https://x/aba*ba")("https://x/aba"));
  assert(urlMatcher("https://x/aba*ba")("https://x/ababa"));
  assert(!urlMatcher("/a*b*c")("data:/abc"));
});

Deno.test("urlMatcher() takes no longer for a glob of many stars", () => {
  const matches = urlMatcher(`${"*a".repeat(500)}*b`);
  const began = performance.now();
  assert(!matches(`https://x/${"a".repeat(50_000)}`));
  assertLess(performance.now() - began, 200);
});
