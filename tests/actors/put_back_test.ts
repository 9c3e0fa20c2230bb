import { assert, assertEquals } from "@std/assert";
import { putBack } from "../../actors/put_back.ts";
import { tab } from "../capture/events.ts";
import { AnsweringTransport, type Answers, Refused } from "../fakes/browser.ts";
import { fakeLive } from "../fakes/live.ts";
import { fakeSystem } from "../fakes/system.ts";

const FORBIDDEN = "file:///etc/passwd";

/** Puts `T` back; `urls` are where it is each time one looks, the last of them for good. */
async function setUp(urls: string[], answers: Answers = {}) {
  const fake = fakeSystem();
  const left = [...urls];
  const transport = new AnsweringTransport({
    "browsingContext.getTree": () => {
      const url = left.length > 1 ? left.shift() : left[0];
      return { contexts: url === undefined ? [] : [{ ...tab("T"), url }] };
    },
    ...answers,
  });
  const { live } = fakeLive(fake.system, { transport });
  let done = false;
  void putBack(live, "T").then(() => done = true);
  const began = fake.clock.now();
  while (!done && fake.clock.now() - began < 60_000) await fake.elapse(100);
  assert(done, "it never ended");
  const navigations = transport.commands.filter(({ method }) =>
    method === "browsingContext.navigate"
  );
  return { navigations: navigations.map(({ params }) => params), ms: fake.clock.now() - began };
}

Deno.test("putBack() is done when the tab stays at about:blank", async () => {
  const { navigations } = await setUp(["about:blank"]);
  assertEquals(navigations, [{ context: "T", url: "about:blank", wait: "complete" }]);
});

Deno.test("putBack() tries again while the page overtakes it", async () => {
  const { navigations } = await setUp([FORBIDDEN, FORBIDDEN, "about:blank"]);
  assertEquals(navigations.length, 3);
});

Deno.test("putBack() does not trust a look before the page went where it may not", async () => {
  let refusals = 2;
  const { navigations } = await setUp(["about:blank"], {
    "browsingContext.navigate": () => refusals-- > 0 ? new Refused("unknown error") : {},
  });
  assertEquals(navigations.length, 3);
});

Deno.test("putBack() is done when the tab is gone", async () => {
  assertEquals((await setUp([])).navigations.length, 1);
});

Deno.test("putBack() gives up in the end, on a page that comes back and on a browser that is silent", async () => {
  const { navigations, ms } = await setUp([FORBIDDEN]);
  assertEquals(navigations.length, 8);
  assert(ms <= 8 * 3_500, `${ms} ms`);
  const silent = await setUp([FORBIDDEN], {
    "browsingContext.navigate": () => undefined,
    "browsingContext.getTree": () => undefined,
  });
  assert(silent.ms <= 8 * 6_500, `${silent.ms} ms`);
});
