/**
 * Every row of the table, on both surfaces and both browsers: its main use and each kind of bad input,
 * and that both surfaces say the same.
 *
 * @module
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Action } from "../../http/action.ts";
import { ACTIONS } from "../../http/actions/table.ts";
import { jsonSchema } from "../../http/schema/json_schema.ts";
import { servePages } from "../fakes/page_site.ts";
import { BROWSERS, Pagetap, type Result } from "./harness.ts";
import { McpClient } from "./mcp_client.ts";
import { ROW_CASES } from "./rows/all.ts";
import {
  type BadInput,
  ROW_SECRET,
  type RowArgs,
  type RowAt,
  type RowCase,
} from "./rows/row_case.ts";

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

/** A kind of bad input, and whether it is bad wherever the browser is. */
interface Bad extends BadInput {
  readonly anywhere?: true;
}

/** A busy page has no title to give. */
const ALWAYS_VOLATILE = ["call", "title"];

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
    await using pagetap = await Pagetap.start({
      BROWSER: browser,
      PAGETAP_SECRET_ROW__WORD: ROW_SECRET,
      PAGETAP_SECRET_ROW__ORIGINS: site.origin,
    });
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
        for (const bad of [...row.bad, ...refusedUnseen(row)]) {
          await refuse(surfaces, row, bad, ats);
        }
        for (const each of ats) await row.after?.(each);
      });
    }
    await t.step("without a browser", async () => {
      for (const surface of surfaces) await surface.ask("end_browser", {});
      const url = `${site.origin}/`;
      const ats = surfaces.map((surface) =>
        at(surface, { browser, url, origin: site.origin, other })
      );
      for (const row of ROW_CASES.filter(({ withoutBrowser }) => !withoutBrowser)) {
        await refuse(surfaces, row, noBrowser(row), ats);
      }
    });
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

/** Both surfaces refuse what is bad, in the same sentence; the status is HTTP's alone. */
async function refuse(
  surfaces: readonly Surface[],
  row: RowCase,
  bad: Bad,
  ats: readonly RowAt[],
): Promise<void> {
  const sentences = await Promise.all(surfaces.map(async (surface, i) => {
    const at = ats[i];
    assert(at !== undefined);
    if (!bad.anywhere) await arrive(row, at);
    await bad.before?.(at);
    const { refusal, status } = await surface.ask(row.action, valueOf(bad.args, at));
    const what = `${row.action} with ${bad.what} over ${surface.name}`;
    assert(refusal !== null, `${what} was not refused`);
    assertMatch(refusal, bad.says, what);
    if (status !== undefined) assertEquals(status, bad.status, `${what}: ${refusal}`);
    return refusal.replace(/\bcall([= ])\d+/g, "call$1n");
  }));
  assertEquals(sentences[0], sentences[1], `the two surfaces differ on ${bad.what}`);
}

/** What is refused before the browser is asked: an argument that is unknown, missing, or of no type it takes. */
function refusedUnseen({ action, args }: RowCase): Bad[] {
  const { input } = rowOf(action);
  const { required = [] } = jsonSchema(input, "input") as { required?: string[] };
  const refused = (what: string, says: RegExp, wrong: Record<string, unknown>): Bad => ({
    what,
    args: (at: RowAt) => ({ ...valueOf(args, at), ...wrong }),
    status: 400,
    says,
    anywhere: true,
  });
  return [
    refused(
      "an unknown argument",
      new RegExp(`^${action}: "no_such_argument" is not an argument`),
      {
        no_such_argument: 1,
      },
    ),
    ...required.map((name) =>
      refused(`no "${name}"`, new RegExp(`^${action}: "${name}" is required`), {
        [name]: undefined,
      })
    ),
    ...Object.entries(input.shape).flatMap(([name, schema]) => {
      const wrong = [[[]], { no_such_member: [] }].find((value) =>
        !schema.safeParse(value).success
      );
      return wrong === undefined ? [] : [
        refused(`a wrong "${name}"`, new RegExp(`^${action}: "${name}.*" must be`), {
          [name]: wrong,
        }),
      ];
    }),
  ];
}

function noBrowser({ args }: RowCase): Bad {
  return { what: "no browser", args, status: 404, says: /open_session/, anywhere: true };
}

function rowOf(action: string): Action {
  const row = ACTIONS.find(({ name }) => name === action);
  assert(row !== undefined, `there is no row ${action}`);
  return row;
}

function valueOf(args: RowArgs, at: RowAt): object {
  return typeof args === "function" ? args(at) : args;
}

/** The answer with what differs from run to run blanked, and without what one surface gives as a block. */
function steady(result: Result | undefined, { action, volatile = [] }: RowCase): unknown {
  const { blob } = rowOf(action);
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
