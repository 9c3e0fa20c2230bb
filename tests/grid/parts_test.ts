import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { isAlive } from "../../drivers/pid.ts";
import { Grid, gridTest, TlsProxy } from "./parts.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** A new session over plain WebDriver. */
async function open(url: string, browserName: string): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify({ capabilities: { alwaysMatch: { browserName } } }),
  });
  const { value } = await response.json();
  assertEquals(response.status, 200, JSON.stringify(value));
  return value.sessionId;
}

async function end(url: string, id: string): Promise<void> {
  const response = await fetch(`${url}/session/${id}`, { method: "DELETE" });
  assertEquals(response.status, 200, await response.text());
}

gridTest("Grid.standalone() opens and ends a session of each browser", async () => {
  await using grid = await Grid.standalone({ sessionTimeoutS: 60 });
  assertEquals((await grid.status()).nodes[0]?.sessionTimeout, 60_000);
  const ids = [await open(grid.url, "chrome"), await open(grid.url, "firefox")];
  assertEquals(await grid.slots(), { taken: 2, free: 0 });
  const sessions = await grid.sessions();
  assertEquals(sessions.map(({ browser }) => browser).sort(), ["chrome", "firefox"]);
  for (const { browserPid, driverPid } of sessions) {
    assertEquals(isAlive(browserPid), true);
    assertNotEquals(driverPid, null);
  }
  for (const id of ids) await end(grid.url, id);
  await grid.taken(0, 10_000);
});

gridTest("Grid.stop() ends the browsers and drivers that a killed Grid left behind", async () => {
  const grid = await Grid.standalone({ firefox: 0 });
  await open(grid.url, "chrome");
  const [session] = await grid.sessions();
  assert(session && session.driverPid !== null);
  await grid.kill();
  await assertRejects(() => grid.status());
  assertEquals(isAlive(session.driverPid), true);
  await grid.stop();
  assertEquals(isAlive(session.driverPid), false);
  assertEquals(isAlive(session.browserPid), false);
});

gridTest("Grid.restart() of a hub keeps the address and finds the node again", async () => {
  await using grid = await Grid.hubAndNode();
  const { hub, url } = grid;
  const { pid } = hub;
  await grid.restart();
  assertNotEquals(hub.pid, pid);
  const id = await open(url, "chrome");
  await end(url, id);
});

gridTest("TlsProxy asks for its password and its CA", async () => {
  await using grid = await Grid.standalone({ firefox: 0 });
  await using proxy = await TlsProxy.start(grid.url);
  const { username, password } = new URL(proxy.url);
  const authorization = `Basic ${
    btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  }`;
  const status = async (headers: Record<string, string>, client?: Deno.HttpClient) => {
    const response = await fetch(`${proxy.bareUrl}/status`, { headers, ...(client && { client }) });
    await response.body?.cancel();
    return response.status;
  };
  await assertRejects(() => status({ authorization }));
  using client = Deno.createHttpClient({ caCerts: [await Deno.readTextFile(proxy.caFile)] });
  assertEquals(await status({}, client), 401);
  assertEquals(await status({ authorization }, client), 200);
  await proxy.kill();
  await assertRejects(() => status({ authorization }, client));
  await proxy.restart();
  assertEquals(await status({ authorization }, client), 200);
});
