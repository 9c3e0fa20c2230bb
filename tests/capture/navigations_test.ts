import { assertEquals } from "@std/assert";
import { Navigations } from "../../capture/navigations.ts";

const MARK = { url: "https://site.test/", at: 0 };

Deno.test("Navigations.coming() takes a number once, before or after the commit", () => {
  const navigations = new Navigations();
  assertEquals(navigations.coming("a"), 1);
  navigations.commit("a", MARK);
  assertEquals(navigations.current, 1);
  navigations.commit("b", MARK);
  assertEquals([navigations.current, navigations.coming("b")], [2, 2]);
});

Deno.test("Navigations.commit() never uses a number again, of a document that was not shown either", () => {
  const navigations = new Navigations();
  navigations.coming("answered with 204");
  navigations.commit("a", MARK);
  assertEquals(navigations.marks.map(({ nav }) => nav), [2]);
});

Deno.test("Navigations.commit() of the current document renames it", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  assertEquals(navigations.commit("a", { url: "https://site.test/b", at: 1 }), false);
  assertEquals(navigations.marks, [{ nav: 1, url: "https://site.test/b", at: 0 }]);
});

Deno.test("Navigations.commit() takes the return to an older document for a visit of its own", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  navigations.commit("b", MARK);
  assertEquals(navigations.commit("a", MARK), true);
  assertEquals(navigations.marks.map(({ nav }) => nav), [3, 2, 1]);
  assertEquals(navigations.commit("a", MARK), false);
});

Deno.test("Navigations.commit() marks the last five", () => {
  const navigations = new Navigations();
  for (const id of "abcdefg") navigations.commit(id, MARK);
  assertEquals(navigations.marks.map(({ nav }) => nav), [7, 6, 5, 4, 3]);
});

Deno.test("Navigations.seenSince() sums from a document on, those not shown yet included", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  navigations.seen(1).errors = 5;
  navigations.commit("b", MARK);
  navigations.seen(2).errors = 2;
  navigations.seen(navigations.coming("c")).errors = 1;
  assertEquals(navigations.seenSince(2).errors, 3);
  assertEquals(navigations.seenSince(0).errors, 8);
});

Deno.test("Navigations.requestId() counts within a document and goes on after what is kept expired", () => {
  const navigations = new Navigations();
  assertEquals([navigations.requestId(0), navigations.requestId(0), navigations.requestId(1)], [
    "0.1",
    "0.2",
    "1.1",
  ]);
  navigations.expire();
  assertEquals(navigations.requestId(1), "1.2");
});

Deno.test("Navigations.expire() leaves the current document marked", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  navigations.commit("b", MARK);
  navigations.seen(2).errors = 5;
  navigations.expire();
  assertEquals(navigations.marks.map(({ nav }) => nav), [2]);
  assertEquals(navigations.seenSince(0).errors, 0);
});

Deno.test("Navigations holds on to no more than it needs when documents are asked for without end", () => {
  const navigations = new Navigations();
  navigations.commit("shown", MARK);
  navigations.requestId(1);
  for (let at = 0; at < 1_000; at++) {
    const nav = navigations.coming(`n${at}`);
    navigations.requestId(nav);
    navigations.seen(nav).network++;
  }
  assertEquals(navigations.seenSince(0).network, 64);
  assertEquals(navigations.requestId(1), "1.2");
});

Deno.test("Navigations.restore() goes on behind a number, with one for what comes before a document", () => {
  const navigations = new Navigations();
  navigations.restore(0);
  assertEquals([navigations.current, navigations.last], [0, 0]);
  navigations.restore(7);
  assertEquals([navigations.current, navigations.requestId(8)], [8, "8.1"]);
  navigations.commit("a", MARK);
  assertEquals([navigations.current, navigations.last], [9, 9]);
});
