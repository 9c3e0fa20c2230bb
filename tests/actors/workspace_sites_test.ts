import { assertEquals, assertMatch } from "@std/assert";
import { SiteDataStore } from "../../actors/site_data.ts";
import { WorkspaceFolder } from "../../actors/store/workspace_folder.ts";
import { Masker } from "../../capture/masker.ts";
import type { SiteData } from "../../page/kept_sites.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { type FakeWorkspace, fakeWorkspace } from "../fakes/workspace.ts";

const DATA: SiteData = {
  savedAt: Date.UTC(2026, 0, 2),
  browser: "chrome",
  cookies: [{
    name: "sid",
    value: { type: "string", value: "s3cr3t-value" },
    domain: "a.test",
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "lax",
  }],
  origins: [],
  session: null,
};

/** A workspace with something kept. */
async function keeping(
  run: (workspace: FakeWorkspace, kept: () => SiteData | null) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const store = () => new SiteDataStore(new WorkspaceFolder(folder, "workspace"), new Masker());
    store().save(DATA);
    const browser = fakeBrowser({
      answers: { "storage.getCookies": () => ({ cookies: DATA.cookies }) },
    });
    const workspace = fakeWorkspace({ browser, options: { folder } });
    await run(workspace, () => store().load());
    await workspace.stop();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const cookiesSet = (workspace: FakeWorkspace) =>
  workspace.browser.newest().transport.methods.filter((each) => each === "storage.setCookie")
    .length;

Deno.test("Workspace puts back what it keeps of sites, in every new browser, and tells it with the first result", () =>
  keeping(async (workspace, kept) => {
    const opened = await workspace.now(workspace.open({ url: "https://a.test/" }));
    assertMatch(String(opened.notices), /was put back: 1 cookie/);
    assertEquals(cookiesSet(workspace), 1);
    const { methods } = workspace.browser.newest().transport;
    const order = ["storage.setCookie", "session.subscribe", "browsingContext.navigate"];
    assertEquals(methods.filter((each) => order.includes(each)), order);
    assertEquals((await workspace.now(workspace.call())).notices, undefined);
    workspace.browser.newest().die("Chrome was killed");
    await workspace.settle();
    const reopened = await workspace.now(workspace.call());
    assertMatch(String(reopened.notices), /was put back: 1 cookie/);
    assertEquals([cookiesSet(workspace), workspace.browser.started.length], [1, 2]);
    assertEquals(kept(), DATA);
  }));

Deno.test("Workspace masks what it puts back from then on", () =>
  keeping(async (workspace) => {
    await workspace.now(workspace.open({}));
    const result = await workspace.now(
      workspace.call({ run: () => Promise.resolve({ text: "it is s3cr3t-value" }) }),
    );
    assertEquals(result.text, "it is •••");
  }));

Deno.test("Workspace deletes what it keeps of sites when an open says so, and opens without", () =>
  keeping(async (workspace, kept) => {
    const refused = workspace.open({ url: "file:///etc", restore_site_data: false });
    assertEquals((await workspace.refusal(refused)).status, 403);
    assertEquals(kept(), DATA);
    const opened = await workspace.now(workspace.open({ restore_site_data: false }));
    assertEquals([opened.notices, cookiesSet(workspace), kept()], [undefined, 0, null]);
    await workspace.now(workspace.open({}));
    assertEquals(cookiesSet(workspace), 0);
  }));

Deno.test("Workspace lists what it keeps of sites with no browser open", () =>
  keeping(async (workspace) => {
    const listed = await workspace.now(workspace.read("workspace://site-data"));
    assertEquals(listed.saved_at, DATA.savedAt);
    assertEquals(workspace.browser.started, []);
  }));
