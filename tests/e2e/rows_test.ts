/**
 * Every row of the table, on both surfaces and both browsers: its main use and each kind of bad input,
 * and that both surfaces say the same.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { ACTIONS } from "../../http/actions/table.ts";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";
import { McpClient } from "./mcp_client.ts";
import { ROW_CASES } from "./rows/all.ts";
import type { BadInput, RowAt, RowCase } from "./rows/row_case.ts";

/** How one surface answered, good or bad. */
interface Answer {
  readonly refusal: string | null;
  /** Over HTTP only. */
  readonly status?: number;
  readonly result: Result;
}

/** One surface, in a workspace of its own. */
interface Surface {
  readonly name: string;
  ask(action: string, args: unknown): Promise<Answer>;
}

const ALWAYS_VOLATILE = ["call"];

Deno.test("every row has a case, and every case a row", () => {
  assertEquals(
    ROW_CASES.map(({ action }) => action).toSorted(),
    ACTIONS.map(({ name }) => name).toSorted(),
  );
});

for (const browser of BROWSERS) {
  Deno.test(`both surfaces answer alike to every row in ${browser}`, async (t) => {
    const pages = Object.fromEntries(ROW_CASES.flatMap(({ action, html, pages = {} }) => [
      [`/row/${action}`, `<title>${action}</title>${html}`],
      ...Object.entries(pages),
    ]));
    await using site = servePages(pages);
    await using pagetap = await Pagetap.start({ BROWSER: browser });
    await using client = await McpClient.connect({ address: pagetap.address, workspace: "mcp" });
    const surfaces = [overJson(pagetap, "json"), overMcp(client)];
    const other = site.origin.replace("127.0.0.1", "localhost");
    for (const row of ROW_CASES) {
      await t.step(row.action, async () => {
        const url = `${site.origin}/row/${row.action}`;
        const ats = surfaces.map((surface) =>
          at(surface, { browser, url, origin: site.origin, other })
        );
        const answers = await Promise.all(
          surfaces.map((surface, i) => drive(surface, row, ats[i])),
        );
        assertEquals(steady(answers[0], row), steady(answers[1], row), "the two surfaces differ");
        for (const bad of [...row.bad, unknownArgument(row)]) {
          const refusals = await Promise.all(
            surfaces.map((surface, i) => refuse(surface, row, bad, ats[i])),
          );
          assertEquals(refusals[0], refusals[1], `the two surfaces differ on ${bad.what}`);
        }
        for (const each of ats) await row.after?.(each);
      });
    }
    for (const surface of surfaces) await surface.ask("end_browser", {});
  });
}

function overJson(pagetap: Pagetap, workspace: string): Surface {
  return {
    name: "JSON",
    async ask(action, args) {
      const { status, body } = await pagetap.post(workspace, action, args);
      const refusal = status === 200 ? null : String(body.error);
      return { refusal, status, result: body as unknown as Result };
    },
  };
}

function overMcp(client: McpClient): Surface {
  return {
    name: "MCP",
    async ask(action, args) {
      const { isError, text, structured } = await client.ask(
        action,
        args as Record<string, unknown>,
      );
      return { refusal: isError ? text : null, result: (structured ?? {}) as Result };
    },
  };
}

function at(surface: Surface, where: Omit<RowAt, "call">): RowAt {
  return {
    ...where,
    async call(action, args = {}) {
      const { refusal, result } = await surface.ask(action, args);
      assertEquals(refusal, null, `${action} over ${surface.name}`);
      return result;
    },
  };
}

/** The page of the row, in a browser that is open. */
async function arrive(row: RowCase, at: RowAt): Promise<void> {
  if (row.action === "open_session") return;
  const arrived = await at.call("navigate", { url: at.url }).catch(() => null);
  if (arrived === null) {
    await at.call("open_session", { url: at.url, capture: true, wait_timeout: 0.5 });
  }
}

async function drive(surface: Surface, row: RowCase, at: RowAt | undefined): Promise<Result> {
  assert(at !== undefined);
  await arrive(row, at);
  await row.before?.(at);
  const { refusal, result } = await surface.ask(row.action, valueOf(row.args, at));
  assertEquals(refusal, null, `${row.action} over ${surface.name}`);
  await row.check(result, at);
  return result;
}

/** Both surfaces' sentence for what is bad; the status is HTTP's alone. */
async function refuse(
  surface: Surface,
  row: RowCase,
  bad: BadInput,
  at: RowAt | undefined,
): Promise<string> {
  assert(at !== undefined);
  await arrive(row, at);
  await bad.before?.(at);
  const { refusal, status } = await surface.ask(row.action, valueOf(bad.args, at));
  const what = `${row.action} with ${bad.what} over ${surface.name}`;
  assert(refusal !== null, `${what} was not refused`);
  assertMatch(refusal, bad.says, what);
  if (status !== undefined) assertEquals(status, bad.status, `${what}: ${refusal}`);
  return refusal.replace(/call=\d+/g, "call=n");
}

function unknownArgument({ action, args }: RowCase): BadInput {
  return {
    what: "an unknown argument",
    args: (at: RowAt) => ({ ...valueOf(args, at) as object, no_such_argument: 1 }),
    status: 400,
    says: new RegExp(`${action}: "no_such_argument" is not an argument`),
  };
}

function valueOf(args: RowCase["args"], at: RowAt): unknown {
  return typeof args === "function" ? args(at) : args;
}

/** The answer with what differs from run to run blanked, and without what one surface gives as a block. */
function steady(result: Result | undefined, { action, volatile = [] }: RowCase): unknown {
  const blob = ACTIONS.find(({ name }) => name === action)?.blob;
  const blank = new Set([...ALWAYS_VOLATILE, ...volatile]);
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== blob?.data)
        .map(([name, each]) => [name, blank.has(name) ? "…" : copy(each)]),
    );
  };
  return copy(result);
}
