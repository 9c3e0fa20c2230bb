import { assertEquals, assertNotEquals } from "@std/assert";
import type { LogEntry } from "../../bidi/protocol.ts";
import { EntrySign } from "../../capture/entry_sign.ts";

const LINE: LogEntry = {
  type: "console",
  level: "info",
  method: "log",
  source: { realm: "-6882770193767659669.-2695159487447069862", context: "tab" },
  text: "x",
  timestamp: 1_796_060_973_177,
};

function signOf(entry: LogEntry, order = 1): { equal: number[]; same: number[] } {
  const sign = new EntrySign();
  sign.read(entry, order);
  return { equal: [sign.key, sign.check], same: [sign.realmKey, sign.frameCheck] };
}

const frame = (lineNumber: number, url = "https://site.test/a.js") => ({
  url,
  functionName: "f",
  lineNumber,
  columnNumber: 4,
});

Deno.test("EntrySign.read() is the same for the same entry, whatever was read before", () => {
  const sign = new EntrySign();
  sign.read({ ...LINE, text: "other" }, 2);
  sign.read(structuredClone(LINE), 1);
  const { equal, same } = signOf(LINE);
  assertEquals([[sign.key, sign.check], [sign.realmKey, sign.frameCheck]], [equal, same]);
});

Deno.test("EntrySign.read() tells realms and frames apart in what makes two entries the same one", () => {
  const placed = { ...LINE, stackTrace: { callFrames: [frame(1)] } };
  const others: LogEntry[] = [
    { ...LINE, source: { ...LINE.source, realm: `${LINE.source.realm}1` } },
    placed,
    { ...LINE, stackTrace: { callFrames: [frame(2)] } },
    { ...LINE, stackTrace: { callFrames: [frame(1, "https://site.test/other.js")] } },
    { ...LINE, stackTrace: { callFrames: [frame(1), frame(2)] } },
    { ...LINE, stackTrace: { callFrames: [frame(1), frame(3)] } },
  ];
  const all = [LINE, ...others].map((entry) => signOf(entry));
  assertEquals(new Set(all.map(({ same }) => same.join())).size, all.length);
  assertEquals(new Set(all.map(({ equal }) => equal.join())).size, 1);
});

Deno.test("EntrySign.read() tells contexts apart, and has 30 bits in every number", () => {
  assertNotEquals(signOf(LINE, 1).equal, signOf(LINE, 2).equal);
  for (let at = 0; at < 1_000; at++) {
    const { equal, same } = signOf({ ...LINE, text: `line ${at}` });
    for (const part of [...equal, ...same]) {
      assertEquals(part === part >>> 0 && part < 2 ** 30, true);
    }
  }
});
