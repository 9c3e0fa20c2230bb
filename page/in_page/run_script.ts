/**
 * The value of a caller's script as plain data, bounded where it is made. Runs in the page's own realm,
 * unlike the rest.
 *
 * @module
 */

/**
 * What a script came to: a value with what was cut from it marked, and the document's title then; or
 * what it threw.
 */
export type ScriptOutcome =
  | { value: unknown; truncated: boolean; title: string | null }
  | { thrown: string; line: number | null };

/**
 * Runs `script` and makes plain data of its value. `mark` is a stack taken in the line before the
 * script's first. Self-contained: it is sent to the browser as text.
 */
export async function runScript(
  script: (...args: unknown[]) => Promise<unknown>,
  args: unknown[],
  mark: string,
): Promise<ScriptOutcome> {
  const MAX_CHARS = 100_000;
  const MAX_DEPTH = 20;
  const MAX_MEMBERS = 5_000;
  const MAX_THROWN = 500;
  const MAX_TITLE = 1_000;
  let left = MAX_CHARS;
  let truncated = false;
  const above: object[] = [];

  const clip = (text: string): string => {
    const kept = text.length <= left ? text : `${text.slice(0, Math.max(0, left))}…`;
    if (kept !== text) truncated = true;
    left -= kept.length;
    // A lone surrogate stops Chrome's session for good.
    return kept.toWellFormed();
  };

  const tag = (element: Element): string => {
    // What a control is called hides what its form has by that name.
    let text = `<${Reflect.get(Element.prototype, "localName", element)}`;
    for (const name of ["id", "name", "type", "class"]) {
      const value = Element.prototype.getAttribute.call(element, name);
      if (value && value.length < 60) text += ` ${name}="${value}"`;
    }
    return `${text}>`;
  };

  /** What is no plain data, in a word; undefined for an object to look into. */
  const word = (value: object): string | undefined => {
    if (value instanceof Element) return tag(value);
    if (value instanceof Node) return `[${value.nodeName}]`;
    if (value === globalThis) return "[window]";
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "[Promise]";
    if (value instanceof ArrayBuffer) return `[ArrayBuffer of ${value.byteLength} bytes]`;
    if (value instanceof Blob) return `[${value.constructor.name} of ${value.size} bytes]`;
    if (value instanceof WeakMap || value instanceof WeakSet) return `[${value.constructor.name}]`;
    return undefined;
  };

  const list = (values: Iterable<unknown>, depth: number): unknown[] => {
    const out: unknown[] = [];
    for (const value of values) {
      if (out.length >= MAX_MEMBERS || left <= 0) {
        truncated = true;
        out.push("… more left out");
        break;
      }
      out.push(plain(value, depth + 1));
    }
    return out;
  };

  const members = (value: object, depth: number): Record<string, unknown> => {
    const pairs: [string, unknown][] = [];
    for (const key of Object.keys(value)) {
      if (pairs.length >= MAX_MEMBERS || left <= 0) {
        truncated = true;
        pairs.push(["…", "more left out"]);
        break;
      }
      let member: unknown;
      try {
        member = (value as Record<string, unknown>)[key];
      } catch {
        member = "[threw when read]";
      }
      if (member !== undefined && typeof member !== "function") {
        pairs.push([clip(key), plain(member, depth + 1)]);
      }
    }
    return Object.fromEntries(pairs);
  };

  const opened = (value: object, depth: number): unknown => {
    if (value instanceof Map) {
      return list([...value].map(([key, member]) => [key, member]), depth);
    }
    const listed = Array.isArray(value) || value instanceof Set || value instanceof NodeList ||
      value instanceof HTMLCollection || ArrayBuffer.isView(value) && Symbol.iterator in value;
    if (listed) return list(value as Iterable<unknown>, depth);
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON !== "function") return members(value, depth);
    const json: unknown = toJSON.call(value, "");
    return typeof json === "object" && json !== null
      ? members(json, depth)
      : plain(json, depth + 1);
  };

  const plain = (value: unknown, depth: number): unknown => {
    left -= 4;
    switch (typeof value) {
      case "undefined":
        return null;
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "bigint":
        return clip(`${value}n`);
      case "symbol":
        return clip(String(value));
      case "function":
        return clip(`[function ${value.name}]`);
      case "string":
        return clip(value);
      case "object":
        return value === null ? null : looked(value, depth);
      default:
        return value;
    }
  };

  const looked = (value: object, depth: number): unknown => {
    if (above.includes(value)) return "[cycle]";
    const known = word(value);
    if (known !== undefined) return clip(known);
    if (depth >= MAX_DEPTH) {
      truncated = true;
      return "[too deep]";
    }
    above.push(value);
    try {
      return opened(value, depth);
    } catch {
      return "[threw when read]";
    } finally {
      above.pop();
    }
  };

  /** The line of a stack's first frame that is not of an engine's own code. */
  const lineOf = (stack: string): number | null => {
    for (const frame of stack.split("\n")) {
      const at = /:(\d+):\d+\)?$/.exec(frame.trim());
      if (at && !frame.includes("self-hosted")) return Number(at[1]);
    }
    return null;
  };

  /** The line of the script that threw; null when it threw elsewhere. */
  const lineIn = (error: Error): number | null => {
    const start = lineOf(mark);
    const at = lineOf(error.stack ?? "");
    return start === null || at === null || at <= start ? null : at - start;
  };

  /** Asked here, it costs no command of its own; null where the page has put something else in its place. */
  const title = (): string | null => {
    try {
      const { title } = document;
      const shown = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE)}…` : title;
      return shown.toWellFormed();
    } catch {
      return null;
    }
  };

  try {
    const value = plain(await script.apply(globalThis, args), 0);
    return { value, truncated, title: title() };
  } catch (error) {
    left = MAX_THROWN;
    if (error instanceof Error || error instanceof DOMException) {
      const line = lineIn(error);
      return { thrown: clip(`${error.name}: ${error.message}`), line };
    }
    const shown = plain(error, 0);
    return { thrown: typeof shown === "string" ? shown : JSON.stringify(shown), line: null };
  }
}
