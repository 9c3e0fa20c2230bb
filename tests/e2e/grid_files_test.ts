import { assertEquals, assertMatch } from "@std/assert";
import { servePages } from "../fakes/page_site.ts";
import { Grid, gridTest } from "../grid/parts.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

const PAGE = `<a id=get href=/get>Get</a> <input type=file
  onchange="this.files[0].text().then((text) => document.title = text)">`;

function site(names: readonly string[]) {
  return servePages({
    "/": PAGE,
    ...Object.fromEntries(names.map((name, i) => [
      i === 0 ? "/get" : `/get/${i}`,
      () =>
        new Response("id\n7".repeat(2_000), {
          headers: {
            "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          },
        }),
    ])),
  });
}

gridTest("files go to and from browsers on a Grid that hands out downloads", async () => {
  await using pages = site(["a b.csv", "€ \u202E(1).txt"]);
  await using grid = await Grid.hubAndNode({ managedDownloads: true });
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  for (const browser of BROWSERS) {
    await pagetap.session(browser, { browser, url: pages.origin }, async () => {
      const uploaded = await pagetap.call(browser, "upload_file", {
        selector: { css: "input" },
        files: [{ name: "x.txt", text: "came over" }],
      });
      assertEquals(uploaded.title, "came over");
      for (const name of ["a b.csv", "a b (2).csv"]) {
        const { file } = await pagetap.call(browser, "download", { selector: { css: "#get" } });
        const { link, ...kept } = file as Record<string, unknown>;
        assertEquals([kept.name, kept.size], [name, 8_000]);
        assertEquals(await (await fetch(String(link))).text(), "id\n7".repeat(2_000));
      }
      const odd = await pagetap.call(browser, "download", { url: `${pages.origin}/get/1` });
      assertEquals((odd.file as { name: string }).name, "€ _(1).txt");
      const clicked = await pagetap.click(browser, "get");
      assertMatch(clicked.notices?.join() ?? "", /"a b\.csv" began and was not kept/);
      // Nothing is left on the node, and nothing came that was denied.
      const [session] = await grid.sessions();
      const left = await fetch(`${grid.url}/session/${session?.id}/se/files`);
      assertEquals((await left.json()).value.names, []);
    });
  }
});

gridTest("a Grid that hands out no downloads says what its node must be started with", async () => {
  await using pages = site(["a.csv"]);
  await using grid = await Grid.standalone({ firefox: 0 });
  await using pagetap = await Pagetap.start({ GRID_URL: grid.url });
  await pagetap.session("w", { browser: "chrome", url: pages.origin }, async () => {
    const { status, message } = await pagetap.refused("w", "download", {
      selector: { css: "#get" },
    });
    assertEquals(status, 503);
    assertMatch(
      message,
      /hands out no downloads; start its node with --enable-managed-downloads true/,
    );
    assertMatch(String((await pagetap.call("w", "extract")).text), /^Get/);
  });
});
