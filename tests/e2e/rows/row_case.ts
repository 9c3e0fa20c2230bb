/**
 * What the table-driven test needs to know of a row: its main use, and each kind of bad input.
 *
 * @module
 */
import type { BrowserName, Result } from "../harness.ts";

/** What the server knows as the key `word` of the secret `row`, for the origin of the server of pages. */
export const ROW_SECRET = "word-0f-the-row";

/** Where a case runs: a workspace of its own on each surface, with a browser that is open. */
export interface RowAt {
  readonly browser: BrowserName;
  /** The page the case is driven on. */
  readonly url: string;
  /** Origin of the server of pages, and of the same server under another host name. */
  readonly origin: string;
  readonly other: string;
  /** Any action on the same surface and workspace. */
  call(action: string, args?: unknown): Promise<Result>;
}

/** What a row is called with. */
export type RowArgs = Readonly<Record<string, unknown>> | ((at: RowAt) => object);

/** A kind of bad input. */
export interface BadInput {
  /** What is wrong with it. */
  readonly what: string;
  readonly args: RowArgs;
  /** What is done first, on the page of the case. */
  before?(at: RowAt): Promise<unknown>;
  readonly status: number;
  /** Found in the sentence. */
  readonly says: RegExp;
}

/** One row, as a test drives it. */
export interface RowCase {
  /** The row's name. */
  readonly action: string;
  /** Body of the page it is driven on. */
  readonly html: string;
  /** Other pages, by path: bodies, or what answers. */
  readonly pages?: Readonly<Record<string, string | (() => Response)>>;
  /** What is done before, such as an outline whose refs are used. */
  before?(at: RowAt): Promise<unknown>;
  readonly args: RowArgs;
  /** Members whose values differ from run to run, at any depth; they must be there on both surfaces or on neither. */
  readonly volatile?: readonly string[];
  /** What must be so of the answer, on each surface. */
  check(result: Result, at: RowAt): void | Promise<void>;
  /**
   * The kinds of bad input. The test adds those that every row has: an argument that is unknown, missing or
   * of the wrong type, and no browser.
   */
  readonly bad: readonly BadInput[];
  /** It needs no browser. */
  readonly withoutBrowser?: true;
  /** Puts back what would disturb the next row. */
  after?(at: RowAt): Promise<unknown>;
}
