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
  tabs.refresh([{ ...info("A"), url: "http://a/" }, { ...info("B"), url: "http://b/" }]);
  assertEquals(tabs.all.map(({ url }) => url), ["about:blank", "http://b/"]);
});
