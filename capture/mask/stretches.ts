/**
 * Stretches of a text, many at once, in time that grows as their number does.
 *
 * @module
 */

/** A stretch of a text, from and to. */
export type Stretch = readonly [from: number, to: number];

/** What any of some stretches covers, in order; those that overlap or touch become one. */
export function union(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const [from, to] of stretches.toSorted((one, other) => one[0] - other[0])) {
    const last = all.at(-1);
    if (last === undefined || from > last[1]) all.push([from, to]);
    else if (to > last[1]) all[all.length - 1] = [last[0], to];
  }
  return all;
}

/** What some stretches cover and others do not, in order. */
export function difference(stretches: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = [];
  const holes = union(others);
  let next = 0;
  for (const [from, to] of union(stretches)) {
    while ((holes[next]?.[1] ?? Infinity) <= from) next++;
    let start = from;
    for (let hole = holes[next]; hole !== undefined && hole[0] < to; hole = holes[next]) {
      if (hole[0] > start) left.push([start, hole[0]]);
      start = hole[1];
      // A hole that reaches beyond this stretch may reach into the next.
      if (hole[1] > to) break;
      next++;
    }
    if (start < to) left.push([start, to]);
  }
  return left;
}
