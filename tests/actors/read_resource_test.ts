import { assertEquals } from "@std/assert";
import type { BidiEvent } from "../../bidi/protocol.ts";
import { sent, TAB } from "../capture/events.ts";
import { fakeWorkspace } from "../fakes/workspace.ts";

const SECRET = "s3cr3t-value-1";

interface Current {
  readonly dialog: unknown;
  readonly tabs: readonly { readonly url: string }[];
}

Deno.test("readResource() masks every text of a dialog, and where tabs are", async () => {
  const workspace = fakeWorkspace();
  await workspace.now(workspace.open({ capture: true }));
  const url = `https://site.test/${SECRET}`;
  const prompt: BidiEvent = {
    method: "browsingContext.userPromptOpened",
    params: {
      context: TAB,
      type: "prompt",
      handler: "ignore",
      message: `is it ${SECRET}?`,
      defaultValue: SECRET,
    },
  };
  await workspace.feed(
    sent({ headers: { authorization: `Bearer ${SECRET}` } }),
    {
      method: "browsingContext.fragmentNavigated",
      params: { context: TAB, navigation: null, timestamp: 0, url },
    },
    prompt,
  );
  const { dialog, tabs } = await workspace.now(workspace.read<Current>("workspace://current"));
  assertEquals(dialog, { type: "prompt", message: "is it •••?", default: "•••" });
  assertEquals(tabs.map((tab) => tab.url), ["https://site.test/•••"]);
  await workspace.stop();
});
