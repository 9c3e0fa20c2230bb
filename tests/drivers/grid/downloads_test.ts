import { assert, assertEquals, assertRejects } from "@std/assert";
import { DriverError } from "../../../drivers/driver.ts";
import { GridDownloads } from "../../../drivers/grid/downloads.ts";
import { Grid } from "../../../drivers/grid/grid.ts";
import { FakeGrid } from "./fake_grid.ts";

const { signal } = new AbortController();
const ZIP =
  "UEsDBBQACAgIAGURgV0AAAAAAAAAAAAAAAAHAAkAYSBiLmJpblVUBQABvywOa6uowAQAUEsHCEdCrScFAAAAFAAAAFBLAQIUABQACAgIAGUR" +
  "gV1HQq0nBQAAABQAAAAHAAkAAAAAAAAAAAAAAAAAAABhIGIuYmluVVQFAAG/LA5rUEsFBgAAAAABAAEAPgAAAEMAAAAAAA==";

async function withDownloads(
  answer: (method: string) => { status?: number; value: unknown },
  run: (downloads: GridDownloads, fake: FakeGrid) => Promise<void>,
): Promise<void> {
  await using fake = await FakeGrid.start();
  fake.fault = (method, path) => {
    if (!path.endsWith("/session/5e551017/se/files")) return null;
    const { status = 200, value } = answer(method);
    return Response.json({ value }, { status });
  };
  const grid = new Grid({ url: fake.url, ca: null });
  try {
    await run(new GridDownloads(grid, "5e551017"), fake);
  } finally {
    await grid.close();
  }
}

Deno.test("GridDownloads lists, reads and forgets what a node has", () =>
  withDownloads(
    (method) => ({
      value: {
        GET: { names: ["a b.bin"], files: [{ name: "a b.bin", size: 20 }] },
        POST: { filename: "a b.bin", contents: ZIP },
      }[method] ?? null,
    }),
    async (downloads, fake) => {
      assertEquals(await downloads.sizes(signal), new Map([["a b.bin", 20]]));
      assertEquals(
        await new Response(await downloads.read("a b.bin", signal)).text(),
        "x".repeat(20),
      );
      await downloads.clear();
      const asked = ["GET", "POST", "DELETE"].map((method) => `${method} /session/ID/se/files`);
      assertEquals(fake.requests, asked);
    },
  ));

for (
  const [what, status, value, says] of [
    [
      "keeps none",
      500,
      {
        error: "unknown error",
        message: "Cannot find downloads file system for session id: 5e551017 — ensure",
      },
      "hands out no downloads; start its node with --enable-managed-downloads true",
    ],
    ["does not know the path", 404, { error: "unknown command", message: "none" }, "said: none"],
    ["sends no archive", 200, { contents: "AAAA" }, "gave a file that cannot be unpacked"],
  ] as const
) {
  Deno.test(`GridDownloads says it when the Grid ${what}, and names no session`, () =>
    withDownloads(() => ({ status, value }), async (downloads) => {
      const error = await assertRejects(() => downloads.read("a", signal), DriverError, says);
      assert(!error.message.includes("5e551017"));
    }));
}
