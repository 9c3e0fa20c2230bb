import { assertEquals } from "@std/assert";
import { GridAddress } from "../../../drivers/grid/address.ts";
import { GridClient } from "../../../drivers/grid/client.ts";
import { endSession } from "../../../drivers/grid/end_session.ts";
import { FakeGrid } from "./fake_grid.ts";
import { FakeTime } from "./fake_time.ts";

Deno.test("endSession() tries once more, 500 ms later, and then leaves it to the Grid", async () => {
  await using fake = await FakeGrid.start();
  const client = new GridClient(new GridAddress(fake.url), null);
  const time = new FakeTime();
  fake.fault = () => new Response("", { status: 502 });
  const ended = endSession(client, "x", time);
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
  await endSession(client, "x", new FakeTime());
  assertEquals(fake.requests.length, 1);
  client.close();
});
