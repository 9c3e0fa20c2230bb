/**
 * A selector resolved to exactly one element, and a step taken with it, in one round trip.
 *
 * @module
 */
import type { Selector } from "./args.ts";
import { cut } from "./cut.ts";
import { callInPage, type PageFunction } from "./evaluate.ts";
import { nodeLeft, seconds } from "./explain.ts";
import { declaration } from "./in_page/kit.ts";
import { type Outcome, search, type SearchArgs, type StepInPage } from "./in_page/search.ts";
import { type Page, PageError } from "./page.ts";
import { wrongRole } from "./roles.ts";

/** Milliseconds that several matches, or an element that is covered or disabled, are waited out. */
const GRACE_MS = 1_000;

/** How much of a selector an error quotes. */
const MAX_QUOTED = 200;

/** A step, with the search for its element around it, as text. */
export type FindFunction<I, R> = PageFunction<SearchArgs<I>, Outcome<R>>;

/** Makes a step ready to send; done once, when its module loads. */
export function finding<I, R>(step: StepInPage<I, R>): FindFunction<I, R> {
  return {
    declaration: declaration(`(kit, node, args) => (${search})(kit, node, args, ${step})`),
  };
}

/** How {@link onElement} looks. */
export interface FindOptions {
  /** The action as an error names it, such as `click`. */
  readonly verb: string;
  /** Milliseconds to wait for exactly one match; default what the page says. */
  readonly waitTimeoutMs?: number;
}

/** What was found, and the shared ids of the elements the step handed back. */
export interface Taken<R> {
  /** What the step gave. */
  readonly value: R;
  /** The shared ids of the elements it handed back, in order. */
  readonly nodes: readonly string[];
  /** The realm the step ran in, which ends with its document; empty where there was none. */
  readonly realm: string;
}

/**
 * Waits for exactly one element that matches, and takes the step with it.
 *
 * @throws {PageError} 400 a bad selector, no match, several, a ref that is no more, or the step was refused
 */
export async function onElement<I, R>(
  page: Page,
  step: FindFunction<I, R>,
  selector: Selector,
  input: I,
  { verb, waitTimeoutMs = page.waitTimeoutMs }: FindOptions,
): Promise<Taken<R>> {
  const wrong = "role" in selector ? wrongRole(selector.role) : null;
  if (wrong !== null) throw new PageError(400, `Cannot ${verb} ${quote(selector)}: ${wrong}`);
  const node = "ref" in selector ? refNode(page, selector.ref, verb) : undefined;
  const until = page.now() + waitTimeoutMs;
  for (;;) {
    const waitMs = Math.max(0, until - page.now());
    const args = { selector, waitMs, graceMs: GRACE_MS, naming: page.refs.naming, input };
    const { value: outcome, nodes, realm } = await callInPage(page, step, args, { node, waitMs })
      .catch((error) => {
        if (!nodeLeft(error)) throw error;
        return { value: { kind: "none", there: "" } as const, nodes: [], realm: "" };
      });
    if (outcome.kind === "done") {
      const { value } = outcome;
      const { element } = Object(value) as { element?: unknown };
      if (typeof element === "string") page.acts(element);
      return { value, nodes, realm };
    }
    if (outcome.kind === "several") {
      const { refs } = outcome;
      const last = nodes.slice(nodes.length - refs.length);
      page.refs.add(new Map(refs.map((ref, at) => [ref, last[at] ?? ""])));
    }
    if (outcome.kind !== "left") throw failure(page, outcome, selector, verb, waitTimeoutMs);
  }
}

/** The node of a ref. @throws {PageError} 400 there is none */
export function refNode(page: Page, ref: string, verb: string): string {
  const node = page.refs.get(ref);
  if (node === undefined) throw staleRef(page, ref, verb);
  return node;
}

function staleRef(page: Page, ref: string, verb: string): PageError {
  const where = page.context === page.top ? "page" : "frame that was entered";
  return new PageError(
    400,
    `Cannot ${verb} {"ref":${quote(ref)}}: it is no ref of the ${where} as it is now; ` +
      "use outline to get new ones",
  );
}

function failure(
  page: Page,
  outcome: Exclude<Outcome<unknown>, { kind: "done" | "left" }>,
  selector: Selector,
  verb: string,
  waitMs: number,
): PageError {
  const quoted = quote(selector);
  switch (outcome.kind) {
    case "invalid":
      return new PageError(
        400,
        `Cannot ${verb}: ${quoted} is not a valid selector: ${outcome.why}`,
      );
    case "several":
      return new PageError(
        400,
        `Cannot ${verb}: ${outcome.count} elements match ${quoted}: ${outcome.there}; ` +
          "use one of these refs, or make the selector match one",
      );
    case "refused":
      return new PageError(400, `Cannot ${verb} ${outcome.element}: ${outcome.why}`);
    case "none":
      if ("ref" in selector) return staleRef(page, selector.ref, verb);
      return new PageError(
        400,
        `Cannot ${verb}: no element matches ${quoted} within ${seconds(waitMs)}: ` +
          `${outcome.there}; use outline to see what there is` +
          (page.context === page.top ? "" : ', or frame {"leave":"top"} to leave the frame'),
      );
  }
}

/** A selector as JSON, bounded. */
export function quote(value: unknown): string {
  return cut(JSON.stringify(value), MAX_QUOTED);
}
