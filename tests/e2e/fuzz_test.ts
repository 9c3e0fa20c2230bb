/**
 * Requests that nobody would think of, made from the OpenAPI document by Schemathesis, to a server with a
 * real browser: no 500, no hang, no crash, and nothing the document does not say.
 */
import { assertEquals } from "@std/assert";
import { hasSchemathesis, SCHEMATHESIS } from "../fuzz/places.ts";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap } from "./harness.ts";

/** Milliseconds the run may take; it ends by itself after 90 s. */
const TIMEOUT_MS = 150_000;
/** Characters of a line that are shown; a reproduction may hold a megabyte. */
const LINE_MAX = 1_000;

/** The members of a path that are operations. */
const METHODS: ReadonlySet<string> = new Set([
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
]);

/** One element of each kind that actions tell apart. */
const PAGE = `<button id=button>Go</button><input id=text><input id=box type=checkbox>
  <select id=list><option>a<option>b</select><input id=file type=file><a id=link href="#here">l</a>
  <iframe id=frame srcdoc="<p>inside"></iframe><p id=here>here`;

const folder = new URL("../fuzz/", import.meta.url).pathname;
const [browser] = BROWSERS;

if (!hasSchemathesis() && Deno.env.get("CI") === "true") {
  throw new Error(
    "Cannot leave a test out with CI=true; missing: Schemathesis (deno task fuzz-setup)",
  );
}

Deno.test({
  name: "the JSON surface stands up to what is made from its OpenAPI document",
  ignore: !hasSchemathesis(),
  async fn() {
    await using site = servePages({ "/": PAGE });
    // One browser at a time, and no wait that a minute would be lost to.
    await using pagetap = await Pagetap.start({
      MAX_BROWSERS: "1",
      CALL_TIMEOUT: "5",
      RATE_LIMIT: "0",
    });
    const page = `${site.origin}/`;
    const open = { browser, url: page, capture: true, wait_timeout: 0.1 };
    await pagetap.session("fuzz", open, async () => {
      const { success, findings, operations, reached } = await fuzz(pagetap.address, page);
      assertEquals(success, true, findings);
      // The time it may take could end it before it has come to all of them.
      assertEquals(reached, { total: operations, tested: operations }, findings);
      const { url } = await pagetap.call("fuzz", "open_session", open);
      assertEquals(url, page, "it drives no more");
      assertEquals(pagetap.log.split("\n").filter((line) => / (error|warn) /.test(line)), []);
    });
  },
});

/** What comes of a run. */
interface Fuzzed {
  readonly success: boolean;
  /** What it says of it, for a person. */
  readonly findings: string;
  /** Operations that the document has. */
  readonly operations: number;
  /** Those that were found in it, and those that requests were sent to. */
  readonly reached: { total: number; tested: number };
}

/** Runs Schemathesis as `schemathesis.toml` says. */
async function fuzz(address: string, page: string): Promise<Fuzzed> {
  // Its working folder is where it keeps what it has tried.
  const cwd = await Deno.makeTempDir({ prefix: "pagetap-fuzz-" });
  try {
    const document = await fetch(`${address}/openapi.json`).then((answer) => answer.json());
    // From a file: the operation that a document is fetched by is left out.
    await Deno.writeTextFile(`${cwd}/openapi.json`, JSON.stringify(document));
    const { success, stdout, stderr } = await new Deno.Command(SCHEMATHESIS, {
      args: [
        ...["--config-file", `${folder}schemathesis.toml`],
        ...["run", `${cwd}/openapi.json`, "--url", address, "--no-color"],
        ...["--report-json-path", `${cwd}/report.json`],
      ],
      cwd,
      env: {
        FUZZ_PAGE: page,
        SCHEMATHESIS_HOOKS: "hooks",
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: "1",
      },
      stdin: "null",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).output();
    const decoder = new TextDecoder();
    const lines = `${decoder.decode(stdout)}${decoder.decode(stderr)}`.split("\n");
    const findings = lines.map((line) => line.slice(0, LINE_MAX)).join("\n");
    const reached = await reachedIn(`${cwd}/report.json`);
    return { success, findings, operations: operationsOf(document), reached };
  } finally {
    await Deno.remove(cwd, { recursive: true });
  }
}

function operationsOf({ paths }: { paths: Record<string, object> }): number {
  return Object.values(paths).flatMap(Object.keys).filter((key) => METHODS.has(key)).length;
}

/** What a report says of operations; none where it says nothing of them, as the run had an end before. */
async function reachedIn(path: string): Promise<Fuzzed["reached"]> {
  const { operations } = JSON.parse(await Deno.readTextFile(path));
  const { total = 0, tested = 0 } = operations ?? {};
  return { total, tested };
}
