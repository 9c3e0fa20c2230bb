/**
 * Runs a flow: its steps one after another, each a call of its own.
 *
 * @module
 */
import type { CallResult } from "../../actors/service.ts";
import type { CallContext } from "../action.ts";
import { isRefusal } from "../problem.ts";
import { rowOf } from "./check.ts";
import type { Flow } from "./flow.ts";
import { parametersOf } from "./parameters.ts";
import { substitute } from "./placeholders.ts";
import { RunReport } from "./report.ts";

/** What is run. */
export interface FlowRun {
  /** The flow's name. */
  readonly name: string;
  /** The flow. */
  readonly flow: Flow;
  /** Its parameters, without defaults. */
  readonly parameters: Record<string, unknown>;
}

/**
 * Runs one.
 *
 * @throws {ActionError} 400 the parameters do not fit, with nothing run; else with the status of the step
 * that failed, saying which were done before, what they caused and what they answered
 * @throws {HttpError} likewise, where the caller may not do what the step does, or not now
 */
export async function runFlow(
  { name, flow, parameters }: FlowRun,
  context: CallContext,
): Promise<CallResult> {
  const what = `run_flow ${JSON.stringify(name)}`;
  const filled = parametersOf(flow.parameters).fill(what, parameters);
  const report = new RunReport();
  const { steps } = flow;
  for (const [index, step] of steps.entries()) {
    const at = { ...step, number: index + 1 };
    try {
      const row = rowOf(step.tool, context.rows, step.tool);
      report.done(at, row, await context.invoke(row, substitute(step.arguments, filled)));
    } catch (error) {
      if (context.signal.aborted || !isRefusal(error)) throw error;
      if (step.on_error !== "continue") {
        throw report.stopped(`${what} stopped at step ${at.number} of ${steps.length}`, at, error);
      }
      report.failed(at, error);
    }
    context.progress?.(report.line);
  }
  return report.result(name);
}
