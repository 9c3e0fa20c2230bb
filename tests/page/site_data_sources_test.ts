/** That requests are held back in one place only, and how; by the sources. @module */
import { assertEquals } from "@std/assert";
import { ROOT, sourceFiles } from "../layers/import_graph.ts";

/** The one module that may hold requests back. */
const ONLY = "page/site_data.ts";
/** Commands that hold requests back, or decide what becomes of one. */
const HOLDING = /network\.(addIntercept|removeIntercept|provideResponse|continue\w+|failRequest)/g;

/** What is wrong with how a file holds requests back, one sentence each. */
function faults(file: string, source: string): string[] {
  const used = source.match(HOLDING) ?? [];
  if (file !== ONLY) return used.map((name) => `${file} uses ${name}`);
  const wrong: string[] = [];
  // Each is added, then a `try` begins whose `finally` removes it.
  const added = source.split("network.addIntercept").slice(1);
  for (const after of added) {
    const params = after.slice(0, after.indexOf("});") >= 0 ? after.indexOf("try {") : 0);
    for (const member of ["contexts:", "urlPatterns:"]) {
      if (!params.includes(member)) wrong.push(`${file} adds an intercept without ${member}`);
    }
    const ends = /\btry \{[\s\S]*?\} finally \{\s*await page\.send\("network\.removeIntercept"/
      .test(after);
    if (!ends) wrong.push(`${file} adds an intercept that no finally removes`);
  }
  if (added.length === 0) wrong.push(`${file} adds none: the test has lost sight of it`);
  return wrong;
}

Deno.test("no module but one holds requests back, and that one its own tab's alone, and lets go of them", async () => {
  const found: string[] = [];
  for (const file of sourceFiles().filter((each) => !/^(tests|bidi)\//.test(each))) {
    found.push(...faults(file, await Deno.readTextFile(new URL(file, ROOT))));
  }
  assertEquals(found, []);
});

Deno.test("faults() finds an intercept elsewhere, one of all tabs or URLs, and one that stays", () => {
  const add = (params: string, rest: string) =>
    `await page.send("network.addIntercept", { ${params} });\n${rest}`;
  const good = 'try { x(); } finally { await page.send("network.removeIntercept", {}) }';
  const both = "contexts: [a], urlPatterns: [b]";
  assertEquals(faults(ONLY, add(both, good)), []);
  assertEquals(faults("page/other.ts", add(both, good)).length, 2);
  assertEquals(faults(ONLY, add("contexts: [a]", good)).length, 1);
  assertEquals(faults(ONLY, add("urlPatterns: [b]", good)).length, 1);
  assertEquals(faults(ONLY, add(both, "try { x(); } finally { y(); }")).length, 1);
  assertEquals(faults(ONLY, "").length, 1);
});
