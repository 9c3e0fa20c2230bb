import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { CallerLeft } from "../../actors/interruption.ts";
import { ensureAnswering } from "../../actors/stuck_tab.ts";
import { BidiError } from "../../bidi/bidi_error.ts";
import type { BrowserName } from "../../drivers/driver.ts";
import { AnsweringTransport, type Answers, Refused } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

const silent = () => undefined;

function setUp(answers: Answers, options: { browser?: BrowserName; url?: string } = {}) {
  const fake = fakeSystem();
  const transport = new AnsweringTransport({
    "browsingContext.create": () => ({ context: "new" }),
    ...answers,
  });
  const { live } = fakeLive(fake.system, {
    transport,
    viewport: { width: 800, height: 600, device_pixel_ratio: 2 },
    ...(options.browser && { browser: options.browser }),
  });
  const { url = "https://a.test/loop" } = options;
  const { driven } = live.tabs;
  if (driven) {
    driven.url = url;
    live.refs.ofTab(driven).replace(new Map([["e1", "node"]]));
  }
  const abort = new AbortController();
  const ensured = async () => {
    const done = ensureAnswering(live, abort.signal);
    done.catch(() => {});
    await fake.elapse(14_000);
    await done;
  };
  return { ...fake, live, transport, abort, ensured };
}

Deno.test("ensureAnswering() leaves a tab alone that answers", async () => {
  const { live, transport, ensured } = setUp({});
  await ensured();
  assertEquals(transport.methods, ["script.evaluate"]);
  assertEquals([live.tabs.driven?.context, live.takeNotices()], ["T", []]);
});

Deno.test("ensureAnswering() opens the URL of a stuck tab in a new one, sized, and says so", async () => {
  const { live, transport, ensured } = setUp({ "script.evaluate": silent });
  await ensured();
  assertEquals(transport.commands.slice(1).map(({ method, params }) => [method, params]), [
    ["browsingContext.create", { type: "tab", background: false }],
    ["browsingContext.setViewport", {
      context: "new",
      viewport: { width: 800, height: 600 },
      devicePixelRatio: 2,
    }],
    ["browsingContext.close", { context: "T" }],
    [
      "browsingContext.navigate",
      { context: "new", url: "https://a.test/loop", wait: "interactive" },
    ],
  ]);
  const { driven } = live.tabs;
  assertEquals([driven?.context, driven && live.refs.ofTab(driven).get("e1")], ["new", undefined]);
  const [notice = ""] = live.takeNotices();
  assertMatch(
    notice,
    /^the page at https:\/\/a\.test\/loop did not answer for 3 s: .* in a new one$/,
  );
});

Deno.test("ensureAnswering() leaves a frame that does not answer in a page that does", async () => {
  const { live, transport, ensured } = setUp({
    "script.evaluate": ({ target }) =>
      (target as { context: string }).context === "F" ? undefined : {},
  });
  const { driven } = live.tabs;
  live.tabs.adopt("F", { parent: "T", url: "https://b.test/" });
  if (driven) driven.frames = [{ context: "F", parent: "T", element: "<iframe>" }];
  await ensured();
  assertEquals([driven?.context, driven?.frames], ["T", []]);
  assertEquals(transport.methods, ["script.evaluate", "script.evaluate"]);
  assertMatch(live.takeNotices().join(), /^the frame <iframe> did not answer for 3 s .* was left/);
});

Deno.test("ensureAnswering() opens Firefox's new tab behind the stuck one", async () => {
  const { transport, ensured } = setUp({ "script.evaluate": silent }, { browser: "firefox" });
  await ensured();
  assertEquals(transport.commands[1]?.params, { type: "tab", background: true });
});

Deno.test("ensureAnswering() goes on when the stuck tab does not close, and when its URL does not open", async () => {
  const { live, ensured } = setUp({
    "script.evaluate": silent,
    "browsingContext.close": silent,
    "browsingContext.navigate": () => new Refused("unknown error"),
  });
  await ensured();
  assertEquals(live.tabs.driven?.context, "new");
  assertMatch(live.takeNotices().join(), /its tab was closed$/);
});

Deno.test("ensureAnswering() tells of a tab it has replaced, though its call was over before it was closed", async () => {
  const { live, abort, ensured } = setUp({
    "script.evaluate": silent,
    "browsingContext.close": () => {
      abort.abort(new CallerLeft());
      return undefined;
    },
  });
  await assertRejects(() => ensured(), CallerLeft);
  assertEquals(live.tabs.driven?.context, "new");
  assertMatch(live.takeNotices().join(), /its tab was closed$/);
});

Deno.test("ensureAnswering() does not open again where none may go", async () => {
  const { transport, ensured } = setUp({ "script.evaluate": silent }, {
    url: "file:///etc/passwd",
  });
  await ensured();
  assertEquals(transport.methods.includes("browsingContext.navigate"), false);
});

Deno.test("ensureAnswering() does not probe a tab whose dialog holds it up", async () => {
  const { live, transport, ensured } = setUp({});
  const params = { context: "T", type: "alert", message: "hi", handler: "ignore" } as const;
  live.tabs.apply({ method: "browsingContext.userPromptOpened", params });
  await ensured();
  assertEquals(transport.methods, []);
});

Deno.test("ensureAnswering() fails when the browser opens no tab, and when its call is over", async () => {
  const refused = setUp({
    "script.evaluate": silent,
    "browsingContext.create": () => new Refused("unknown error"),
  });
  await assertRejects(() => refused.ensured(), BidiError);
  const left = setUp({ "script.evaluate": silent });
  left.abort.abort(new CallerLeft());
  await assertRejects(() => left.ensured(), CallerLeft);
  assertEquals(left.live.tabs.driven?.context, "T");
});
