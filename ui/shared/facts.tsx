/**
 * Pairs of a name and what it is.
 *
 * @module
 */
import type { JSX } from "preact";

/** One pair. */
export type Fact = readonly [name: string, value: string];

/** The pairs. */
export function Facts({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, value], i) => (
        <div key={i} class="fact">
          <dt>{name}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
