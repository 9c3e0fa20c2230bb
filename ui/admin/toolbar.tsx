/**
 * The one toolbar of a tab.
 *
 * @module
 */
import type { JSX } from "preact";
import { count } from "../shared/format.ts";
import type { Chip } from "./filters.ts";
import { go } from "./route.ts";

/** What a toolbar shows and does. */
export interface ToolbarProps {
  /** The chips, with how many rows each shows. */
  readonly chips: readonly (Chip & { readonly count: number })[];
  /** The chip that is chosen. */
  readonly chip: string;
  /** Chooses another chip. */
  chooseChip(id: string): void;
  /** What rows must have to be shown; empty for anything. */
  readonly text: string;
  /** Shows rows with another text. */
  changeText(text: string): void;
  /** How many of the newest documents are shown, 1 to 5. */
  readonly pages: number;
  /** Shows another number of documents. */
  changePages(pages: number): void;
  /** Hides the rows there are. */
  clear(): void;
  /** Whether the live tail is shown. */
  readonly live: boolean;
  /** Whether the tail is held. */
  readonly paused: boolean;
  /** Holds the tail, or lets it go on. */
  pause(paused: boolean): void;
  /** Saves what is captured; null where there is nothing to save. */
  save: (() => void) | null;
  /** What saving gives, as the button says it. */
  readonly saves: string;
}

/** The toolbar. */
export function Toolbar(props: ToolbarProps): JSX.Element {
  const { chips, chip, text, pages, live, paused, save, saves } = props;
  return (
    <div class="toolbar" role="toolbar" aria-label="Show">
      <button type="button" onClick={props.clear} title="Hides what is here now, in this page only">
        Clear
      </button>
      <div class="chips" role="group" aria-label="Kinds">
        {chips.map(({ id, label, count: rows }) => (
          <button
            key={id}
            type="button"
            class="chip"
            aria-pressed={id === chip}
            onClick={() => props.chooseChip(id)}
          >
            {label} <span class="chip-count">{count(rows)}</span>
          </button>
        ))}
      </div>
      <input
        type="search"
        class="filter"
        aria-label="Filter"
        placeholder="Filter"
        value={text}
        onInput={(event) => props.changeText(event.currentTarget.value)}
      />
      {!live && (
        <label class="pages">
          <span class="label">Pages</span>
          <select
            value={String(pages)}
            onChange={(event) => props.changePages(Number(event.currentTarget.value))}
          >
            <option value="1">this page</option>
            {[2, 3, 4, 5].map((n) => <option key={n} value={String(n)}>last {n} pages</option>)}
          </select>
        </label>
      )}
      {live && (
        <button type="button" onClick={() => props.pause(!paused)}>
          {paused ? "Resume" : "Pause"}
        </button>
      )}
      {save !== null && <button type="button" onClick={save}>{saves}</button>}
      <div class="switch" role="group" aria-label="Source">
        <button type="button" aria-pressed={!live} onClick={() => go({ live: false })}>
          Captured
        </button>
        <button type="button" aria-pressed={live} onClick={() => go({ live: true })}>Live</button>
      </div>
    </div>
  );
}
