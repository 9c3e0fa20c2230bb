import { assertEquals } from "@std/assert";
import type { LogEntry } from "../../bidi/protocol.ts";
import type { BrowsingContext } from "../../capture/contexts.ts";
import { EntrySign } from "../../capture/entry_sign.ts";
import { Replays as Told } from "../../capture/replays.ts";

const entry = (text: string, timestamp: number): LogEntry => ({
  type: "console",
  level: "info",
  method: "log",
  source: { realm: "r", context: "tab" },
  text,
  timestamp,
});

/** Replays that are asked of whole entries. */
class Replays {
  readonly #told = new Told();
  readonly #sign = new EntrySign();

  isReplay(entry: LogEntry, tab: BrowsingContext): boolean {
    this.#sign.read(entry, tab.order);
    return this.#told.isReplay(this.#sign, entry.timestamp, tab);
  }
}

const page = (order = 1): BrowsingContext => ({
  tab: "t1",
  id: `tab ${order}`,
  parent: null,
  order,
  origin: null,
  url: null,
  shown: null,
  mark: null,
  committedAt: 0,
  epoch: 0,
  navigating: false,
});

/** A navigation goes away from, or back to, what the tab shows. */
function leave(tab: BrowsingContext, at: number): void {
  tab.epoch++;
  tab.committedAt = at;
}

Deno.test("Replays.isReplay() knows an entry again after a navigation, as often as it came before", () => {
  const replays = new Replays();
  const tab = page();
  assertEquals([replays.isReplay(entry("x", 1), tab), replays.isReplay(entry("x", 1), tab)], [
    false,
    false,
  ]);
  leave(tab, 10);
  assertEquals([1, 2, 3].map(() => replays.isReplay(entry("x", 1), tab)), [true, true, false]);
});

Deno.test("Replays.isReplay() knows the same entries at every return", () => {
  const replays = new Replays();
  const tab = page();
  replays.isReplay(entry("x", 1), tab);
  for (const at of [10, 20, 30]) {
    leave(tab, at);
    assertEquals(replays.isReplay(entry("x", 1), tab), true);
  }
});

Deno.test("Replays.isReplay() takes equal lines of one document for what they are", () => {
  const replays = new Replays();
  const tab = page();
  leave(tab, 10);
  assertEquals([replays.isReplay(entry("x", 5), tab), replays.isReplay(entry("x", 5), tab)], [
    false,
    false,
  ]);
});

Deno.test("Replays.isReplay() takes no entry for a replay that is newer than the commit", () => {
  const replays = new Replays();
  const tab = page();
  replays.isReplay(entry("x", 15), tab);
  leave(tab, 10);
  assertEquals(replays.isReplay(entry("x", 15), tab), false);
});

Deno.test("Replays.isReplay() tells time, text, level, method and context apart", () => {
  const replays = new Replays();
  const tab = page();
  const other = page(2);
  const line = entry("x", 1);
  replays.isReplay(line, tab);
  leave(tab, 10);
  leave(other, 10);
  const others: LogEntry[] = [
    entry("x", 2),
    entry("y", 1),
    { ...line, level: "warn" },
    { ...line, method: "table" },
  ];
  assertEquals(others.map((entry) => replays.isReplay(entry, tab)), [false, false, false, false]);
  assertEquals(replays.isReplay(line, other), false);
});

Deno.test("Replays.isReplay() remembers the last 1 000 entries at least", () => {
  const replays = new Replays();
  const tab = page();
  for (let at = 0; at < 5_000; at++) replays.isReplay(entry(`line ${at}`, at), tab);
  leave(tab, 10_000);
  assertEquals(replays.isReplay(entry("line 4500", 4_500), tab), true);
  assertEquals(replays.isReplay(entry("line 100", 100), tab), false);
});
