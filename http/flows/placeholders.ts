/**
 * `${name}` in the arguments of a flow's steps. `$${` stands for `${` itself. What is put in is not looked
 * at again.
 *
 * @module
 */

const PLACEHOLDER = /\$\$\{|\$\{([^{}]*)\}/g;
const WHOLE = /^\$\{([^{}]*)\}$/;

/** The names that `value` uses, at any depth, each once. */
export function placeholdersOf(value: unknown): Set<string> {
  const names = new Set<string>();
  walk(value, (text) => {
    for (const [, name] of text.matchAll(PLACEHOLDER)) if (name !== undefined) names.add(name);
    return text;
  });
  return names;
}

/**
 * A copy of `value` with parameters put in. A text that is nothing but one `${name}` becomes the
 * parameter's value, whatever its type; elsewhere a value is written as text, an object as JSON.
 */
export function substitute(value: unknown, parameters: Readonly<Record<string, unknown>>): unknown {
  const of = (name: string): unknown => Object.hasOwn(parameters, name) ? parameters[name] : "";
  return walk(value, (text) => {
    const whole = WHOLE.exec(text)?.[1];
    if (whole !== undefined) return of(whole);
    return text.replace(PLACEHOLDER, (_found, name: string | undefined) => {
      if (name === undefined) return "${";
      const given = of(name);
      return typeof given === "string" ? given : JSON.stringify(given);
    });
  });
}

/** Whether the text at `path` of `value` has a placeholder. */
export function isPlaceholderAt(value: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) break;
    at = Object.getOwnPropertyDescriptor(at, key)?.value;
  }
  return typeof at === "string" && placeholdersOf(at).size > 0;
}

function walk(value: unknown, text: (text: string) => unknown): unknown {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((each) => walk(each, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, walk(each, text)]),
  );
}
