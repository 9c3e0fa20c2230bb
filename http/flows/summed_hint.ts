/**
 * What the steps of a run caused, together, with the steps it came from.
 *
 * @module
 */
import type { Hint, Late } from "../../capture/shapes.ts";

/** What one step caused. */
export interface StepHint {
  /** Its place in the flow, from 1. */
  step: number;
  /** Its tool. */
  tool: string;
  /** As a call's own hint says. */
  errors: number;
  /** As a call's own hint says. */
  failed_requests: number;
  /** The URI that lists them. */
  see?: string;
}

/** The `page` member of a run's result. */
export interface SummedHint {
  /** Of all steps. */
  errors: number;
  /** Of all steps. */
  failed_requests: number;
  /** The steps that caused any, in order. */
  from: StepHint[];
  /** Of all steps: what may be the page's own. */
  background?: number;
  /** What earlier calls caused late, told with these steps. */
  late?: Late[];
  /** Some step's counts may be too low. */
  incomplete?: true;
}

/** Adds up hints. */
export class HintSum {
  readonly #from: StepHint[] = [];
  readonly #late: Late[] = [];
  #background = 0;
  #incomplete = false;

  /** Takes what one step caused, if anything. */
  add(step: number, tool: string, page: Hint | undefined): void {
    if (page === undefined) return;
    const { errors, failed_requests, see, background = 0, late = [], incomplete = false } = page;
    if (errors + failed_requests > 0) {
      this.#from.push({ step, tool, errors, failed_requests, ...(see !== undefined && { see }) });
    }
    this.#background += background;
    this.#late.push(...late);
    this.#incomplete ||= incomplete;
  }

  /** All of it; undefined for nothing. */
  get total(): SummedHint | undefined {
    const told = this.#from.length + this.#background + this.#late.length;
    if (told === 0 && !this.#incomplete) return undefined;
    const sum = (count: (hint: StepHint) => number) =>
      this.#from.reduce((total, each) => total + count(each), 0);
    return {
      errors: sum(({ errors }) => errors),
      failed_requests: sum(({ failed_requests }) => failed_requests),
      from: this.#from,
      ...(this.#background > 0 && { background: this.#background }),
      ...(this.#late.length > 0 && { late: this.#late }),
      ...(this.#incomplete && { incomplete: true }),
    };
  }
}
