/**
 * Runs a flow: its steps one after another, each a call of its own.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import type { CallResult } from "../../actors/service.ts";
import type { Hint } from "../../capture/shapes.ts";
import type { Action, CallContext } from "../action.ts";
import { isRefusal } from "../problem.ts";
import { rowOf } from "./check.ts";
import type { Flow, FlowStep } from "./flow.ts";
import { parametersOf } from "./parameters.ts";
import { substitute } from "./placeholders.ts";
import { HintSum } from "./summed_hint.ts";

/** What every call's result has; the rest is what the step itself answered. */
const COMMON = new Set(["call", "url", "title", "page", "notices", "reopened"]);

/** What is run. */
export interface FlowRun {
  /** The flow's name. */
  readonly name: string;
  /** The flow. */
  readonly flow: Flow;
  /** Its parameters, without defaults. */
  readonly parameters: Record<string, unknown>;
}

/** What becomes of the steps. */
interface Report {
  readonly lines: string[];
  readonly outputs: Record<string, unknown>;
  readonly hints: HintSum;
  failed: number;
  last: CallResult;
}

/**
 * Runs one.
 *
 * @throws {ActionError} 400 the parameters do not fit, with nothing run; else with the status of the step
 * that failed, saying which were done before
 */
export async function runFlow(
  { name, flow, parameters }: FlowRun,
  context: CallContext,
): Promise<CallResult> {
  const what = `run_flow ${JSON.stringify(name)}`;
  const filled = parametersOf(flow.parameters).fill(what, parameters);
  const report: Report = { lines: [], outputs: {}, hints: new HintSum(), failed: 0, last: {} };
  for (const [index, step] of flow.steps.entries()) {
    const number = index + 1;
    const row = rowOf(step.tool, context.rows, `${what}: step ${number}`);
    try {
      const result = await context.invoke(row, substitute(step.arguments, filled));
      done(report, number, step, row, result);
    } catch (error) {
      if (context.signal.aborted || !isRefusal(error)) throw error;
      const page = error instanceof ActionError ? error.page : undefined;
      report.hints.add(number, step.tool, page);
      if (step.on_error !== "continue") {
        throw stopped(`${what} stopped at step ${number} of ${flow.steps.length}`, error, report);
      }
      report.failed++;
      report.lines.push(`${number} ${step.tool} failed (${error.status}): ${error.message}`);
    }
    context.progress?.(report.lines.at(-1) ?? "");
  }
  const { lines, outputs, hints, failed, last } = report;
  const { url, title, dialog } = last;
  const page = hints.total;
  return {
    flow: name,
    steps: lines,
    ...(failed > 0 && { failed }),
    ...(Object.keys(outputs).length > 0 && { outputs }),
    ...(url !== undefined && { url, title }),
    ...(dialog !== undefined && { dialog }),
    ...(page !== undefined && { page }),
  };
}

function done(
  report: Report,
  number: number,
  step: FlowStep,
  row: Action,
  result: CallResult,
): void {
  const page = result.page as Hint | undefined;
  report.hints.add(number, step.tool, page);
  const call = result.call === undefined ? "" : `, call ${result.call}`;
  const caused = page === undefined
    ? ""
    : `: ${page.errors} page error(s), ${page.failed_requests} failed request(s)`;
  report.lines.push(`${number} ${step.tool} ok${call}${caused}`);
  if (step.as !== undefined) {
    report.outputs[step.as] = Object.fromEntries(
      Object.entries(result).filter(([key]) => !COMMON.has(key) && key !== row.blob?.data),
    );
  }
  // What only reads says nothing of where the browser is.
  if (result.url !== undefined) report.last = result;
}

/** The step's own refusal, with what was done before it. */
function stopped(where: string, error: { status: number; message: string }, report: Report) {
  const before = report.lines.length === 0
    ? "Nothing was done before"
    : `Done before: ${report.lines.join("; ")}`;
  const status = error.status as ActionError["status"];
  return new ActionError(status, `${where}: ${error.message}. ${before}`);
}
