/**
 * What becomes of a flow's steps: what the run answers, or what it says when it stops.
 *
 * @module
 */
import { ActionError } from "../../actors/action_error.ts";
import type { OpenedTab } from "../../actors/opened_tabs.ts";
import type { CallResult } from "../../actors/service.ts";
import type { Hint } from "../../capture/shapes.ts";
import type { Action } from "../action.ts";
import { HttpError } from "../problem.ts";
import type { FlowStep } from "./flow.ts";
import { HintSum, type SummedHint } from "./summed_hint.ts";

/** What every call's result has; the rest is what the step itself answered. */
const COMMON = new Set(["call", "url", "title", "page", "notices", "reopened"]);
/** Characters of outputs, as JSON, that the sentence of a run that stopped repeats. */
const MAX_REPEATED = 4_000;

/** What is told once only, by the call that comes first: the run tells it in that call's place. */
interface Told {
  /** The first browser that was lost. */
  reopened?: { why: string; step: number };
  /** Tabs that steps opened. */
  readonly opened: (OpenedTab & { step: number })[];
  /** Sentences, each with its step. */
  readonly notices: string[];
}

/** A step with its place in the flow, from 1. */
export interface RunStep extends FlowStep {
  /** Its place. */
  readonly number: number;
}

/** Gathers what steps answer. */
export class RunReport {
  readonly #lines: string[] = [];
  readonly #outputs: Record<string, unknown> = {};
  readonly #hints = new HintSum();
  readonly #told: Told = { opened: [], notices: [] };
  #failed = 0;
  #last: CallResult = {};

  /** The line of the last step there is one of. */
  get line(): string {
    return this.#lines.at(-1) ?? "";
  }

  /** A step was done. */
  done({ number, tool, as }: RunStep, row: Action, result: CallResult): void {
    const page = result.page as Hint | undefined;
    this.#hints.add(number, tool, page);
    const call = result.call === undefined ? "" : `, call ${result.call}`;
    const caused = page === undefined
      ? ""
      : `: ${page.errors} page error(s), ${page.failed_requests} failed request(s)` +
        (page.background === undefined ? "" : `, ${page.background} put aside as background`);
    this.#lines.push(`${number} ${tool} ok${call}${caused}`);
    if (as !== undefined) {
      this.#outputs[as] = Object.fromEntries(
        Object.entries(result).filter(([key]) => !COMMON.has(key) && key !== row.blob?.data),
      );
    }
    this.#hear(number, result);
    // What only reads says nothing of where the browser is.
    if (result.url !== undefined) this.#last = result;
  }

  /** A step failed, and the run goes on. */
  failed({ number, tool }: RunStep, error: HttpError | ActionError): void {
    this.#hints.add(number, tool, pageOf(error));
    this.#failed++;
    this.#lines.push(`${number} ${tool} failed (${error.status}): ${unended(error.message)}`);
  }

  /**
   * A step failed, and the run stops.
   *
   * @param where opens the sentence, such as `run_flow "f" stopped at step 2 of 3`
   * @returns the step's own refusal, with all that the run would have answered
   */
  stopped(
    where: string,
    { number, tool }: RunStep,
    error: HttpError | ActionError,
  ): HttpError | ActionError {
    // What the step itself caused, its own sentence says.
    const sentences = [this.#before(), ...caused(this.#hints.total), ...this.#toldInWords()];
    this.#hints.add(number, tool, pageOf(error));
    const message = `${where}: ${unended(error.message)}. ${sentences.join(". ")}`;
    if (error instanceof HttpError) return new HttpError(error.status, message, error.headers);
    return new ActionError(error.status, message, this.#hints.total);
  }

  /** What a run that came to its end answers. */
  result(flow: string): CallResult {
    const { url, title, tab, frame, dialog } = this.#last;
    const { reopened, opened, notices } = this.#told;
    const page = this.#hints.total;
    return {
      flow,
      steps: this.#lines,
      ...(this.#failed > 0 && { failed: this.#failed }),
      ...(Object.keys(this.#outputs).length > 0 && { outputs: this.#outputs }),
      ...(url !== undefined && { url, title }),
      ...(tab !== undefined && { tab }),
      ...(frame !== undefined && { frame }),
      ...(opened.length > 0 && { opened }),
      ...(reopened !== undefined && { reopened }),
      ...(dialog !== undefined && { dialog }),
      ...(notices.length > 0 && { notices }),
      ...(page !== undefined && { page }),
    };
  }

  #hear(step: number, result: CallResult): void {
    const { reopened, opened = [], notices = [] } = result as {
      reopened?: { why: string };
      opened?: OpenedTab[];
      notices?: string[];
    };
    if (reopened !== undefined) this.#told.reopened ??= { ...reopened, step };
    this.#told.opened.push(...opened.map((tab) => ({ ...tab, step })));
    this.#told.notices.push(...notices.map((notice) => `step ${step}: ${notice}`));
  }

  #before(): string {
    return this.#lines.length === 0
      ? "Nothing was done before"
      : `Done before: ${this.#lines.join("; ")}`;
  }

  #toldInWords(): string[] {
    const { reopened, opened, notices } = this.#told;
    const tabs = opened.map(({ tab, url, step }) => `${tab} at ${url} (step ${step})`);
    return [
      ...(reopened ? [`Step ${reopened.step} opened the browser anew (${reopened.why})`] : []),
      ...(tabs.length > 0 ? [`Tabs that were opened: ${tabs.join(", ")}`] : []),
      ...(notices.length > 0 ? [`Notices: ${notices.map(unended).join("; ")}`] : []),
      ...this.#outputsInWords(),
    ];
  }

  #outputsInWords(): string[] {
    let left = MAX_REPEATED;
    const words = Object.entries(this.#outputs).map(([name, output]) => {
      const text = JSON.stringify(output);
      if (text.length > left) return `${name} has ${text.length} characters, too many to repeat`;
      left -= text.length;
      return `${name} = ${text}`;
    });
    return words.length === 0 ? [] : [`Outputs: ${words.join("; ")}`];
  }
}

/** What steps caused, in sentences. */
function caused(page: SummedHint | undefined): string[] {
  if (page === undefined) return [];
  const { errors, failed_requests, from, background, late = [], incomplete = false } = page;
  const reads = from.map(({ see, step }) => see === undefined ? `step ${step}` : `read(${see})`);
  return [
    ...(from.length > 0
      ? [
        `That caused ${errors} page error(s) and ${failed_requests} failed request(s): ` +
        reads.join(", "),
      ]
      : []),
    ...(background === undefined ? [] : [`${background} more were put aside as background`]),
    ...(late.length > 0
      ? [`Late effects of earlier calls: ${late.map(({ see }) => `read(${see})`).join(", ")}`]
      : []),
    ...(incomplete ? ["Not all that the browser sent was heard in time"] : []),
  ];
}

function pageOf(error: HttpError | ActionError): Hint | undefined {
  return error instanceof ActionError ? error.page : undefined;
}

/** A sentence that others follow, which is to end once: a URI at its end would be read with what ends it. */
function unended(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
