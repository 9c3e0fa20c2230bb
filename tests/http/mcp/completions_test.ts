import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import { ActionError } from "../../../actors/action_error.ts";
import { RESOURCE_TEMPLATES } from "../../../http/mcp/resources.ts";
import { connect, type Era, ERAS, fixture } from "../../fakes/surface.ts";

const CONSOLE = "workspace://console{?level,pages,text,call,limit,before,after}";
const NETWORK = "workspace://network{?filter,pages,url,method,status,call,limit,before,after}";

function complete(client: Client, uri: string, name: string, value = "") {
  return client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } });
}

/** A surface whose workspace holds `lists`, by the beginning of their URI. */
async function holding(lists: Record<string, object>, era: Era = "2026-07-28") {
  const { app, service } = fixture();
  service.answer = ({ args }) => {
    const { uri } = args as { uri: string };
    return Object.entries(lists).find(([begin]) => uri.startsWith(begin))?.[1] ?? {};
  };
  return { client: await connect(app, era, "?workspace=w9"), service };
}

const kept = {
  "workspace://console": {
    entries: [{ seq: 31, call: 4 }, { seq: 9, call: 3 }, { seq: 3, call: 3 }, {
      seq: 1,
      call: null,
    }],
    count: 4,
    total: 4,
  },
  "workspace://network": {
    requests: [
      { id: "2.1", method: "POST", status: 500, call: 4 },
      { id: "1.2", method: "GET", status: 200, call: 3 },
      { id: "1.1", method: "GET", status: null, call: 3 },
    ],
    count: 3,
    total: 3,
  },
  "workspace://files": { files: [{ name: "a.png" }, { name: "b.pdf" }], count: 2, total: 2 },
};

const cases: [string, string, string, string[]][] = [
  [CONSOLE, "level", "", ["all", "error", "warn"]],
  [CONSOLE, "level", "E", ["error"]],
  [CONSOLE, "pages", "", ["1", "2", "3", "4", "5", "all"]],
  [CONSOLE, "call", "", ["4", "3"]],
  [CONSOLE, "text", "", []],
  [CONSOLE, "constructor", "", []],
  ["workspace://console/{seq}", "seq", "3", ["31", "3"]],
  [NETWORK, "filter", "f", ["failed"]],
  [NETWORK, "method", "g", ["GET"]],
  [NETWORK, "status", "5", ["5xx", "500"]],
  ["workspace://network/{id}", "id", "1.", ["1.2", "1.1"]],
  ["workspace://files/{name}", "name", "", ["a.png", "b.pdf"]],
  ["skill://pagetap/references/{name}.md", "name", "tr", ["troubleshooting"]],
];
for (const era of ERAS) {
  Deno.test(`createMcp() completes what its templates take, for a client of ${era}`, async () => {
    const { client, service } = await holding(kept, era);
    for (const [uri, name, value, values] of cases) {
      const { completion } = await complete(client, uri, name, value);
      assertEquals(completion, { values, total: values.length, hasMore: false }, `${uri} ${name}`);
    }
    // Of the caller's own workspace, and by reading only.
    assertEquals(new Set(service.asked.map(({ workspace }) => workspace)), new Set(["w9"]));
    assertEquals(new Set(service.asked.map(({ what }) => what)), new Set(["read"]));
    await client.close();
  });
}

Deno.test("complete() sends a hundred values at most and says how many there are", async () => {
  const entries = Array.from({ length: 250 }, (_, index) => ({ seq: 1000 + index }));
  const { client } = await holding({
    "workspace://console": { entries, count: 250, total: 250 },
  });
  const { completion } = await complete(client, "workspace://console/{seq}", "seq");
  assertEquals(completion.values.length, 100);
  assertEquals([completion.total, completion.hasMore], [250, true]);
  await client.close();
});

Deno.test("complete() claims no total where it did not see all", async () => {
  const { client } = await holding({
    "workspace://console": { entries: [{ seq: 7 }], count: 1, total: 900 },
  });
  const { completion } = await complete(client, "workspace://console/{seq}", "seq");
  assertEquals(completion, { values: ["7"], hasMore: true });
  await client.close();
});

Deno.test("complete() knows of nothing while capture is off", async () => {
  const { client } = await holding({ "workspace://": { capture: false } });
  const { completion } = await complete(client, "workspace://network/{id}", "id");
  assertEquals(completion, { values: [], total: 0, hasMore: false });
  await client.close();
});

Deno.test("complete() refuses a template there is not, and a prompt", async () => {
  const { client } = await holding({});
  for (const uri of ["workspace://nothing/{id}", "__proto__"]) {
    const error = await assertRejects(() => complete(client, uri, "id"), ProtocolError);
    assertEquals(error.code, -32602);
    assert(error.message.includes("workspace://console/{seq}"));
  }
  await assertRejects(
    () =>
      client.complete({
        ref: { type: "ref/prompt", name: "a" },
        argument: { name: "b", value: "" },
      }),
    ProtocolError,
  );
  await client.close();
});

Deno.test("complete() refuses as reading does", async () => {
  const { client, service } = await holding({});
  service.answer = () => {
    throw new ActionError(429, "The workspace is busy: ask again");
  };
  const error = await assertRejects(
    () => complete(client, "workspace://network/{id}", "id"),
    ProtocolError,
  );
  assertEquals(error.code, -32602);
  assert(error.message.includes("The workspace is busy"));
  await client.close();
});

Deno.test("complete() knows every template that is listed", async () => {
  const { client } = await holding({});
  for (const { uriTemplate } of RESOURCE_TEMPLATES) {
    const { completion } = await complete(client, uriTemplate, "nothing");
    assertEquals(completion.values, [], uriTemplate);
  }
  await client.close();
});
