/**
 * What the table-driven test needs to know of a row: its main use, and each kind of bad input.
 *
 * @module
 */
import type { BrowserName, Result } from "../harness.ts";

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

/** A kind of bad input. */
export interface BadInput {
  /** What is wrong with it. */
  readonly what: string;
  readonly args: unknown | ((at: RowAt) => unknown);
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
  readonly args: unknown | ((at: RowAt) => unknown);
  /** Members whose values differ from run to run, at any depth; they must be there on both surfaces or on neither. */
  readonly volatile?: readonly string[];
  /** What must be so of the answer, on each surface. */
  check(result: Result, at: RowAt): void | Promise<void>;
  /** The kinds of bad input. Every row also gets an unknown argument, which the test adds. */
  readonly bad: readonly BadInput[];
  /** Puts back what would disturb the next row. */
  after?(at: RowAt): Promise<unknown>;
}
