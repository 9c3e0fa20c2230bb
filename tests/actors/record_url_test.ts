import { assertEquals } from "@std/assert";
import { recordUrl } from "../../actors/record_url.ts";
import { Masker } from "../../capture/masker.ts";

Deno.test("recordUrl() keeps a URL as a browser must be told it, unless a typed secret is in it", () => {
  const masker = new Masker();
  masker.learnHeaders([{ name: "authorization", value: "Bearer l3arned-and-not-bound" }]);
  const plain =
    "https://a.test/p?token=l3arned-and-not-bound&c=s3t-cookie-and-not-typed&password=x#f";
  assertEquals([recordUrl(plain, masker), recordUrl(null, masker)], [plain, null]);
  for (const user of ["ann:pass-of-ann@", "ann@", ":a%40b@@"]) {
    assertEquals(
      recordUrl(`https://${user}a.test:8443/p?q=a@b`, masker),
      "https://a.test:8443/p?q=a@b",
    );
  }
  for (const url of ["https://a.test/x@y", "https://a.test?x@y", "data:,x", "about:blank"]) {
    assertEquals(recordUrl(url, masker), url);
  }
  const secret = "hun ter/22";
  masker.bind("s3t-cookie-and-not-typed");
  masker.bind(secret, { typed: true });
  assertEquals(recordUrl(plain, masker), plain);
  for (
    const encoded of [encodeURIComponent(secret), "hun+ter%2F22", btoa(secret), btoa(`x${secret}`)]
  ) {
    assertEquals(recordUrl(`https://a.test/p?q=${encoded}&r=1`, masker), "https://a.test/p");
    assertEquals(recordUrl(`https://a.test/p#${encoded}`, masker), "https://a.test/p");
    assertEquals(recordUrl(`https://a.test/${encoded}?q=1`, masker), null);
  }
});
