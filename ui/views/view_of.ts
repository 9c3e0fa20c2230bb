/**
 * Which view draws what is read at a URI.
 *
 * @module
 */

/** A view. */
export type ViewName =
  | "current"
  | "console"
  | "entry"
  | "network"
  | "request"
  | "facts"
  | "document";

const VIEWS: readonly (readonly [RegExp, ViewName])[] = [
  [/^workspace:\/\/current$/, "current"],
  [/^workspace:\/\/console(?:\?|$)/, "console"],
  [/^workspace:\/\/console\/[^/?]+$/, "entry"],
  [/^workspace:\/\/network(?:\?|$)/, "network"],
  [/^workspace:\/\/network\/[^/?]+$/, "request"],
  [/^workspace:\/\/(?:files|site-data)(?:\/[^/?]+)?$/, "facts"],
  [/^secret:\/\/secrets$/, "facts"],
  [/^skill:\/\//, "document"],
];

/** The view for a URI; null when there is none. */
export function viewOf(uri: string): ViewName | null {
  return VIEWS.find(([pattern]) => pattern.test(uri))?.[1] ?? null;
}
