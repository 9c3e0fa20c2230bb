import { assertEquals } from "@std/assert";
import { Loading } from "../../capture/loading.ts";

Deno.test("Loading waits for the load that the call's window began", () => {
  const loading = new Loading();
  loading.began(1, "tab", "n1");
  assertEquals([loading.isOpenFor(1), loading.isOpenFor(2)], [true, false]);
  loading.ended("tab", "other");
  loading.ended("frame", "n1");
  assertEquals(loading.isOpenFor(1), true);
  loading.ended("tab", "n1");
  assertEquals(loading.isOpenFor(1), false);
});

Deno.test("Loading goes on with the navigation that replaces one", () => {
  const loading = new Loading();
  loading.began(1, "tab", "n1");
  loading.began(1, "tab", "n2");
  loading.ended("tab", "n1");
  assertEquals(loading.isOpenFor(1), true);
  loading.began(null, "tab", "n3");
  assertEquals(loading.isOpenFor(1), false);
});

Deno.test("Loading ends with its tab", () => {
  const loading = new Loading();
  loading.began(1, "tab", "n1");
  loading.gone("other");
  assertEquals(loading.isOpenFor(1), true);
  loading.gone("tab");
  assertEquals(loading.isOpenFor(1), false);
});
