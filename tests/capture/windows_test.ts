import { assertEquals } from "@std/assert";
import { NOBODY, Windows } from "../../capture/windows.ts";

const CLICK = { input: true, navigates: false };
const SCRIPT = { input: false, navigates: false };
const LOOK = { input: false, navigates: false, watches: true };

Deno.test("Windows.ownerOfRequest() is the call in whose window it begins", () => {
  const windows = new Windows();
  windows.open(1, SCRIPT, 0);
  assertEquals(windows.ownerOfRequest(10).call, 1);
});

Deno.test("Windows.ownerOfRequest() is the call that acted within 1 500 ms before, between windows", () => {
  const windows = new Windows();
  assertEquals(windows.ownerOfRequest(0).call, null);
  windows.open(1, CLICK, 0);
  windows.close(1, 100, false);
  assertEquals(windows.ownerOfRequest(1_600).call, 1);
  assertEquals(windows.ownerOfRequest(1_601).call, null);
});

Deno.test("Windows.ownerOfRequest() is the script that ran within 1 500 ms before, and no older click", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 100, false);
  windows.open(2, SCRIPT, 110);
  windows.close(2, 120, false);
  assertEquals(windows.ownerOfRequest(400), { call: 2, cause: "after" });
  windows.open(3, LOOK, 500);
  assertEquals(windows.ownerOfRequest(600), { call: 2, cause: "after" }, "while a call only waits");
  assertEquals(windows.ownerOfEntry("tab", 600), { call: 2, cause: "after" });
  assertEquals(windows.ownerOfRequest(1_700).call, 3);
});

Deno.test("Windows.ownerOfRequest() is the click when it began before the script and was told late", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 100, false);
  windows.open(2, SCRIPT, 200);
  assertEquals(windows.ownerOfRequest(205, 150), { call: 1, cause: "after" }, "while it runs");
  windows.close(2, 210, false);
  assertEquals(windows.ownerOfRequest(215, 150), { call: 1, cause: "after" }, "after it");
});

Deno.test("Windows.ownerOfRequest() is the click while a later call only waits", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 100, false);
  windows.open(2, LOOK, 110);
  assertEquals(windows.ownerOfRequest(400).call, 1);
  assertEquals(windows.ownerOfRequest(2_000).call, 2);
});

Deno.test("Windows.ownerOfRequest() is the call in whose window it began, heard of however late", () => {
  const windows = new Windows();
  windows.open(1, LOOK, 1_000);
  windows.close(1, 1_100, false);
  assertEquals(windows.ownerOfRequest(1_150, 1_120), NOBODY, "begun after it, which only looked");
  windows.open(1, SCRIPT, 1_000);
  windows.close(1, 1_100, false);
  assertEquals(windows.ownerOfRequest(1_150, 1_050).call, 1, "after its window");
  windows.open(2, CLICK, 1_200);
  assertEquals(windows.ownerOfRequest(1_250, 1_050).call, 1, "in the next window");
  assertEquals(
    windows.ownerOfRequest(1_250, 1_196).call,
    2,
    "a clock's rounding is no earlier time",
  );
  assertEquals(windows.ownerOfRequest(1_250, 1_230).call, 2);
});

Deno.test("Windows.ownerOfRequest() is nobody's when it began before the call that acted last", () => {
  const windows = new Windows();
  windows.open(6, CLICK, 10_000);
  assertEquals(windows.ownerOfRequest(10_050, 5_000), NOBODY, "heard of in its window");
  windows.close(6, 10_200, false);
  for (const began of [10_300 - 300_000, 9_994]) {
    assertEquals(windows.ownerOfRequest(10_300, began), NOBODY, "heard of after it");
  }
  const asked = { call: 6, cause: "asked" } as const;
  assertEquals(windows.ownerOfRequest(10_300, 9_995), asked, "a clock's rounding");
  windows.open(7, LOOK, 10_400);
  assertEquals(windows.ownerOfRequest(10_450, 5_000), NOBODY, "heard of while a call only looks");
});

Deno.test("Windows.ownerOfEntry() is the call in whose window it arrives", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 10, false);
  windows.open(2, SCRIPT, 20);
  assertEquals(windows.ownerOfEntry("tab", 30).call, 2);
});

Deno.test("Windows.ownerOfEntry() is the earlier call whose request has just ended there", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 10, false);
  windows.open(2, SCRIPT, 1_000);
  windows.requestHeard({ call: 1, cause: "asked" }, "tab", 2_000);
  assertEquals(windows.ownerOfEntry("tab", 2_100).call, 1);
  assertEquals(windows.ownerOfEntry("tab", 2_101).call, 2);
  assertEquals(windows.ownerOfEntry("frame", 2_050).call, 2);
});

Deno.test("Windows.ownerOfEntry() is the window's call when the request had ended before it opened", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.requestHeard({ call: 1, cause: "asked" }, "tab", 5);
  windows.close(1, 10, false);
  windows.open(2, CLICK, 20);
  assertEquals(windows.ownerOfEntry("tab", 30).call, 2);
});

Deno.test("Windows.ownerOfEntry() between windows is the last call's for 1 500 ms, and about its requests for 100", () => {
  const windows = new Windows();
  windows.open(1, SCRIPT, 0);
  windows.close(1, 10, false);
  assertEquals(windows.ownerOfEntry("tab", 1_510).call, 1);
  assertEquals(windows.ownerOfEntry("tab", 1_511).call, null);
  windows.requestHeard({ call: 1, cause: "asked" }, "tab", 5_000);
  assertEquals(windows.ownerOfEntry("tab", 5_100).call, 1);
  assertEquals(windows.ownerOfEntry("tab", 5_101).call, null);
});

Deno.test("Windows.ownerOfEntry() goes by an entry's own time when the browser was late with it", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.close(1, 10, false);
  windows.requestHeard({ call: 1, cause: "asked" }, "tab", 5_000);
  assertEquals(windows.ownerOfEntry("tab", 5_900, 5_050).call, 1);
  assertEquals(windows.ownerOfEntry("tab", 5_900, 5_800).call, null);
  assertEquals(windows.ownerOfEntry("tab", 6_001, 5_050).call, null, "or the clocks differ");
});

Deno.test("Windows.close() says nothing when nothing happened", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  assertEquals(windows.close(1, 10, false), undefined);
});

Deno.test("Windows.close() counts errors before requests when it says where to look", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.count(1, "failed_requests");
  assertEquals(windows.close(1, 10, false), {
    errors: 0,
    failed_requests: 1,
    see: "workspace://network?filter=failed&call=1",
  });
  windows.open(2, CLICK, 20);
  windows.count(2, "failed_requests");
  windows.count(2, "errors");
  assertEquals(windows.close(2, 30, false), {
    errors: 1,
    failed_requests: 1,
    see: "workspace://console?level=error&call=2",
  });
});

Deno.test("Windows.close() tells an earlier call's late effects once, on the next result", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.count(1, "errors");
  windows.close(1, 10, false);
  windows.count(1, "failed_requests");
  windows.open(2, SCRIPT, 20);
  assertEquals(windows.close(2, 30, false), {
    errors: 0,
    failed_requests: 0,
    late: [{
      call: 1,
      errors: 0,
      failed_requests: 1,
      see: "workspace://network?filter=failed&call=1",
    }],
  });
  windows.open(3, SCRIPT, 40);
  assertEquals(windows.close(3, 50, false), undefined);
});

Deno.test("Windows.close() names 20 late calls at once and the others next time", () => {
  const windows = new Windows();
  for (let call = 1; call <= 25; call++) windows.count(call, "errors");
  const first = windows.close(100, 0, false)?.late ?? [];
  const second = windows.close(101, 0, false)?.late ?? [];
  assertEquals([first.length, first[0]?.call, second.length, second[0]?.call], [20, 1, 5, 21]);
});

Deno.test("Windows.close() is incomplete when told so, or when something was lost in the window", () => {
  const windows = new Windows();
  windows.open(1, SCRIPT, 0);
  assertEquals(windows.close(1, 1, true)?.incomplete, true);
  windows.open(2, SCRIPT, 2);
  windows.incomplete();
  assertEquals(windows.close(2, 3, false), { errors: 0, failed_requests: 0, incomplete: true });
  windows.incomplete();
  windows.open(3, SCRIPT, 4);
  assertEquals(windows.close(3, 5, false), undefined);
});

Deno.test("Windows.uncount() takes an effect back only before it was told", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  const counted = windows.count(1, "errors");
  assertEquals(windows.uncount(counted), true);
  assertEquals(windows.close(1, 10, false), { errors: 0, failed_requests: 0, background: 1 });
  const told = windows.count(1, "errors");
  windows.close(2, 20, false);
  assertEquals(windows.uncount(told), false);
});

Deno.test("Windows.open() closes a window that was left open", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 0);
  windows.open(2, LOOK, 100);
  assertEquals(windows.call, 2);
  windows.close(2, 110, false);
  assertEquals(windows.ownerOfRequest(1_600).call, 1);
});

Deno.test("Windows.ownerOfUnheard() goes by when an entry was logged, not by when it is told", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 1_000);
  windows.close(1, 2_000, false);
  windows.open(2, CLICK, 9_000);
  const owner = (at: number) => windows.ownerOfUnheard("tab", at);
  assertEquals(owner(999), { call: null, cause: "idle" });
  assertEquals(owner(1_000), { call: 1, cause: "asked" });
  assertEquals(owner(3_500), { call: 1, cause: "after" });
  assertEquals(owner(3_501), { call: null, cause: "idle" });
  assertEquals(owner(9_000), { call: 2, cause: "asked" });
});

Deno.test("Windows.ownerOfUnheard() knows what is said of a request that has just ended, and no more", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 1_000);
  windows.close(1, 2_000, false);
  windows.requestHeard({ call: 1, cause: "asked" }, "tab", 6_000);
  assertEquals(windows.ownerOfUnheard("tab", 6_100), { call: 1, cause: "asked" });
  assertEquals(windows.ownerOfUnheard("tab", 5_999).call, null);
  assertEquals(windows.ownerOfUnheard("tab", 6_101).call, null);
  assertEquals(windows.ownerOfUnheard("other", 6_050).call, null);
});

Deno.test("Windows.ownerOfUnheard() is the click while a later call only waits", () => {
  const windows = new Windows();
  windows.open(1, CLICK, 1_000);
  windows.close(1, 2_000, false);
  windows.open(2, LOOK, 2_100);
  assertEquals(windows.ownerOfUnheard("tab", 2_200), { call: 1, cause: "after" });
  assertEquals(windows.ownerOfUnheard("tab", 4_000), { call: 2, cause: "idle" });
});

Deno.test("Windows.inputBefore() is the last call before that may cause something, by number", () => {
  const windows = new Windows();
  assertEquals(windows.inputBefore(0), null);
  for (const [call, kind] of [CLICK, LOOK, SCRIPT].entries()) windows.open(call, kind, call * 100);
  assertEquals(windows.inputBefore(199), { at: 0, number: 1 });
  assertEquals(windows.inputBefore(200), { at: 200, number: 2 });
  for (let call = 3; call < 200; call++) windows.open(call, CLICK, call * 100);
  assertEquals([windows.inputBefore(300), windows.inputBefore(19_900)?.number], [null, 199]);
});
