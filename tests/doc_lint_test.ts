import { assertEquals } from "@std/assert";
import { findings } from "./doc_lint.ts";
import { ROOT } from "./layers/import_graph.ts";

/** The linter's report, with what it says of one private type and of one missing comment. */
const report = `error[private-type-ref]: public type 'Row["a"]' references private type 'ZodObject'
   --> ${ROOT.pathname}http/a.ts:26:3
    |${" "}
 26 |   readonly a: z.ZodObject;
    |   ^
    = hint: make the referenced type public or remove the reference


error[missing-jsdoc]: exported symbol is missing JSDoc documentation
  --> ${ROOT.pathname}http/b.ts:5:1
   |${" "}
 5 | export const b = 1;
   | ^


error: Found 2 documentation lint errors.
`;

const missing = "http/b.ts:5:1: exported symbol is missing JSDoc documentation";

Deno.test("findings() lets a package's type through in the file it is allowed in", () => {
  assertEquals(findings(report, { "http/a.ts": ["ZodObject"] }), [missing]);
});

Deno.test("findings() lets a package's type through in the folder it is allowed in", () => {
  assertEquals(findings(report, { "http/": ["ZodObject"] }), [missing]);
});

Deno.test("findings() refuses a private type that is not allowed, or is in another file", () => {
  const wrong = `http/a.ts:26:3: public type 'Row["a"]' references private type 'ZodObject'`;
  assertEquals(findings(report, {}), [wrong, missing]);
  assertEquals(findings(report, { "http/b.ts": ["ZodObject"] }), [
    wrong,
    missing,
    "tests/doc_lint.ts: nothing names http/b.ts: ZodObject any more: remove it",
  ]);
});

Deno.test("findings() tells an allowance that nothing uses", () => {
  assertEquals(findings("", { "http/a.ts": ["ZodObject"] }), [
    "tests/doc_lint.ts: nothing names http/a.ts: ZodObject any more: remove it",
  ]);
});

Deno.test("findings() tells an error that is no lint", () => {
  assertEquals(findings("error: Module not found\n", {}), ["deno doc: Module not found"]);
});
