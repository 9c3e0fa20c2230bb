/** That what the skill says can be done: every name in it is one of the table's or of what is read. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { parse } from "yaml";
import * as z from "zod";
import { ActionError } from "../../../actors/action_error.ts";
import { parseUri } from "../../../capture/uri.ts";
import { ACTIONS } from "../../../http/actions/table.ts";
import { SCOPES } from "../../../http/door/access.ts";
import { checkFlow } from "../../../http/flows/check.ts";
import { parseFlow } from "../../../http/flows/flow.ts";
import { unwrapped } from "../../../http/schema/coerce.ts";
import { readSkill, REFERENCES, SKILL, SKILL_URI } from "../../../http/skill/skill.ts";

const ROWS = new Map(ACTIONS.map((row) => [row.name, row]));

/**
 * What the skill names that no schema has: members of lists, of hints and of flows, classes of failures, keys of
 * the keyboard, types of fields.
 */
const OTHER_WORDS = new Set(
  `after arguments as before captured capturing class default dropped filter gaps grid_timeout how inserted level
  limit live not_kept notices opened paused reopened seq settings tool
  debug warn http cors csp refused dns tls blocked body other xhr
  ArrowDown Enter Escape Tab email number password search tel srcdoc
  e12 false return true`.split(/\s+/),
);

/** Names of every argument, at any depth, what a choice can be, and members of results. */
function vocabulary(): Set<string> {
  const words = new Set<string>([...SCOPES, ...ROWS.keys()]);
  for (const { input, output } of ACTIONS) {
    collect(input, words);
    collect(output, words);
  }
  return words;
}

function collect(schema: z.core.$ZodType, words: Set<string>): void {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    for (const [key, member] of Object.entries(inner.shape)) {
      words.add(key);
      collect(member, words);
    }
  }
  if (inner instanceof z.ZodEnum) { for (const option of inner.options) words.add(String(option)); }
  if (inner instanceof z.ZodArray) collect(inner.element, words);
  if (inner instanceof z.ZodUnion) { for (const option of inner.options) collect(option, words); }
}

const KNOWN = vocabulary();

const blocks = (text: string): string[] =>
  [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
const inline = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** Names in the text: no statuses, and no settings, which are in capitals. */
const wordsOf = (text: string): string[] =>
  inline(text).filter((code) => /^\w+$/.test(code) && !/^(\d\w\w|[A-Z_]+)$/.test(code));

/** A block is one call, or a call a line. */
function callsOf(block: string): { tool: string; arguments: unknown }[] {
  try {
    return [JSON.parse(block)];
  } catch {
    return block.trim().split("\n").map((line) => JSON.parse(line));
  }
}

Deno.test("SKILL.md has the front matter of an agent skill", () => {
  const { text } = readSkill(SKILL_URI);
  const [, matter = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
  const { name, description, ...others } = parse(matter);
  assertEquals(others, {});
  assertEquals(name, "pagetap");
  assert(description.length > 50 && description.length <= 1024);
});

Deno.test("SKILL.md names every reference", () => {
  const { text } = readSkill(SKILL_URI);
  for (const name of REFERENCES) {
    assert(text.includes(`skill://pagetap/references/${name}.md`), name);
  }
});

Deno.test("readSkill() names what there is when there is no such text", () => {
  const error = assertThrows(() => readSkill("skill://pagetap/references/none.md"), ActionError);
  assertEquals(error.status, 404);
  assert(error.message.includes(SKILL_URI));
});

Deno.test("no word is let through that the skill does not need", () => {
  const used = new Set(SKILL.flatMap(({ text }) => wordsOf(text)));
  assertEquals([...OTHER_WORDS].filter((word) => !used.has(word) || KNOWN.has(word)), []);
});

for (const { name, text } of SKILL) {
  Deno.test(`${name} is short, and begins with a title`, () => {
    assert(text.length < 8_000, `${text.length} characters`);
    assert(/^(---\n[\s\S]*?\n---\n\n)?# /.test(text));
  });

  Deno.test(`${name} shows calls that are taken`, () => {
    for (const { tool, arguments: args } of blocks(text).flatMap(callsOf)) {
      const row = ROWS.get(tool);
      assert(row !== undefined, tool);
      const parsed = row.input.safeParse(args);
      assert(parsed.success, `${tool}: ${JSON.stringify(parsed.error?.issues)}`);
      assertEquals(row.check?.(parsed.data) ?? null, null, tool);
      if (tool === "save_flow") checkFlow(parseFlow(parsed.data.flow), ROWS);
    }
  });

  Deno.test(`${name} names only what there is`, () => {
    assertEquals(wordsOf(text).filter((word) => !KNOWN.has(word) && !OTHER_WORDS.has(word)), []);
    for (const code of inline(text)) {
      const [, tool = "", args = ""] = /^(\w+)\((.*)\)$/.exec(code) ?? [];
      if (tool === "") continue;
      const shape = ROWS.get(tool)?.input.shape;
      assert(shape !== undefined, code);
      for (const [, argument = ""] of args.matchAll(/(\w+)=/g)) assert(argument in shape, code);
    }
  });

  Deno.test(`${name} names only URIs that can be read`, () => {
    const own = new Set(SKILL.map(({ uri }) => uri));
    for (const code of [...inline(text), ...blocks(text).flatMap((block) => block.split('"'))]) {
      if (code.startsWith("workspace://")) parseUri(code);
      if (code.startsWith("skill://")) assert(own.has(code), code);
    }
  });
}
