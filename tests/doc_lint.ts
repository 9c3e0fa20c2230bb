/**
 * `deno doc --lint` over every file of the service, with one thing let through: exports that name a type
 * of an npm package. To satisfy the linter the type would have to be exported too, and then it lints the
 * package's own declarations, which nobody here can document.
 *
 * @module
 */
import { ROOT, sourceFiles } from "./layers/import_graph.ts";

/** By file, or by folder with a slash at its end, the types of npm packages that its exports name. */
export type ForeignTypes = Readonly<Record<string, readonly string[]>>;

/**
 * What is let through: the schemas are zod's, the shapes of MCP its SDK's, the metrics their client's, the
 * components preact's.
 */
const FOREIGN: ForeignTypes = {
  "http/action.ts": [
    "$strict",
    "output",
    "ToolAnnotations",
    "ZodObject",
    "ZodRawShape",
    "ZodType",
  ],
  "http/arguments.ts": ["output", "ZodObject"],
  "http/flows/flow.ts": ["ZodString", "ZodType"],
  "http/mcp/apps.ts": ["ClientCapabilities", "ReadResourceResult"],
  "http/mcp/completions.ts": ["CompleteRequestParams", "CompleteResult"],
  "http/mcp/content.ts": ["CallToolResult"],
  "http/mcp/handler.ts": ["McpServer"],
  "http/mcp/resources.ts": ["Resource", "ResourceTemplateType"],
  "http/mcp/tools.ts": ["Tool"],
  "http/metrics/counted_histogram.ts": [
    "Gauge",
    "MetricObjectWithValues",
    "MetricValueWithName",
    "Registry",
  ],
  "http/schema/allowed.ts": ["$ZodRegistry", "$ZodType"],
  "http/schema/coerce.ts": ["$ZodType"],
  "http/schema/fields.ts": [
    "ZodBoolean",
    "ZodEnum",
    "ZodNumber",
    "ZodString",
    "ZodType",
    "ZodUnion",
  ],
  "http/schema/file.ts": ["ZodObject"],
  "http/schema/json_schema.ts": ["ZodObject"],
  "http/schema/result.ts": ["ZodObject", "ZodRawShape"],
  "http/schema/script_args.ts": ["ZodArray", "ZodUnknown"],
  "http/schema/selector.ts": ["ZodType"],
  "ui/": [
    "ComponentChildren",
    "JSXInternal",
    "JSXInternal.Element",
    "ReadonlySignal",
    "RefObject",
    "Signal",
  ],
};

const PRIVATE_TYPE = /^error\[private-type-ref\]: .* references private type '(.+)'$/;

/**
 * What is wrong by the linter's report: one line for each error that `foreign` does not let through, and
 * one for each type of `foreign` that no error is about.
 */
export function findings(report: string, foreign: ForeignTypes): string[] {
  const allowed = new Set(
    Object.entries(foreign).flatMap(([where, types]) => types.map((type) => `${where} ${type}`)),
  );
  const folders = Object.keys(foreign).filter((where) => where.endsWith("/"));
  const used = new Set<string>();
  const wrong: string[] = [];
  const lines = report.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!/^error(?:\[|:)/.test(line) || /^error: Found \d+ documentation lint/.test(line)) continue;
    const place = /^ *--> (.+)$/.exec(lines[index + 1] ?? "")?.[1]?.replace(ROOT.pathname, "");
    const type = PRIVATE_TYPE.exec(line)?.[1];
    const file = place?.replace(/:\d+:\d+$/, "") ?? "";
    const key = `${folders.find((folder) => file.startsWith(folder)) ?? file} ${type}`;
    if (allowed.has(key)) used.add(key);
    else wrong.push(`${place ?? "deno doc"}: ${line.replace(/^error[^:]*: /, "")}`);
  }
  for (const key of allowed.difference(used)) {
    wrong.push(`tests/doc_lint.ts: nothing names ${key.replace(" ", ": ")} any more: remove it`);
  }
  return wrong;
}

async function lint(): Promise<string[]> {
  const files = sourceFiles().filter((file) => !file.startsWith("tests/"));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--lint", ...files],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const report = new TextDecoder().decode(stderr);
  const wrong = findings(report, FOREIGN);
  // A report in words that are not known here must not pass for a clean one.
  return success || report.includes("documentation lint error") ? wrong : [report, ...wrong];
}

if (import.meta.main) {
  const wrong = await lint();
  for (const each of wrong) console.error(each);
  if (wrong.length > 0) Deno.exitCode = 1;
}
