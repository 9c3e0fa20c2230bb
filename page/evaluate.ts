/**
 * Functions run in the page's document, in a sandbox of ours: the page sees neither them nor what
 * they keep, and cannot change what they call.
 *
 * @module
 */
import type { EvaluateResult, RemoteValue } from "../bidi/protocol.ts";
import { cut } from "./cut.ts";
import { documentLeft, explain, nodeLeft } from "./explain.ts";
import { bareDeclaration, declaration, type InPage } from "./in_page/kit.ts";
import { type Page, PageError } from "./page.ts";

/** The name of the sandbox that everything but `execute_script` runs in. */
export const SANDBOX = "pagetap";

/** Milliseconds a busy page may keep a function waiting, beyond what the function itself waits. */
const GRACE_MS = 5_000;

/** Milliseconds between two attempts while one document makes room for the next. */
const RETRY_MS = 50;

/** How often a document may go away under one function before it is given up. */
const MAX_ATTEMPTS = 200;

/** How much of what a function threw is told. */
const MAX_THROWN = 200;

/** Where a function runs: a page, or another tab of its browser. */
export type ScriptHost = Pick<Page, "context" | "send" | "now" | "sleep">;

/** What a function in the page came to. */
export interface Answer<R> {
  /** What it gave. */
  readonly value: R;
  /** The shared ids of the elements it handed back, in order. */
  readonly nodes: readonly string[];
  /** The realm it ran in, which ends with its document. */
  readonly realm: string;
}

/** How {@link callInPage} is to run. */
export interface CallOptions {
  /** The shared id of the node passed to the function. */
  readonly node?: string | undefined;
  /** The only realm it may run in, as an earlier answer told it; absent, that of whatever document is there. */
  readonly realm?: string;
  /** Milliseconds the function itself may wait; default 0. */
  readonly waitMs?: number;
  /** Milliseconds the page may keep it waiting besides; default 5 000. */
  readonly graceMs?: number;
}

/** A function in the page, as text: what {@link inPage} makes of one. */
export interface PageFunction<A, R> {
  /** The function declaration that is sent. */
  readonly declaration: string;
  /** Never set: carries the types. */
  readonly types?: (args: A) => R;
}

/** Makes an in-page function ready to send; done once, when its module loads. */
export function inPage<A, R>(main: InPage<A, R>): PageFunction<A, R> {
  // One that takes nothing needs nothing of the kit.
  const needs = main.length > 0;
  return { declaration: needs ? declaration(String(main)) : bareDeclaration(String(main)) };
}

/**
 * Runs a function in the driven tab's document. A document that goes away meanwhile is followed by the
 * next: the function is run again there, so it must be safe to run twice. Not so with a `realm`: whatever
 * becomes of its document, the arguments reach no other.
 *
 * @throws {PageError} 400 the page is such that the function threw; 504 it is too busy to answer; 404 the
 * tab is gone
 * @throws {BidiError} the node or the realm passed is no more
 */
export async function callInPage<A, R>(
  page: ScriptHost,
  { declaration }: PageFunction<A, R>,
  args: A,
  { node, realm, waitMs = 0, graceMs = GRACE_MS }: CallOptions = {},
): Promise<Answer<R>> {
  const until = page.now() + waitMs + graceMs;
  for (let attempt = 1;; attempt++) {
    try {
      const result = await page.send("script.callFunction", {
        functionDeclaration: declaration,
        awaitPromise: true,
        target: realm === undefined ? { context: page.context, sandbox: SANDBOX } : { realm },
        arguments: [
          { type: "string", value: JSON.stringify(args) },
          ...node === undefined ? [] : [{ sharedId: node }],
        ],
        serializationOptions: { maxDomDepth: 0 },
      }, { timeoutMs: Math.max(1, until - page.now()) });
      return unpack<R>(result);
    } catch (error) {
      const last = realm !== undefined || attempt >= MAX_ATTEMPTS || page.now() >= until;
      if (documentLeft(error) && !last) {
        await page.sleep(RETRY_MS);
        continue;
      }
      // Whose node or realm it is knows better what to say.
      const theirs = nodeLeft(error) || realm !== undefined && documentLeft(error);
      throw theirs ? error : explain(error);
    }
  }
}

function unpack<R>(result: EvaluateResult): Answer<R> {
  if (result.type === "exception") {
    throw unexamined(cut(result.exceptionDetails.text, MAX_THROWN));
  }
  const [json, ...nodes] = (result.result.value ?? []) as RemoteValue[];
  if (typeof json?.value !== "string") throw unexamined("the browser gave no value");
  return {
    value: JSON.parse(json.value) as R,
    nodes: nodes.map(({ sharedId }) => sharedId ?? ""),
    realm: result.realm,
  };
}

/** The page is what no function of ours expects, such as nested deeper than the browser can follow. */
function unexamined(why: string): PageError {
  return new PageError(
    400,
    `The page could not be examined: ${why}; look at it with execute_script, or leave it with navigate`,
  );
}
