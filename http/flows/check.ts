/**
 * Whether a flow can run: its steps against the rows of the table.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import type { Action } from "../action.ts";
import { parseArguments } from "../arguments.ts";
import { coerce } from "../schema/coerce.ts";
import type { Flow, FlowStep } from "./flow.ts";
import { type Parameters, parametersOf } from "./parameters.ts";
import { isPlaceholderAt, placeholdersOf, substitute } from "./placeholders.ts";

/** Finds a row by its name. */
export type Rows = ReadonlyMap<string, Action>;

/**
 * Checks a flow before it is kept. What only a parameter's value decides is checked when it runs.
 *
 * @throws {ActionError} 400, naming the step and what is wrong with it
 */
export function checkFlow(flow: Flow, rows: Rows): void {
  const parameters = parametersOf(flow.parameters);
  const named = new Set<string>();
  for (const [index, step] of flow.steps.entries()) {
    const where = `save_flow: step ${index + 1} (${step.tool})`;
    const row = rowOf(step.tool, rows, where);
    if (step.on_error === "continue" && step.tool === "assert") {
      throw new ActionError(400, `${where}: on_error may not be continue on an assert`);
    }
    if (step.as !== undefined && named.has(step.as)) {
      throw new ActionError(400, `${where}: "as" names ${step.as}, which an earlier step has`);
    }
    if (step.as !== undefined) named.add(step.as);
    checkNames(step, parameters, where);
    checkArguments(step, row, parameters, where);
  }
}

/**
 * The row of a step.
 *
 * @throws {ActionError} 400 there is none, or it is no step
 */
export function rowOf(tool: string, rows: Rows, where: string): Action {
  const row = rows.get(tool);
  if (row?.step === undefined || row.step) {
    if (row !== undefined) return row;
    const steps = [...rows.values()].filter(({ step }) => step !== false).map(({ name }) => name);
    throw new ActionError(400, `${where}: there is no such tool; there are ${steps.join(", ")}`);
  }
  throw new ActionError(400, `${where}: ${tool} is no step of a flow`);
}

function checkNames(step: FlowStep, { names }: Parameters, where: string): void {
  const unknown = [...placeholdersOf(step.arguments)].find((name) => !names.has(name));
  if (unknown === undefined) return;
  const known = names.size === 0 ? "there are none" : `there are ${[...names].join(", ")}`;
  throw new ActionError(
    400,
    `${where}: \${${unknown}} is no parameter of the flow; ${known} (write $\${ for a plain \${)`,
  );
}

function checkArguments(
  step: FlowStep,
  row: Action,
  { samples }: Parameters,
  where: string,
): void {
  const args = substitute(step.arguments, samples);
  const parsed = row.input.safeParse(coerce(row.input, args));
  const sure = parsed.error?.issues.filter(({ path }) => !isPlaceholderAt(step.arguments, path));
  try {
    if (sure !== undefined && sure.length > 0) parseArguments(row.name, row.input, args);
    const wrong = parsed.success ? row.check?.(parsed.data) ?? null : null;
    if (wrong !== null) throw new ActionError(400, `${row.name}: ${wrong}`);
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    throw new ActionError(400, `${where}: ${error.message}`);
  }
}
