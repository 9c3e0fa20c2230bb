import { assertEquals } from "@std/assert";
import { Secrets } from "../../actors/secrets.ts";
import type { Page } from "../../page/page.ts";
import { logged, navigation } from "../capture/events.ts";
import { fakeSecrets } from "../fakes/secrets.ts";
import { fakeWorkspace } from "../fakes/workspace.ts";

const PASSWORD = "hunter22-of-the-shop";
const ORIGIN = "https://shop.test";

/** A workspace with one secret, in a folder of its own. */
async function withSecret(
  run: (given: { make: () => ReturnType<typeof fakeWorkspace> }) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "pagetap-workspace-" });
  const secrets = new Secrets([fakeSecrets({ shop: { password: PASSWORD, origins: ORIGIN } })]);
  try {
    await run({ make: () => fakeWorkspace({ options: { folder, secrets } }) });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const reveal = async ({ workspace }: Page): Promise<object> => ({
  length: (await workspace.secrets.reveal({ name: "shop", key: "password" }, ORIGIN)).length,
});

Deno.test("Workspace masks a secret from before an action has it: what is captured, answered and refused", () =>
  withSecret(async ({ make }) => {
    const workspace = make();
    await workspace.now(workspace.open({ capture: true }));
    await workspace.feed(logged(`before: ${PASSWORD}`));
    const { length } = await workspace.now(workspace.call({ run: reveal }));
    assertEquals(length, PASSWORD.length);
    await workspace.feed(logged(`after: ${PASSWORD}`));
    const { entries } = await workspace.now(
      workspace.read<{ entries: { text: string }[] }>("workspace://console"),
    );
    assertEquals(entries[0]?.text, "after: •••");
    const said = await workspace.now(
      workspace.call({ run: () => Promise.resolve({ text: `it is ${PASSWORD}` }) }),
    );
    assertEquals(said.text, "it is •••");
    const refused = await workspace.refusal(
      workspace.call({ run: () => Promise.reject(new Error(PASSWORD)) }),
    );
    assertEquals(refused.message.includes(PASSWORD), false, refused.message);
    await workspace.stop();
  }));

Deno.test("Workspace lends what hides the secrets that were typed in it, from when one was", () =>
  withSecret(async ({ make }) => {
    const workspace = make();
    await workspace.now(workspace.open());
    const { before, after } = await workspace.now(workspace.call({
      run: async (page) => {
        const before = await page.workspace.secrets.hiding();
        await reveal(page);
        const hide = await page.workspace.secrets.hiding();
        return { before, after: hide?.(`token=abcdef0123456789 ${PASSWORD}`).split(" ") };
      },
    }));
    assertEquals(before, null);
    // The name beside a value is the answer's mask's business.
    assertEquals((after as string[]).at(-1), "•••");
    await workspace.stop();
  }));

Deno.test("Workspace refuses a secret where it is not typed, and masks nothing then", () =>
  withSecret(async ({ make }) => {
    const workspace = make();
    await workspace.now(workspace.open());
    const refused = await workspace.refusal(
      workspace.call({
        run: async (page) => ({
          is: await page.workspace.secrets.reveal(
            { name: "shop", key: "password" },
            "https://evil.test",
          ),
        }),
      }),
    );
    assertEquals([refused.status, refused.message.includes(PASSWORD)], [403, false]);
    const said = await workspace.now(
      workspace.call({ run: () => Promise.resolve({ text: PASSWORD }) }),
    );
    assertEquals(said.text, PASSWORD);
    await workspace.stop();
  }));

Deno.test("Workspace keeps no URL that a typed secret is in", () =>
  withSecret(async ({ make }) => {
    const workspace = make();
    await workspace.now(workspace.open());
    await workspace.now(workspace.call({ run: reveal }));
    const url = `${ORIGIN}/in?q=${encodeURIComponent(PASSWORD)}#${btoa(PASSWORD)}`;
    await workspace.feed(navigation("navigationCommitted", "n1", { url }));
    await workspace.now(workspace.call());
    assertEquals(workspace.kept()?.url, `${ORIGIN}/in`);
    await workspace.stop();
    assertEquals(workspace.kept()?.url, `${ORIGIN}/in`);
  }));

Deno.test("Workspace masks what was typed before it was started again", () =>
  withSecret(async ({ make }) => {
    const first = make();
    await first.now(first.open());
    await first.now(first.call({ run: reveal }));
    await first.stop();
    const second = make();
    await second.now(second.open());
    const said = await second.now(second.call({ run: () => Promise.resolve({ text: PASSWORD }) }));
    assertEquals(said.text, "•••");
    await second.stop();
  }));
