import { assertEquals, assertRejects } from "@std/assert";
import { ACTIONS } from "../../actors/actions.ts";
import type { Page } from "../../page/page.ts";
import type { EmulateArgs, ResizeArgs } from "../../page/args.ts";
import { navigation, tabOpened } from "../capture/events.ts";
import { fakeBrowser, Refused } from "../fakes/browser.ts";
import { FakeLease } from "../fakes/lease.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const KILLED = "Chrome was killed";
const TOKEN = "Bearer s3cr3t";

const resize = (workspace: FakeWorkspace, args: ResizeArgs) =>
  workspace.now(workspace.call({
    name: "resize",
    effect: "input",
    run: (page) => ACTIONS.resize.run(page, args),
  }));

const emulate = (workspace: FakeWorkspace, args: EmulateArgs) =>
  workspace.now(workspace.call({
    name: "emulate",
    effect: "input",
    run: (page) => ACTIONS.emulate.run(page, args),
  }));

async function opened(made: Parameters<typeof fakeWorkspace>[0] = {}) {
  const workspace = fakeWorkspace(made);
  await workspace.now(workspace.open({ settle_ms: 0 }));
  return workspace;
}

/** What the newest browser was told by commands that begin so. */
const told = ({ browser }: FakeWorkspace, module: string) =>
  browser.newest().transport.commands.filter(({ method }) => method.startsWith(module))
    .map(({ method, params: { userContexts: _, context: __, ...params } }) => [
      method.slice(module.length),
      params,
    ]);

const current = (workspace: FakeWorkspace) => workspace.now(workspace.read("workspace://current"));

Deno.test("a resize is of the session, of one in a lost one's place, and of the next", async () => {
  const workspace = await opened();
  const size = { width: 390, height: 844, device_pixel_ratio: 3 };
  const { width, height, device_pixel_ratio } = await resize(workspace, { preset: "phone" });
  assertEquals({ width, height, device_pixel_ratio }, size);
  const sent = ["iewport", { viewport: { width: 390, height: 844 }, devicePixelRatio: 3 }];
  const settings = async () => {
    const { width, height, device_pixel_ratio } = (await current(workspace))
      .settings as Record<string, unknown>;
    return { width, height, device_pixel_ratio };
  };
  assertEquals(await settings(), size);
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  await workspace.now(workspace.call());
  assertEquals([told(workspace, "browsingContext.setV").at(-1), await settings()], [sent, size]);
  await workspace.now(workspace.open({}));
  assertEquals([told(workspace, "browsingContext.setV").at(-1), await settings()], [sent, size]);
  assertEquals(workspace.kept()?.settings.device_pixel_ratio, 3);
  await workspace.now(workspace.open({ width: 500, height: 600 }));
  assertEquals(await settings(), { width: 500, height: 600, device_pixel_ratio: 3 });
  await workspace.stop();
});

Deno.test("a resize of a session that was replaced changes nothing of the next", async () => {
  const workspace = await opened();
  let lent: Page | undefined;
  const run = (page: Page) => {
    lent = page;
    return Promise.resolve({});
  };
  await workspace.now(workspace.call({ run }));
  await workspace.now(workspace.open({}));
  const late = lent?.workspace.session.resized({ width: 200, height: 200, device_pixel_ratio: 1 });
  await assertRejects(() => workspace.now(late ?? Promise.resolve()), Error, "was replaced");
  assertEquals(workspace.kept()?.settings.width, 1280);
  await workspace.stop();
});

Deno.test("what is emulated is shown without a header's value, and set again before the first page", async () => {
  const workspace = await opened();
  const { emulated } = await emulate(workspace, {
    locale: "de-DE",
    offline: true,
    headers: { authorization: TOKEN, "x-one": "plain" },
  });
  const shown = {
    locale: "de-DE",
    offline: true,
    headers: { authorization: "•••", "x-one": "•••" },
  };
  assertEquals(emulated, shown);
  assertEquals((await current(workspace)).emulated, shown);
  const before = [...told(workspace, "emulation."), ...told(workspace, "network.set")];
  workspace.browser.newest().die(KILLED);
  await workspace.settle();
  const { notices } = await workspace.now(workspace.call());
  assertEquals(notices, undefined);
  assertEquals([...told(workspace, "emulation."), ...told(workspace, "network.set")], before);
  assertEquals((await current(workspace)).emulated, shown);
  await workspace.stop();
});

Deno.test("what is emulated ends with its session", async () => {
  const workspace = await opened();
  for (const end of [() => workspace.open({}), () => workspace.end()]) {
    await emulate(workspace, { locale: "de-DE" });
    await workspace.now(end());
    assertEquals((await current(workspace)).emulated, undefined);
    assertEquals(workspace.kept()?.emulated, {});
  }
  await workspace.stop();
});

Deno.test("a credential among the headers is masked from the call on", async () => {
  const workspace = await opened();
  await emulate(workspace, { headers: { authorization: TOKEN, "x-one": "plain text" } });
  const { said } = await workspace.now(
    workspace.call({ run: () => Promise.resolve({ said: `s3cr3t, ${TOKEN}, plain text` }) }),
  );
  assertEquals(said, "•••, •••, plain text");
  await workspace.stop();
});

Deno.test("a credential that cannot be masked any more is not sent", async () => {
  const workspace = await opened();
  const bindAll = async ({ workspace }: Page) => {
    const all = Array.from({ length: 1_000 }, (_, i) => workspace.mask(`bound ${i}`));
    return { all: await Promise.all(all) };
  };
  await workspace.now(workspace.call({ run: bindAll }));
  const refusal = workspace.call({
    run: (page) => ACTIONS.emulate.run(page, { locale: "fr", headers: { "x-api-key": "k3yy" } }),
  });
  assertEquals((await workspace.refusal(refusal)).status, 413);
  assertEquals(told(workspace, "emulation."), []);
  await workspace.stop();
});

Deno.test("a server that was started again emulates all but the value of a credential, and says so", async () => {
  const killed = await opened();
  await emulate(killed, { timezone: "UTC", headers: { authorization: TOKEN, "x-one": "1" } });
  const { store, clock } = killed;
  assertEquals(JSON.stringify(store.load("workspace")).includes("s3cr3t"), false);
  const next = fakeWorkspace({ now: clock.now(), options: { store } });
  const { notices } = await next.now(next.call());
  assertEquals(notices, [
    "requests do not carry authorization any more: the value was not kept when pagetap was started again; " +
    "set headers with emulate",
  ]);
  assertEquals(told(next, "emulation."), [["setTimezoneOverride", { timezone: "UTC" }]]);
  assertEquals(told(next, "network.set"), [
    ["ExtraHeaders", { headers: [{ name: "x-one", value: { type: "string", value: "1" } }] }],
  ]);
  assertEquals((await current(next)).emulated, { timezone: "UTC", headers: { "x-one": "•••" } });
  await next.stop();
});

Deno.test("a session on a Grid that is taken up emulates what it did", async () => {
  const lease = new FakeLease();
  const browser = fakeBrowser({ lease: () => lease });
  const killed = await opened({ browser });
  await emulate(killed, { locale: "fr", headers: { cookie: "a=b" } });
  const next = fakeWorkspace({
    browser,
    now: killed.clock.now(),
    options: { store: killed.store },
  });
  next.resume();
  await next.settle();
  const shown = { locale: "fr", headers: { cookie: "•••" } };
  assertEquals((await current(next)).emulated, shown);
  assertEquals(told(next, "emulation."), []);
  await next.stop();
});

Deno.test("a browser in a lost one's place that refuses to emulate says so, and is shown not to", async () => {
  let refuses = false;
  const browser = fakeBrowser({
    answers: {
      "emulation.setLocaleOverride": () => refuses ? new Refused("unknown command") : {},
    },
  });
  const workspace = await opened({ browser });
  await emulate(workspace, { locale: "fr", timezone: "UTC" });
  refuses = true;
  browser.newest().die(KILLED);
  await workspace.settle();
  const { notices } = await workspace.now(workspace.call());
  assertEquals(notices, ["locale is not emulated any more: the new browser refused it"]);
  assertEquals((await current(workspace)).emulated, { timezone: "UTC" });
  await workspace.stop();
});

Deno.test("pages that a tab is on, or goes to, may have the location that is emulated, until it is not", async () => {
  const workspace = await opened();
  const at = (what: "navigationStarted" | "navigationCommitted", url: string, context?: string) =>
    workspace.feed(navigation(what, "n", { url, ...(context && { context }) }));
  const granted = () =>
    told(workspace, "permissions.").map(([, params]) => {
      const { origin, state } = params as Record<string, unknown>;
      return [origin, state];
    });
  await at("navigationCommitted", "https://here.test/a?b");
  assertEquals(granted(), []);
  await emulate(workspace, { geolocation: { latitude: 1, longitude: 2 } });
  await at("navigationStarted", "https://there.test:8443/");
  await at("navigationCommitted", "https://there.test:8443/x");
  await at("navigationCommitted", "about:blank");
  await workspace.feed(tabOpened("frame", "tab"));
  await at("navigationStarted", "https://frame.test/", "frame");
  const all = ["https://here.test", "https://there.test:8443"];
  assertEquals(granted(), all.map((origin) => [origin, "granted"]));
  await emulate(workspace, { geolocation: null });
  await at("navigationStarted", "https://after.test/");
  assertEquals(granted().slice(2), all.map((origin) => [origin, "prompt"]));
  await workspace.stop();
});
