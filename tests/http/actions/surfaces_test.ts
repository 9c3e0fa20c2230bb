/** That no row lacks a surface: all of them are made from the table, and this looks at what came of it. */
import { assertEquals } from "@std/assert";
import { ACTIONS } from "../../../http/actions/table.ts";
import { connect, fixture } from "../../fakes/surface.ts";

const names = ACTIONS.map(({ name }) => name);
const { app } = fixture();

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { host: "localhost:4445", "content-type": "application/json" };
  return app.handle(new Request(`http://localhost:4445${path}`, { headers, ...init }));
}

Deno.test("every action is a tool", async () => {
  const client = await connect(app, "2026-07-28", "?tools=all");
  const { tools } = await client.listTools();
  assertEquals(tools.map(({ name }) => name), names);
  await client.close();
});

Deno.test("every action is a JSON route", async () => {
  for (const { name, path } of ACTIONS) {
    const response = await ask(path, { method: "POST", body: '{"no_such_argument":1}' });
    assertEquals(path, `/browser/${name.replaceAll("_", "-")}`);
    assertEquals(response.status, 400, name);
    assertEquals((await response.json()).error.startsWith(`${name}: "no_such_argument"`), true);
  }
});

Deno.test("every action is a path of the OpenAPI document", async () => {
  const { paths } = await (await ask("/openapi.json")).json();
  const posts = Object.values(paths as Record<string, { post?: { operationId: string } }>)
    .flatMap(({ post }) => post === undefined ? [] : [post.operationId]);
  assertEquals(posts, names);
});

Deno.test("every action is in the README's table", async () => {
  const readme = await Deno.readTextFile(new URL("../../../README.md", import.meta.url));
  const cells = [...readme.matchAll(/^\|([^|]*)\|/gm)].map(([, cell = ""]) => cell);
  const listed = new Set(cells.flatMap((cell) => cell.match(/\w+/g) ?? []));
  assertEquals(names.filter((name) => !listed.has(name)), []);
});
