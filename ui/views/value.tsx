/**
 * Any JSON value, as lists of names and values.
 *
 * @module
 */
import type { JSX } from "preact";

/** Deeper than anything that is read. */
const MAX_DEPTH = 8;

/** The value. */
export function Value({ value, depth = 0 }: { value: unknown; depth?: number }): JSX.Element {
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) {
    return <bdi dir="ltr">{typeof value === "object" ? JSON.stringify(value) : String(value)}</bdi>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>;
    return (
      <ul class="values">
        {value.map((each, i) => (
          <li key={i}>
            <Value value={each} depth={depth + 1} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl class="facts">
      {Object.entries(value).map(([name, each]) => (
        <div key={name} class="fact">
          <dt>{name}</dt>
          <dd>
            <Value value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
