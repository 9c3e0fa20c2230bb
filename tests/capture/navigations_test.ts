import { assert, assertEquals } from "@std/assert";
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

Deno.test("Navigations.seenOn() sums over the newest pages, what they asked for and was not shown yet included", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  navigations.seen(1).errors = 5;
  navigations.commit("b", MARK);
  navigations.seen(2).errors = 2;
  navigations.seen(navigations.coming("c")).errors = 1;
  assertEquals(navigations.seenOn(1).errors, 3);
  assertEquals(navigations.seenOn("all").errors, 8);
});

Deno.test("Navigations.show() turns to a document under its number, and marks none twice", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  const { mark } = navigations;
  navigations.commit("b", MARK);
  navigations.seen(1).errors = 5;
  navigations.seen(2).errors = 2;
  assert(mark !== undefined && navigations.show(mark));
  assertEquals([navigations.current, navigations.mark], [1, mark]);
  assertEquals(navigations.marks.map(({ nav }) => nav), [1, 2]);
  assertEquals([navigations.pageOf(1), navigations.pageOf(2), navigations.pageOf(0)], [0, 1, 2]);
  assertEquals([navigations.seenOn(1).errors, navigations.seenOn(2).errors], [5, 7]);
  navigations.commit("c", MARK);
  assertEquals(navigations.marks.map(({ nav }) => nav), [3, 1, 2]);
});

Deno.test("Navigations.commit() keeps the number of a document that was asked for before others were shown", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  const coming = navigations.coming("slow");
  assertEquals([navigations.isComing(coming), navigations.documentOf(coming)], [true, 1]);
  navigations.commit("b", MARK);
  assertEquals(navigations.pageOf(coming), 1);
  navigations.commit("slow", MARK);
  assertEquals([navigations.current, navigations.isComing(coming)], [coming, false]);
});

Deno.test("Navigations.show() refuses a document that was forgotten, whose ids would be given twice", () => {
  const navigations = new Navigations();
  navigations.commit("a", MARK);
  const { mark } = navigations;
  for (let at = 0; at < 100; at++) navigations.commit(`n${at}`, MARK);
  assertEquals([mark && navigations.show(mark), navigations.current], [false, 101]);
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
  assertEquals(navigations.seenOn("all").errors, 0);
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
  assertEquals(navigations.seenOn("all").network, 64);
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
