import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { linkKey } from "../../../http/door/link_key.ts";
import { LINK_MS, Links } from "../../../http/door/links.ts";

const clock = { now: 1_796_000_000_000 };
const links = new Links({ key: new Uint8Array(32).fill(7), now: () => clock.now });
const link = links.sign({ path: "/files/a%20b.txt", workspace: "shop" });

function verify(relative: string, method = "GET"): string | null {
  return links.verify(method, new URL(relative, "http://localhost"));
}

Deno.test("Links.verify() gives the workspace of a link, for GET and HEAD", () => {
  assertMatch(link, /^\/files\/a%20b\.txt\?workspace=shop&expires=\d{13}&signature=[\w-]{43}$/);
  assertEquals([verify(link), verify(link, "HEAD")], ["shop", "shop"]);
  const [path, query = ""] = link.split("?");
  assertEquals(verify(`${path}?${query.split("&").reverse().join("&")}`), "shop");
});

Deno.test("Links.verify() knows further parameters", () => {
  const tail = links.sign({ path: "/tail", workspace: "w", query: { level: "a b&c" } });
  assertEquals(verify(tail), "w");
  assertEquals(verify(tail.replace("a+b", "a+c")), null);
  assertEquals(verify(tail.replace("level", "lebel")), null);
});

for (
  const [what, changed] of [
    ["another path", link.replace("a%20b", "a%20c")],
    ["the same path spelt otherwise", link.replace("%20", "+")],
    ["another workspace", link.replace("shop", "shoq")],
    ["a workspace named twice", `${link}&workspace=other`],
    ["a later time", link.replace(/expires=\d/, "expires=2")],
    [
      "another signature",
      link.replace(/.$/, (last) => last === "A" ? "B" : "A").replace(/signature=./, "signature=_"),
    ],
    ["a short signature", link.slice(0, -8)],
    ["a signature that is none", link.replace(/signature=.*/, "signature=%00")],
    ["no signature", link.replace(/&signature=.*/, "")],
    ["one more parameter", `${link}&x=1`],
  ] as const
) {
  Deno.test(`Links.verify() refuses a link with ${what}`, () => {
    assertNotEquals(changed, link);
    assertEquals(verify(changed), null);
  });
}

Deno.test("Links.verify() refuses to write by a link", () => {
  assertEquals(["PUT", "DELETE", "POST"].map((method) => verify(link, method)), [null, null, null]);
});

Deno.test("Links.verify() refuses a link of another key", () => {
  const other = new Links({ key: new Uint8Array(32), now: () => clock.now });
  assertEquals(other.verify("GET", new URL(link, "http://localhost")), null);
});

Deno.test("Links.verify() refuses a link after five minutes", () => {
  const at = clock.now;
  clock.now = at + LINK_MS - 1;
  assertEquals(verify(link), "shop");
  clock.now = at + LINK_MS;
  assertEquals(verify(link), null);
  clock.now = at;
});

Deno.test("linkKey() is random, this user's alone, and the same the next time", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const key = linkKey(folder);
    assertEquals([key.length, linkKey(folder)], [32, key]);
    assertEquals((Deno.statSync(`${folder}/links.key`).mode ?? 0) & 0o777, 0o600);
    Deno.writeFileSync(`${folder}/links.key`, new Uint8Array(3));
    assertNotEquals(linkKey(folder), key);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
