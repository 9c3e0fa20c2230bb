import { assertEquals } from "@std/assert";
import { Tabs } from "../../actors/tabs.ts";
import type { BidiEvent } from "../../bidi/protocol.ts";

const info = (context: string, parent: string | null = null) => ({
  context,
  parent,
  url: "about:blank",
  children: null,
  originalOpener: null,
  userContext: "default",
  clientWindow: "w",
});
const created = (context: string, parent: string | null = null): BidiEvent => ({
  method: "browsingContext.contextCreated",
  params: info(context, parent),
});
const destroyed = (context: string): BidiEvent => ({
  method: "browsingContext.contextDestroyed",
  params: info(context),
});

Deno.test("Tabs gives ids in the order of arrival, and none twice", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  // Whoever subscribes is told of what is there.
  tabs.apply(created("A"));
  tabs.apply(created("B"));
  tabs.apply(destroyed("B"));
  tabs.apply(created("C"));
  assertEquals(tabs.all.map(({ id }) => id), ["t1", "t3"]);
  assertEquals([tabs.byId("t3")?.context, tabs.byId("t2")], ["C", undefined]);
  assertEquals(tabs.count, { last: 3, tabs: { A: 1, C: 3 } });
  const next = new Tabs();
  next.restore(tabs.count);
  next.sync([info("D"), info("C"), info("A")]);
  assertEquals(next.all.map(({ id }) => id), ["t4", "t3", "t1"]);
});

Deno.test("Tabs drives the opener of a tab that closes, whether the page or a frame of it had opened it", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  tabs.apply(created("frame", "A"));
  const opened = (context: string, originalOpener: string): BidiEvent => ({
    method: "browsingContext.contextCreated",
    params: { ...info(context), originalOpener },
  });
  tabs.apply(opened("B", "frame"));
  tabs.apply(opened("C", "B"));
  tabs.drive("B");
  tabs.apply(destroyed("B"));
  assertEquals(tabs.driven?.context, "A");
  tabs.drive("C");
  tabs.apply(destroyed("C"));
  assertEquals(tabs.driven?.context, "A");
});

Deno.test("Tabs forgets a frame with all that is in it, and takes a whole tree", () => {
  const tabs = new Tabs();
  const children = [{ ...info("f"), children: [{ ...info("g"), url: "http://g/" }] }];
  tabs.sync([{ ...info("A"), children }]);
  assertEquals([tabs.frame("g"), tabs.tabOf("g")?.context], [
    { parent: "f", url: "http://g/" },
    "A",
  ]);
  tabs.apply({
    method: "browsingContext.navigationCommitted",
    params: { context: "f", navigation: "n", timestamp: 1, url: "http://f/" },
  });
  assertEquals(tabs.frame("f")?.url, "http://f/");
  tabs.apply(destroyed("f"));
  assertEquals(["A", "f", "g"].map((each) => tabs.has(each)), [true, false, false]);
});

Deno.test("Tabs drives the first, and the newest when the driven one closes", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  tabs.apply(created("B"));
  tabs.apply(created("C"));
  assertEquals(tabs.driven?.context, "A");
  tabs.apply(destroyed("A"));
  assertEquals(tabs.driven?.context, "C");
  tabs.apply(destroyed("C"));
  tabs.apply(destroyed("B"));
  assertEquals(tabs.driven, null);
});

Deno.test("Tabs knows a dialog of a frame as its tab's, until it closes", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  tabs.apply(created("frame", "A"));
  tabs.apply(created("inner", "frame"));
  const params = { context: "inner", type: "prompt" as const, message: "name?" };
  tabs.apply({
    method: "browsingContext.userPromptOpened",
    params: { ...params, handler: "ignore", defaultValue: "Ada" },
  });
  assertEquals(tabs.driven?.dialog, { type: "prompt", message: "name?", default: "Ada" });
  tabs.apply({
    method: "browsingContext.userPromptClosed",
    params: { context: "inner", type: "prompt", accepted: true },
  });
  assertEquals(tabs.driven?.dialog, null);
});

Deno.test("Tabs keeps the start of a dialog's texts, marked as cut", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  const long = "x".repeat(1_000_000);
  tabs.apply({
    method: "browsingContext.userPromptOpened",
    params: { context: "A", type: "prompt", message: long, handler: "ignore", defaultValue: long },
  });
  const kept = `${"x".repeat(4_096)}…`;
  assertEquals(tabs.all[0]?.dialog, { type: "prompt", message: kept, default: kept });
});

Deno.test("Tabs follows where a tab goes, and takes a listing as the truth", () => {
  const tabs = new Tabs();
  tabs.sync([info("A"), info("B")]);
  tabs.apply({
    method: "browsingContext.historyUpdated",
    params: { context: "A", timestamp: 1, url: "http://x/pushed" },
  });
  assertEquals(tabs.all.map((tab) => tab.url), ["http://x/pushed", "about:blank"]);
  tabs.sync([{ ...info("B"), url: "http://y/" }, info("D")]);
  assertEquals(tabs.all.map((tab) => [tab.context, tab.url]), [
    ["B", "http://y/"],
    ["D", "about:blank"],
  ]);
});

Deno.test("Tabs.sync() takes a tab to have arrived that is elsewhere, or where it was on its way to", () => {
  const slow = "http://slow/";
  const arrived = (from: string, to: string) => {
    const tabs = new Tabs();
    tabs.sync([{ ...info("A"), url: from }]);
    const params = { context: "A", navigation: "n1", timestamp: 1, url: slow };
    tabs.apply({ method: "browsingContext.navigationStarted", params });
    tabs.sync([{ ...info("A"), url: to }]);
    return tabs.driven?.pending === null;
  };
  assertEquals(arrived("http://old/", slow), true);
  assertEquals(arrived("http://old/", "http://redirected/"), true);
  assertEquals(arrived(slow, slow), true);
  assertEquals(arrived("http://old/", "http://old/"), false);
});

Deno.test("Tabs knows where a tab is on its way to until it is there, fails or downloads", () => {
  const tabs = new Tabs();
  tabs.sync([info("A")]);
  const nav = { context: "A", navigation: "n1", timestamp: 1, url: "http://slow/" };
  for (
    const method of [
      "browsingContext.navigationCommitted",
      "browsingContext.navigationFailed",
    ] as const
  ) {
    tabs.apply({ method: "browsingContext.navigationStarted", params: nav });
    assertEquals(tabs.driven?.pending?.url, "http://slow/");
    tabs.apply({ method, params: { ...nav, navigation: "an older one" } });
    assertEquals(tabs.driven?.pending?.url, "http://slow/");
    tabs.apply({ method, params: nav });
    assertEquals(tabs.driven?.pending, null);
  }
});

Deno.test("Tabs.refresh() takes where the other tabs are, and leaves the driven one to its events", () => {
  const tabs = new Tabs();
  tabs.sync([info("A"), info("B")]);
  const listed = [{ ...info("A"), url: "http://a/" }, { ...info("B"), url: "http://b/" }];
  assertEquals(tabs.refresh(listed).map(({ context }) => context), ["B"]);
  assertEquals(tabs.refresh(listed), []);
  assertEquals(tabs.all.map(({ url }) => url), ["about:blank", "http://b/"]);
});
