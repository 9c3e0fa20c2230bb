/**
 * A flow: a list of tool calls under a name, with parameters.
 *
 * @module
 */
import { parse as parseYaml, YAMLParseError } from "yaml";
import * as z from "zod";
import { ActionError } from "../../actors/action_error.ts";
import { isDeeperThan } from "../schema/depth.ts";
import { WORDS } from "../schema/allowed.ts";

/** Characters of a flow's text at most. */
export const MAX_FLOW = 65_536;
/** Steps of a flow at most. */
export const MAX_STEPS = 100;
/** How deep a flow may be nested. */
const MAX_DEPTH = 40;
/** Names of flows, and of what their steps answer. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME_WORDS = "1 to 64 of A-Z a-z 0-9 . _ - that begin with a letter or a digit";
/** How much of a parser's words is told. */
const MAX_WHY = 200;

/** A name of a flow. */
export const flowName: z.ZodString = z.string().regex(NAME, `must be ${NAME_WORDS}`)
  .register(WORDS, { words: NAME_WORDS });

/** One step of a flow: a tool call, with `${name}` for parameters in its arguments. */
export interface FlowStep {
  /** The tool's name. */
  tool: string;
  /** Its arguments. */
  arguments: Record<string, unknown>;
  /** Goes on after a failure; the run still tells it. Never on `assert`. */
  on_error?: "stop" | "continue" | undefined;
  /** Names what it answers in the run's `outputs`. */
  as?: string | undefined;
}

/** A flow, as it is kept. */
export interface Flow {
  /** What it is for. */
  description?: string | undefined;
  /** A JSON Schema of an object: the parameters, with their defaults. */
  parameters?: Record<string, unknown> | undefined;
  /** At least one, at most {@linkcode MAX_STEPS}. */
  steps: FlowStep[];
}

const step: z.ZodType<FlowStep> = z.strictObject({
  tool: z.string().min(1).max(64),
  arguments: z.record(z.string(), z.unknown()).default({}),
  on_error: z.enum(["stop", "continue"]).exactOptional(),
  as: flowName.exactOptional(),
});

/** A flow's schema. */
export const flowSchema: z.ZodType<Flow> = z.strictObject({
  description: z.string().max(1_000).exactOptional(),
  parameters: z.record(z.string(), z.unknown()).exactOptional(),
  steps: z.array(step).min(1).max(MAX_STEPS),
});

/**
 * Reads a flow given as an object, or as a text of JSON or YAML 1.2.
 *
 * @throws {ActionError} 413 it is too long; 400 it is no YAML, or not what a flow is
 */
export function parseFlow(given: unknown): Flow {
  const value = typeof given === "string" ? parseText(given) : given;
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new ActionError(400, `save_flow: the flow may be nested at most ${MAX_DEPTH} deep`);
  }
  if (JSON.stringify(value).length > MAX_FLOW) throw tooLong();
  const parsed = flowSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined ? "" : pathOf(issue.path);
  throw new ActionError(
    400,
    `save_flow: the flow is not one: ${at}${issue?.message ?? "it is not understood"}; a flow is ` +
      "{description?, parameters?, steps: [{tool, arguments, on_error?, as?}]}",
  );
}

function parseText(text: string): unknown {
  if (text.length > MAX_FLOW) throw tooLong();
  try {
    // YAML 1.2 holds JSON; an alias could hold itself, or multiply what it stands for.
    return parseYaml(text, { maxAliasCount: 0 }) ?? null;
  } catch (error) {
    const why = error instanceof YAMLParseError || error instanceof ReferenceError
      ? error.message.split("\n", 1)[0]?.slice(0, MAX_WHY)
      : "it cannot be read";
    throw new ActionError(400, `save_flow: the flow is neither JSON nor YAML: ${why}`);
  }
}

function tooLong(): ActionError {
  return new ActionError(
    413,
    `save_flow: the flow is over ${MAX_FLOW} characters, the most it may have`,
  );
}

/** `steps[2].tool: ` */
export function pathOf(path: readonly PropertyKey[]): string {
  const words = path.map((key) => typeof key === "number" ? `[${key}]` : `.${String(key)}`).join(
    "",
  );
  return words === "" ? "" : `${words.replace(/^\./, "")}: `;
}
