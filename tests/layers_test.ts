import { assertEquals } from "@std/assert";
import { usesOf } from "./layers/globals.ts";
import { importGraph, ROOT, sourceFiles } from "./layers/import_graph.ts";
import { checkImports, type Edge } from "./layers/import_rules.ts";

const FILES = sourceFiles();

/** Reads the clock, sets a timer, or schedules. */
const TIME =
  /^(Date\.now|new Date\(\)|performance\..*|set(Timeout|Interval|Immediate)\(\)|queueMicrotask\(\))$/;

/** A use that no file, or no file of a folder, may make. */
interface Ban {
  readonly what: string;
  readonly use: RegExp;
  readonly in: (file: string) => boolean;
}

const BANS: readonly Ban[] = [
  {
    what: "Only main.ts ends the process",
    use: /^Deno\.exit$/,
    in: (file) => file !== "main.ts",
  },
  {
    what: "capture/ is pure: no clock, no timer, no Deno, no network",
    use: new RegExp(`${TIME.source}|^Deno\\.|^fetch\\(\\)$`),
    in: (file) => file.startsWith("capture/"),
  },
  {
    what: "Actors take time from their system",
    use: TIME,
    in: (file) =>
      file.startsWith("actors/") &&
      !["actors/core/system.ts", "actors/core/system_clock.ts"].includes(file),
  },
  {
    what: "The log alone writes; a command's own words are main.ts's and setup's",
    use: /^console\./,
    in: (file) => !/^(tests\/.*|main\.ts|drivers\/setup(_\w+)?\.ts)$/.test(file),
  },
];

/** The uses in `source` that a ban forbids in `file`, one sentence each. */
function forbiddenUses(file: string, source: string): string[] {
  const bans = BANS.filter((ban) => ban.in(file));
  return usesOf(file, source).flatMap(({ name, line }) =>
    bans.filter((ban) => ban.use.test(name)).map((ban) => `${file}:${line} ${name}: ${ban.what}`)
  );
}

Deno.test("every import is one that its folder's rule allows, and every rule is used", async () => {
  assertEquals(checkImports(await importGraph(FILES)), []);
});

Deno.test("no file uses a global that is forbidden in its folder", async () => {
  const found: string[] = [];
  for (const file of FILES) {
    found.push(...forbiddenUses(file, await Deno.readTextFile(new URL(file, ROOT))));
  }
  assertEquals(found, []);
});

Deno.test("no file speaks the browser's private protocol", async () => {
  const found: string[] = [];
  for (const file of FILES) {
    const text = await Deno.readTextFile(new URL(file, ROOT));
    if (/\/goog\/cdp|\bcdp\.\w/i.test(text)) found.push(file);
  }
  assertEquals(found, []);
});

const rules = {
  "top.ts": { code: "all" },
  "low": { code: [] },
  "high": { code: ["low"], types: ["side"] },
  "high/inner": { code: [] },
  "side": { code: [] },
} as const;

const fine: readonly Edge[] = [
  { from: "top.ts", to: "side/a.ts", typeOnly: false },
  { from: "high/a.ts", to: "low/a.ts", typeOnly: false },
  { from: "high/a.ts", to: "high/b.ts", typeOnly: false },
  { from: "high/a.ts", to: "side/a.ts", typeOnly: true },
];

function edge(from: string, to: string, typeOnly = false): Edge {
  return { from, to, typeOnly };
}

Deno.test("checkImports() finds nothing when every edge is allowed and every rule used", () => {
  assertEquals(checkImports(fine, rules), []);
});

Deno.test("checkImports() names both files of a forbidden edge", () => {
  assertEquals(checkImports([...fine, edge("low/a.ts", "high/a.ts", true)], rules), [
    "low/a.ts imports high/a.ts: low may import nothing of it",
  ]);
  assertEquals(checkImports([...fine, edge("high/a.ts", "side/b.ts")], rules), [
    "high/a.ts imports side/b.ts: high may import only types of it",
  ]);
});

Deno.test("checkImports() holds an inner folder to its own rule", () => {
  assertEquals(checkImports([...fine, edge("high/inner/a.ts", "low/a.ts")], rules), [
    "high/inner/a.ts imports low/a.ts: high/inner may import nothing of it",
  ]);
  assertEquals(checkImports([...fine, edge("high/a.ts", "high/inner/a.ts")], rules), [
    "high/a.ts imports high/inner/a.ts: high may import nothing of it",
  ]);
});

Deno.test("checkImports() refuses a file that no rule is for", () => {
  assertEquals(checkImports([...fine, edge("stray/a.ts", "low/a.ts")], rules), [
    "stray/a.ts imports low/a.ts, and no rule says what stray/a.ts may import",
  ]);
  assertEquals(checkImports([...fine, edge("low/a.ts", "stray/a.ts")], rules), [
    "low/a.ts imports stray/a.ts: low may import nothing of it",
  ]);
});

Deno.test("checkImports() tells a rule that nothing uses, of a folder that exists", () => {
  assertEquals(checkImports(fine.slice(0, 3), rules), [
    "high may import side, and no file of it does: remove the rule",
  ]);
  assertEquals(checkImports([edge("top.ts", "low/a.ts")], rules), []);
});

Deno.test("forbiddenUses() finds code, and neither comments nor strings nor types", () => {
  const source = [
    "// Date.now and Deno.exit(1)",
    'const s = "Deno.exit(0)";',
    "let timer: ReturnType<typeof setTimeout>;",
    "const at = new Date(0), now = Date.now();",
    "setTimeout(() => console.log(Deno['env']), new Date().getTime());",
  ].join("\n");
  const found = forbiddenUses("capture/x.ts", source).map((text) => text.split(": ")[0]);
  assertEquals(found.sort(), [
    "capture/x.ts:4 Date.now",
    "capture/x.ts:5 Deno.env",
    "capture/x.ts:5 console.log",
    "capture/x.ts:5 new Date()",
    "capture/x.ts:5 setTimeout()",
  ]);
  assertEquals(forbiddenUses("tests/x.ts", source), []);
  assertEquals(forbiddenUses("tests/x.ts", "Deno.exit(1)").length, 1);
  assertEquals(forbiddenUses("main.ts", "Deno.exit(1)"), []);
});
