import { assertEquals } from "@std/assert";
import { type Arrival, HiddenTabs } from "../../actors/hidden_tabs.ts";
import type { BidiEvent, ContextInfo } from "../../bidi/protocol.ts";
import { logged, sent, tab } from "../capture/events.ts";

function created(context: string, more: Partial<ContextInfo> = {}): BidiEvent {
  return { method: "browsingContext.contextCreated", params: { ...tab(context), ...more } };
}

const arrival = (event: BidiEvent): Arrival => ({ event, at: 1, bytes: 1 });

/** What is told at once of an event. */
function told(hidden: HiddenTabs, event: BidiEvent): number | "hidden" {
  return hidden.hides(event) ? "hidden" : hidden.sift(arrival(event)).length;
}

const contexts = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ event }) => "context" in event.params ? event.params.context : null);

Deno.test("HiddenTabs holds what may be of a tab of ours until it is known, and tells nothing of ours", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  assertEquals(told(hidden, created("ours")), 0);
  assertEquals(told(hidden, created("popup")), 0);
  assertEquals(told(hidden, created("frame", { parent: "ours" })), 0);
  assertEquals(told(hidden, sent({ context: "frame" })), 0);
  assertEquals(told(hidden, sent({ context: "popup" })), 0);
  assertEquals(contexts(hidden.settle("ours")), ["popup", "popup"]);
  for (const context of ["ours", "frame"]) {
    assertEquals(told(hidden, sent({ context })), "hidden");
    assertEquals(hidden.has(context), true);
  }
  assertEquals(told(hidden, created("later", { parent: "frame" })), "hidden");
  assertEquals(told(hidden, sent({ context: "later" })), "hidden");
  assertEquals(told(hidden, sent({ context: "popup" })), 1);
});

Deno.test("HiddenTabs holds nothing of tabs that were there, of tabs that a page opened, and of no tab", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  const events = [
    sent(),
    logged("x"),
    sent({ context: null }),
    created("frame", { parent: "tab" }),
    created("popup", { originalOpener: "tab" }),
    sent({ context: "popup" }),
  ];
  for (const event of events) assertEquals(told(hidden, event), 1, JSON.stringify(event));
});

Deno.test("HiddenTabs hides what Firefox copies to print, with all that is in it, and no frame of a tab", () => {
  const hidden = new HiddenTabs();
  assertEquals(told(hidden, created("15032385540")), "hidden");
  assertEquals(told(hidden, created("15032385542", { parent: "15032385540" })), "hidden");
  assertEquals(told(hidden, sent({ context: "15032385542" })), "hidden");
  const uuid = "99baedf5-920b-46df-9ced-02a9c01cfc81";
  assertEquals(told(hidden, created(uuid)), 1);
  assertEquals(told(hidden, created("15032385541", { parent: uuid })), 1);
  assertEquals(told(hidden, created("0123456789".repeat(3) + "12")), 1, "of Chrome");
});

Deno.test("HiddenTabs tells all it held when the browser made no tab", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  told(hidden, created("a"));
  told(hidden, created("b"));
  told(hidden, sent({ context: "a" }));
  assertEquals(contexts(hidden.settle(null)), ["a", "b", "a"]);
  assertEquals(told(hidden, sent({ context: "a" })), 1);
});

Deno.test("HiddenTabs takes a tab that tells much for none of ours", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  told(hidden, created("ours"));
  told(hidden, created("busy"));
  const lengths = Array.from({ length: 65 }, () => told(hidden, sent({ context: "busy" })));
  assertEquals(lengths.filter((length) => length !== 0), [65, 1]);
  assertEquals(contexts(hidden.settle("ours")), []);
});

Deno.test("HiddenTabs holds a bounded number of new tabs, the first", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  const lengths = Array.from({ length: 40 }, (_, i) => told(hidden, created(`tab-${i}`)));
  assertEquals(lengths.filter((length) => length === 1).length, 8);
  assertEquals(hidden.settle("tab-0").length, 31);
});

Deno.test("HiddenTabs tells two tabs of ours apart, and forgets the oldest of very many", () => {
  const hidden = new HiddenTabs();
  hidden.expect();
  hidden.expect();
  told(hidden, created("a"));
  told(hidden, created("b"));
  assertEquals(hidden.settle("a"), []);
  assertEquals(hidden.settle("b"), []);
  for (let i = 0; i < 256; i++) {
    hidden.expect();
    hidden.settle(`more-${i}`);
  }
  assertEquals([hidden.has("a"), hidden.has("more-255")], [false, true]);
});
