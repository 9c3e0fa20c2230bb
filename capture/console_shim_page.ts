/**
 * The shim as it runs in a page; see `console_shim.ts` for what it does and promises.
 *
 * It is sent as source, so it reaches nothing outside its own body, and it keeps what it needs of
 * the page's globals before a script of the page can change them: hence no methods, no iteration
 * and no spread in what runs later.
 *
 * @module
 */

/** Wraps the console functions of the realm it runs in. `mark` opens every call it has rewritten. */
export function installConsoleShim(mark: string): void {
  const MAX_DEPTH = 5;
  const MAX_MEMBERS = 50;
  const MAX_NODES = 1_000;
  const MAX_STRING = 32_768;
  const MAX_NESTED = 4_096;
  const MAX_CAUSES = 5;
  /** Opens a call whose arguments are still apart; `mark` alone one that is a single line. */
  const listed = mark + mark;

  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const { isArray } = Array;
  const { create, is: same } = Object;
  const { toStringTag } = Symbol;
  const toText = String;
  const toInteger = parseInt;
  const toFloat = parseFloat;
  const { slice, isWellFormed, toWellFormed } = String.prototype;
  const isError: (value: unknown) => boolean = getOwnPropertyDescriptor(Error, "isError")?.value ??
    ((value) => value instanceof Error);
  const stackOf = getOwnPropertyDescriptor(new Error(), "stack")?.get;
  const domName = getter("name");
  const domMessage = getter("message");

  type Line = { pieces: unknown[]; text: string };
  type Walk = { nodes: number; path: object[] };

  function getter(name: string): (() => unknown) | undefined {
    return typeof DOMException === "function"
      ? getOwnPropertyDescriptor(DOMException.prototype, name)?.get
      : undefined;
  }

  /** A property's value where no code of the page has to run for it. */
  function data(value: object, key: string): unknown {
    let at: object | null = value;
    for (let steps = 0; at !== null && steps < 10; steps += 1) {
      const found = getOwnPropertyDescriptor(at, key);
      if (found !== undefined && "value" in found) return found.value;
      if (found?.get !== undefined && (found.get === domName || found.get === domMessage)) {
        return apply(found.get, value, []);
      }
      if (found !== undefined) return undefined;
      at = getPrototypeOf(at);
    }
    return undefined;
  }

  function bounded(text: string, max: number): string {
    const formed: string = apply(isWellFormed, text, []) ? text : apply(toWellFormed, text, []);
    if (formed.length <= max) return formed;
    const head: string = apply(toWellFormed, apply(slice, formed, [0, max]), []);
    return `${head}${mark}${formed.length - max}`;
  }

  function isUnsafe(text: string, max: number): boolean {
    return text.length > max || !apply(isWellFormed, text, []);
  }

  function contains(list: readonly unknown[], value: unknown): boolean {
    for (let i = 0; i < list.length; i += 1) if (list[i] === value) return true;
    return false;
  }

  function startsWith(text: string, start: string): boolean {
    return apply(slice, text, [0, start.length]) === start;
  }

  function errorText(error: object, causes: number): string {
    const name = data(error, "name");
    const message = data(error, "message");
    const label = typeof name === "string" && name !== "" ? name : "Error";
    const words = typeof message === "string" ? message : "";
    const header = words === "" ? label : `${label}: ${words}`;
    const own = getOwnPropertyDescriptor(error, "stack");
    const stack = own !== undefined && "value" in own
      ? own.value
      : stackOf === undefined
      ? undefined
      : apply(stackOf, error, []);
    const worded = typeof stack === "string" && stack !== "";
    // A message may have been changed since the stack was worded; a name that only a getter gives
    // is in the stack, and nowhere else without running it.
    const current = typeof name !== "string" || (worded && startsWith(stack, header));
    const text = !worded ? header : current ? stack : `${header}\n${stack}`;
    return text + related(error, causes);
  }

  /** An error's cause and the errors it gathers. */
  function related(error: object, causes: number): string {
    if (causes >= MAX_CAUSES) return "";
    let text = "";
    const cause = getOwnPropertyDescriptor(error, "cause");
    if (cause !== undefined && "value" in cause) {
      text += `\n[cause]: ${relatedText(cause.value, causes)}`;
    }
    const errors = getOwnPropertyDescriptor(error, "errors")?.value;
    if (!isArray(errors)) return text;
    for (let i = 0; i < errors.length && i < MAX_CAUSES; i += 1) {
      text += `\n[errors ${i}]: ${relatedText(getOwnPropertyDescriptor(errors, i)?.value, causes)}`;
    }
    return errors.length > MAX_CAUSES ? `${text}\n… ${errors.length - MAX_CAUSES} more` : text;
  }

  function relatedText(value: unknown, causes: number): string {
    if (isError(value)) return errorText(value as object, causes + 1);
    return typeof value === "object" || typeof value === "function"
      ? value === null ? "null" : "{…}"
      : toText(value);
  }

  /** Whether a value has members to look through: an array, or an object that is only data. */
  function isOpen(value: unknown): value is object {
    if (typeof value !== "object" || value === null) return false;
    if (isArray(value)) return true;
    let at: object | null = value;
    for (let steps = 0; at !== null && steps < 10; steps += 1) {
      // Platform objects have a tag; dates and regular expressions have these methods and no tag.
      if (
        getOwnPropertyDescriptor(at, toStringTag) !== undefined ||
        getOwnPropertyDescriptor(at, "toISOString") !== undefined ||
        getOwnPropertyDescriptor(at, "exec") !== undefined
      ) return false;
      at = getPrototypeOf(at);
    }
    return true;
  }

  /** The enumerable string keys, of an array no more than are shown. */
  function keysOf(value: object): { keys: string[]; size: number } {
    const keys: string[] = [];
    if (isArray(value)) {
      for (let i = 0; i < value.length && i < MAX_MEMBERS; i += 1) keys[i] = `${i}`;
      return { keys, size: value.length };
    }
    const all = ownKeys(value);
    for (let i = 0; i < all.length; i += 1) {
      const key = all[i];
      if (typeof key === "string" && getOwnPropertyDescriptor(value, key)?.enumerable) {
        keys[keys.length] = key;
      }
    }
    return { keys, size: keys.length };
  }

  /** Whether the driver would lose or empty a value inside another. */
  function needsCopy(value: unknown, walk: Walk): boolean {
    walk.nodes += 1;
    if (typeof value === "string") return isUnsafe(value, MAX_NESTED);
    if (typeof value === "symbol" || isError(value)) return true;
    if (!isOpen(value) || contains(walk.path, value)) return false;
    const { keys, size } = keysOf(value);
    if (size === 0) return false;
    const { path } = walk;
    if (path.length >= MAX_DEPTH || size > MAX_MEMBERS || walk.nodes > MAX_NODES) return true;
    const depth = path.length;
    path[depth] = value;
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i] ?? "";
      const found = getOwnPropertyDescriptor(value, key);
      if (found === undefined) continue;
      if (!("value" in found) || isUnsafe(key, MAX_NESTED) || needsCopy(found.value, walk)) {
        return true;
      }
    }
    path.length = depth;
    return false;
  }

  function copy(value: unknown, walk: Walk): unknown {
    walk.nodes += 1;
    if (typeof value === "string") return bounded(value, MAX_NESTED);
    if (typeof value === "symbol") return mark + bounded(toText(value), MAX_NESTED);
    if (isError(value)) return mark + bounded(errorText(value as object, 0), MAX_NESTED);
    if (!isOpen(value)) return value;
    if (contains(walk.path, value)) return `${mark}[Circular]`;
    const { keys, size } = keysOf(value);
    if (size > 0 && (walk.path.length >= MAX_DEPTH || walk.nodes > MAX_NODES)) {
      return isArray(value) ? `${mark}[… ${size} more]` : `${mark}{… ${size} more}`;
    }
    return members(value, keys, size, walk);
  }

  function members(value: object, keys: string[], size: number, walk: Walk): unknown {
    const list: unknown[] = [];
    const record: Record<string, unknown> = create(null);
    const depth = walk.path.length;
    walk.path[depth] = value;
    const shown = size > MAX_MEMBERS ? MAX_MEMBERS : size;
    for (let i = 0; i < shown; i += 1) {
      const key = keys[i] ?? "";
      const member = copy(read(value, key), walk);
      if (isArray(value)) list[i] = member;
      else record[bounded(key, MAX_NESTED)] = member;
    }
    walk.path.length = depth;
    if (size > shown) {
      const note = `${mark}… ${size - shown} more`;
      if (isArray(value)) list[shown] = note;
      else record[mark] = note;
    }
    return isArray(value) ? list : record;
  }

  /** A member's value; a getter runs here as it would have run in the driver. */
  function read(value: object, key: string): unknown {
    const found = getOwnPropertyDescriptor(value, key);
    if (found === undefined || "value" in found) return found?.value;
    if (found.get === undefined) return undefined;
    try {
      return apply(found.get, value, []);
    } catch {
      return `${mark}[getter threw]`;
    }
  }

  function isSpace(character: string | undefined): boolean {
    return character === " " || character === "\n" || character === "\t";
  }

  /** Adds a piece; strings join until one is followed by a value, or was cut. */
  function add(line: Line, piece: unknown): void {
    if (typeof piece !== "string") {
      flush(line);
      line.pieces[line.pieces.length] = piece;
      return;
    }
    const text = bounded(piece, MAX_STRING);
    line.text += text;
    if (text.length > MAX_STRING || line.text.length > MAX_STRING) flush(line);
  }

  function flush(line: Line): void {
    if (line.text !== "") line.pieces[line.pieces.length] = line.text;
    line.text = "";
  }

  /** Adds an argument as the console shows one, apart from what stands before it. */
  function addArgument(line: Line, piece: unknown): void {
    const words = typeof piece === "string" ? piece : "x";
    const last = line.text === "" ? "x" : line.text[line.text.length - 1];
    const first = line.text === "" && line.pieces.length === 1;
    if (!first && words !== "" && !isSpace(last) && !isSpace(words[0])) line.text += " ";
    add(line, piece);
  }

  function argument(value: unknown): unknown {
    if (typeof value === "symbol") return toText(value);
    if (isError(value)) return errorText(value as object, 0);
    if (!isOpen(value)) return value;
    return needsCopy(value, { nodes: 0, path: [] }) ? copy(value, { nodes: 0, path: [] }) : value;
  }

  function isSpecifier(character: string | undefined): boolean {
    return character === "s" || character === "d" || character === "i" || character === "f" ||
      character === "o" || character === "O" || character === "c";
  }

  function hasSpecifier(text: string): boolean {
    for (let i = 0; i < text.length - 1; i += 1) {
      if (text[i] === "%" && isSpecifier(text[i + 1])) return true;
    }
    return false;
  }

  /** Converts a format's argument as the console does; runs the page's `toString` once, as it does. */
  function convert(kind: string, value: unknown): unknown {
    try {
      if (kind === "c") return "";
      if (kind === "o" || kind === "O") return argument(value);
      if (kind === "s") return toText(value);
      if (typeof value === "symbol") return "NaN";
      if (kind === "f") return `${toFloat(toText(value))}`;
      return typeof value === "bigint" ? `${value}` : `${toInteger(toText(value), 10)}`;
    } catch {
      return "[toString threw]";
    }
  }

  /** Formats `args` into the line; answers how many of them the format took. */
  function format(line: Line, args: readonly unknown[]): number {
    const text = toText(args[0]);
    let next = 1;
    let from = 0;
    for (let i = 0; i < text.length - 1; i += 1) {
      const kind = text[i + 1] ?? "";
      const taken = text[i] === "%" && isSpecifier(kind) && next < args.length;
      if (!taken && (text[i] !== "%" || kind !== "%")) continue;
      add(line, apply(slice, text, [from, i]));
      add(line, taken ? convert(kind, args[next]) : "%");
      if (taken) next += 1;
      from = i + 2;
      i += 1;
    }
    add(line, apply(slice, text, [from]));
    return next;
  }

  /** The arguments to call the console with. */
  function rewritten(args: readonly unknown[], formats: boolean): readonly unknown[] {
    if (args.length === 0) return formats ? [""] : args;
    const first = args[0];
    const specified = typeof first === "string" && first.length <= MAX_STRING &&
      hasSpecifier(first);
    if (specified && formats && args.length > 1) {
      const line: Line = { pieces: [mark], text: "" };
      const rest = format(line, args);
      for (let i = rest; i < args.length; i += 1) addArgument(line, argument(args[i]));
      flush(line);
      return line.pieces;
    }
    let changed = specified;
    const values: unknown[] = [listed];
    for (let i = 0; i < args.length; i += 1) {
      const fixed = argument(args[i]);
      values[i + 1] = typeof fixed === "string" ? bounded(fixed, MAX_STRING) : fixed;
      changed ||= !same(values[i + 1], args[i]);
    }
    return changed ? values : args;
  }

  /** Wraps one function; its first `kept` arguments are passed as they are. */
  function wrap(name: string, formats: boolean, kept: number): void {
    const original = getOwnPropertyDescriptor(console, name);
    if (typeof original?.value !== "function") return;
    const handler: ProxyHandler<(...args: unknown[]) => unknown> = create(null);
    handler.apply = (target, self, args) => {
      let list = args;
      try {
        list = kept === 0 ? rewritten(args, formats) as unknown[] : asserted(args);
      } catch {
        // The page's own call goes on, as it would have without the shim.
      }
      return apply(target, self, list);
    };
    const { value, ...flags } = original;
    Object.defineProperty(console, name, { ...flags, value: new Proxy(value, handler) });
  }

  function asserted(args: readonly unknown[]): unknown[] {
    if (args[0] || args.length < 2) return args as unknown[];
    const rest: unknown[] = [];
    for (let i = 1; i < args.length; i += 1) rest[i - 1] = args[i];
    const fixed = rewritten(rest, true);
    const list: unknown[] = [args[0]];
    for (let i = 0; i < fixed.length; i += 1) list[i + 1] = fixed[i];
    return list;
  }

  for (
    const name of ["debug", "error", "group", "groupCollapsed", "info", "log", "trace", "warn"]
  ) {
    wrap(name, true, 0);
  }
  for (const name of ["dir", "table"]) wrap(name, false, 0);
  wrap("assert", true, 1);
}
