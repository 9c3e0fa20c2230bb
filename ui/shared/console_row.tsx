/**
 * One line of the console, in a list.
 *
 * @module
 */
import type { JSX } from "preact";
import type { Entry, TailEntry } from "../../http/admin/shapes.ts";
import { clock, count } from "./format.ts";

/** An entry of either kind of list. */
export type AnyEntry = Entry | TailEntry;

/** The line. */
export function ConsoleRow({ entry }: { entry: AnyEntry }): JSX.Element {
  const { at, level, text, repeat = 1, source, call } = entry;
  return (
    <>
      <time class="cell time">{clock(at)}</time>
      <span class={`cell level level-${level}`}>{level}</span>
      <bdi class="cell text" dir="ltr">{text === "" ? "(empty)" : text}</bdi>
      {repeat > 1 && <span class="badge">×{count(repeat)}</span>}
      {isKept(entry) || <span class="badge quiet">not kept</span>}
      <bdi class="cell source" dir="ltr">{source === null ? "" : placeOf(source)}</bdi>
      <span class="cell call">{call === null ? "" : `call ${call}`}</span>
    </>
  );
}

/** The last part of a URL, with line and column. */
export function placeOf({ url, line, column }: NonNullable<Entry["source"]>): string {
  const file = url.replace(/[?#].*$/, "").replace(/\/+$/, "").split("/").at(-1) ?? "";
  return `${file === "" ? url : file}:${line}:${column}`;
}

function isKept(entry: AnyEntry): boolean {
  return !("kept" in entry) || entry.kept;
}
