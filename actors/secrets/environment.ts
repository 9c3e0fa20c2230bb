/**
 * Secrets in environment variables: `PAGETAP_SECRET_<NAME>__<KEY>`, with two underscores between, in upper
 * case; name and key are in lower case then.
 *
 * @module
 */
import { SECRET_WORD, type SecretSource, SecretSourceError, textOf } from "./source.ts";

/** What the name of every such variable begins with. */
const SECRET_VARIABLE = "PAGETAP_SECRET_";

/** Secrets that the process was started with. */
export class SecretEnvironment implements SecretSource {
  /** How many variables begin like one and have no name, no key, or one that is no plain word. */
  readonly ignored: number;
  readonly #secrets = new Map<string, Map<string, string>>();

  /** Takes the variables that are secrets out of `env`: no process that is started later inherits them. */
  constructor(env: Pick<typeof Deno.env, "toObject" | "delete">) {
    let ignored = 0;
    for (const [variable, text] of Object.entries(env.toObject())) {
      if (!variable.startsWith(SECRET_VARIABLE)) continue;
      env.delete(variable);
      const [name = "", ...rest] = variable.slice(SECRET_VARIABLE.length).toLowerCase().split("__");
      const key = rest.join("__");
      if (!SECRET_WORD.test(name) || !SECRET_WORD.test(key)) {
        ignored++;
        continue;
      }
      const keys = this.#secrets.get(name) ?? new Map<string, string>();
      this.#secrets.set(name, keys.set(key, text));
    }
    this.ignored = ignored;
  }

  /** The names there are. */
  names(): readonly string[] {
    return [...this.#secrets.keys()];
  }

  /** The keys of a name. */
  keys(name: string): readonly string[] | null {
    const keys = this.#secrets.get(name);
    return keys === undefined ? null : [...keys.keys()];
  }

  /** The value of one variable. */
  read(name: string, key: string): string {
    const text = this.#secrets.get(name)?.get(key);
    if (text === undefined) throw new SecretSourceError("is not set");
    return textOf(new TextEncoder().encode(text));
  }

  /** The variable. */
  place(name: string, key: string): string {
    return `${SECRET_VARIABLE}${name.toUpperCase()}__${key.toUpperCase()}`;
  }
}
