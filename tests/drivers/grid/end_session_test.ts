import { assertEquals } from "@std/assert";
import { GridAddress } from "../../../drivers/grid/address.ts";
import { GridClient } from "../../../drivers/grid/client.ts";
import { endSession } from "../../../drivers/grid/end_session.ts";
import { FakeGrid } from "./fake_grid.ts";
import { FakeTime } from "./fake_time.ts";

const nodeOf = () => Promise.resolve(null);
const closing = new AbortController().signal;

Deno.test("endSession() tries once more, 500 ms later, and then leaves it to the Grid", async () => {
  await using fake = await FakeGrid.start();
  const client = new GridClient(new GridAddress(fake.url), null);
  const time = new FakeTime();
  fake.fault = () => new Response("", { status: 500 });
  const ended = endSession("x", { client, time, nodeOf, closing });
  while (time.sleeping === 0) await new Promise((resolve) => setTimeout(resolve));
  assertEquals(fake.requests.length, 1);
  await time.advance(500);
  await ended;
  assertEquals(fake.requests, ["DELETE /session/ID", "DELETE /session/ID"]);
  client.close();
});

Deno.test("endSession() takes a session that is gone for ended", async () => {
  await using fake = await FakeGrid.start();
  const client = new GridClient(new GridAddress(fake.url), null);
  await endSession("x", { client, time: new FakeTime(), nodeOf, closing });
  assertEquals(fake.requests.length, 1);
  client.close();
});

Deno.test("endSession() ends a session at its node when the hub no longer knows it", async () => {
  await using hub = await FakeGrid.start();
  await using node = await FakeGrid.start();
  const url = new URL(hub.url);
  url.username = "u";
  const client = new GridClient(new GridAddress(url.href), null);
  const asked = new URL(node.url).origin;
  await endSession("x", {
    client,
    time: new FakeTime(),
    nodeOf: () => Promise.resolve(asked),
    closing,
  });
  assertEquals([hub.requests, node.requests], [["DELETE /session/ID"], ["DELETE /session/ID"]]);
  assertEquals([hub.authorizations, node.authorizations], [["Basic dTo="], [null]]);
  client.close();
});

Deno.test("endSession() has the node let go of a session whose driver is dead", async () => {
  await using hub = await FakeGrid.start();
  await using node = await FakeGrid.start();
  const client = new GridClient(new GridAddress(hub.url), null);
  const time = new FakeTime();
  hub.fault = () => new Response("", { status: 500 });
  const asked = new URL(node.url).origin;
  const ended = endSession("x", { client, time, nodeOf: () => Promise.resolve(asked), closing });
  while (time.sleeping === 0) await new Promise((resolve) => setTimeout(resolve));
  await time.advance(500);
  await ended;
  assertEquals(node.requests, ["DELETE /se/grid/node/session/ID"]);
  assertEquals(node.secrets, [""]);
  client.close();
});

Deno.test("endSession() goes on while the Grid is out of reach, until it is closed", async () => {
  await using fake = await FakeGrid.start();
  const client = new GridClient(new GridAddress(fake.url), null);
  for (const back of [true, false]) {
    fake.requests.length = 0;
    const time = new FakeTime();
    const closing = new AbortController();
    fake.fault = () => new Response("<html>", { status: 502 });
    let over = false;
    const ended = endSession("x", { client, time, nodeOf, closing: closing.signal })
      .then(() => over = true);
    for (const ms of [500, 5_000, 5_000]) {
      while (time.sleeping === 0) await new Promise((resolve) => setTimeout(resolve));
      await time.advance(ms);
    }
    while (time.sleeping === 0) await new Promise((resolve) => setTimeout(resolve));
    assertEquals([over, fake.requests.length], [false, 4]);
    if (back) fake.fault = () => null;
    if (back) await time.advance(5_000);
    else closing.abort();
    await ended;
    assertEquals(fake.requests.length, 5);
  }
  client.close();
});
