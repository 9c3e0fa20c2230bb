/**
 * How one setting is described and read.
 *
 * @module
 */

/** One setting: where it comes from and what it may be. */
export interface Setting<T> {
  /** The variable of the environment. */
  readonly env: string;
  /** Without the dashes; absent where a command line, which other users can see, is no place for it. */
  readonly flag?: string;
  /** What it is when nothing is said. */
  readonly default: T;
  /** The default as `--help` shows it, where the value does not say it. */
  readonly shown?: string;
  /** What it is for, as `--help` says it. */
  readonly help: string;
  /** What it may be, for the sentence that refuses a value. */
  readonly allowed: string;
  /** Whether its value, also a wrong one, may hold a secret. */
  readonly secret?: true;
  /** Whether the flag stands alone. */
  readonly boolean?: true;
  /** The value, or undefined when it is not allowed. */
  parse(text: string): T | undefined;
}

/** One of a few words. */
export function oneOf<T extends string>(
  options: readonly T[],
): Pick<Setting<T>, "allowed" | "parse"> {
  return {
    allowed: `one of ${options.join(", ")}`,
    parse: (text) => options.find((option) => option === text),
  };
}

/** An integer, bounds included. */
export function integer(min: number, max: number): Pick<Setting<number>, "allowed" | "parse"> {
  return {
    allowed: `an integer from ${min} to ${max}`,
    parse(text) {
      const value = Number(text);
      return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
    },
  };
}
