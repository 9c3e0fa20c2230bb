/**
 * Any JSON value, as lists of names and values.
 *
 * @module
 */
import type { JSX } from "preact";
import { wordsOf } from "./words.ts";

/** Deeper than anything that is read. */
const MAX_DEPTH = 8;

/** What is shown. */
export interface ValueProps {
  /** The value. */
  readonly value: unknown;
  /** The name it goes by, which says what a number is; empty for none. */
  readonly name?: string;
  /** How many values it is in. */
  readonly depth?: number;
}

/** The value. */
export function Value({ value, name = "", depth = 0 }: ValueProps): JSX.Element {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    return <bdi dir="ltr">{wordsOf(name, value)}</bdi>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>;
    return (
      <ul class="values">
        {value.map((each, i) => (
          <li key={i}>
            <Value value={each} name={name} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl class="facts">
      {Object.entries(value).map(([name, each]) => (
        <div key={name} class="fact">
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd>
            <Value value={each} name={name} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
