import { assertEquals } from "@std/assert";
import { decode, encode } from "../../bidi/codec.ts";

Deno.test("encode() writes one command as JSON", () => {
  assertEquals(
    JSON.parse(encode(7, "browsingContext.getTree", { maxDepth: 0 })),
    { id: 7, method: "browsingContext.getTree", params: { maxDepth: 0 } },
  );
});

Deno.test("decode() sorts results, errors and events", () => {
  assertEquals(decode('{"type":"success","id":3,"result":{"contexts":[]}}'), {
    kind: "result",
    id: 3,
    result: { contexts: [] },
  });
  assertEquals(
    decode('{"type":"error","id":4,"error":"no such node","message":"gone","stacktrace":"x"}'),
    { kind: "error", id: 4, code: "no such node", detail: "gone" },
  );
  const event = decode(
    '{"type":"event","method":"browsingContext.historyUpdated","params":{"context":"c","url":"u","timestamp":1}}',
  );
  assertEquals(event.kind, "event");
  assertEquals(event.kind === "event" && event.event.method, "browsingContext.historyUpdated");
});

Deno.test("decode() keeps an error without an id, which answers no command of ours", () => {
  assertEquals(decode('{"type":"error","id":null,"error":"invalid argument"}'), {
    kind: "error",
    id: null,
    code: "invalid argument",
    detail: "",
  });
});

Deno.test("decode() calls everything else malformed and never throws", () => {
  const frames = [
    "",
    "{",
    "null",
    "7",
    '"text"',
    "[]",
    "{}",
    '{"type":"event"}',
    '{"type":"event","method":"log.entryAdded"}',
    '{"type":"event","method":"log.entryAdded","params":null}',
    '{"type":"event","method":5,"params":{}}',
    '{"type":"success","id":"3","result":{}}',
    '{"type":"success","result":{}}',
    '{"type":"error","id":3}',
    '{"type":"other","id":3}',
    '{"id":3,"result":{}}',
  ];
  for (const frame of frames) assertEquals(decode(frame), { kind: "malformed" }, frame);
});
