/**
 * Secrets: values that pagetap types and no caller sees. Each has a name, keys (`user`, `password`), the
 * origins it is typed on, and patterns of the workspaces that may use it, which is every one where none are
 * named. Without origins it is typed nowhere.
 *
 * @module
 */
import type { SecretRef } from "../page/args.ts";
import { cut } from "../page/cut.ts";
import { ActionError } from "./action_error.ts";
import { matchesWorkspace, parseOrigins, SecretRuleError } from "./secrets/rules.ts";
import { type SecretSource, SecretSourceError } from "./secrets/source.ts";

/** What is read of all secrets. */
export const SECRETS_URI = "secret://secrets";

/** Characters a value has at least: fewer would mask ordinary text. */
const SHORTEST = 4;
/** Characters a listing may have. */
const MAX_LISTED = 60_000;

const ORIGINS = "origins";
const WORKSPACES = "workspaces";
const RULES: readonly string[] = [ORIGINS, WORKSPACES];

/** One secret as it is listed. */
export interface ListedSecret {
  /** Its name. */
  readonly name: string;
  /** What can be typed of it, sorted. */
  readonly keys: readonly string[];
  /** The origins of the documents it is typed into, sorted. */
  readonly origins: readonly string[];
  /** Why it is typed nowhere; absent when it is. */
  readonly note?: string;
}

/** The secrets that a workspace may use, as `secret://secrets` lists them: no values. */
export interface SecretList {
  /** Sorted by name. */
  readonly secrets: readonly ListedSecret[];
  /** How many there are. */
  readonly total: number;
  /** How many of them are not listed, since the list would be too long; absent for none. */
  readonly left_out?: number;
  /** What an empty list means; absent when it is not empty. */
  readonly note?: string;
}

/** All secrets of a server. */
export class Secrets {
  readonly #sources: readonly SecretSource[];

  /** A name that more than one source has is the first one's. */
  constructor(sources: readonly SecretSource[]) {
    this.#sources = sources;
  }

  /** The secrets that a workspace may use. */
  list(workspace: string): SecretList {
    const names = new Set(this.#sources.flatMap((source) => source.names()));
    const secrets = [...names].toSorted().flatMap((name) => this.#listed(name, workspace) ?? []);
    let length = 0;
    const shown = secrets.filter((secret) => {
      length += JSON.stringify(secret).length;
      return length <= MAX_LISTED;
    });
    const left_out = secrets.length - shown.length;
    return {
      secrets: shown,
      total: secrets.length,
      ...(left_out > 0 && { left_out }),
      ...(secrets.length === 0 && {
        note: "this workspace has no secrets: put them into SECRETS_DIR/<name>/<key>, " +
          "with the origins they are typed on in SECRETS_DIR/<name>/origins",
      }),
    };
  }

  /**
   * The value of a secret, for a document of an origin.
   *
   * @throws {ActionError} 404 there is none, or not for this workspace; 403 it is not typed there; 400 its
   * value is none that can be used
   */
  reveal(ref: SecretRef, { workspace, origin }: { workspace: string; origin: string }): string {
    const { name, key } = ref;
    const secret = this.#source(name);
    if (secret === null || !this.#allows(secret, name, workspace)) {
      throw new ActionError(404, `There is no secret ${quote(name)}; read ${SECRETS_URI}`);
    }
    const keys = keysOf(secret, name);
    if (!keys.includes(key)) {
      const has = keys.length === 0 ? "none" : keys.join(", ");
      throw new ActionError(404, `The secret ${name} has no key ${quote(key)}; it has ${has}`);
    }
    const { origins, note } = originsOf(secret, name);
    if (!origins.includes(origin)) {
      throw new ActionError(
        403,
        `The secret ${name} is not typed into a document of ${origin}: ` +
          (note ?? `it is typed on ${origins.join(", ")} only`),
      );
    }
    return value(secret, ref);
  }

  /** A value whatever it is for, to be masked; null when it cannot be had. */
  value(ref: SecretRef): string | null {
    const source = this.#source(ref.name);
    try {
      return source === null ? null : value(source, ref);
    } catch (error) {
      if (error instanceof ActionError) return null;
      throw error;
    }
  }

  #source(name: string): SecretSource | null {
    return this.#sources.find((source) => source.keys(name) !== null) ?? null;
  }

  /** A list of workspaces that cannot be read names none. */
  #allows(source: SecretSource, name: string, workspace: string): boolean {
    if (!source.keys(name)?.includes(WORKSPACES)) return true;
    try {
      return matchesWorkspace(source.read(name, WORKSPACES), workspace);
    } catch (error) {
      if (isReadable(error)) return false;
      throw error;
    }
  }

  #listed(name: string, workspace: string): ListedSecret | null {
    const source = this.#source(name);
    if (source === null || !this.#allows(source, name, workspace)) return null;
    return { name, keys: keysOf(source, name), ...originsOf(source, name) };
  }
}

function keysOf(source: SecretSource, name: string): string[] {
  return (source.keys(name) ?? []).filter((key) => !RULES.includes(key)).toSorted();
}

function originsOf(source: SecretSource, name: string): Pick<ListedSecret, "origins" | "note"> {
  const place = source.place(name, ORIGINS);
  const nowhere = (why: string) => ({
    origins: [],
    note: `it is typed nowhere, for ${place} ${why}`,
  });
  if (!source.keys(name)?.includes(ORIGINS)) return nowhere("does not name where it may be");
  try {
    const origins = [...new Set(parseOrigins(source.read(name, ORIGINS)))].toSorted();
    return origins.length === 0 ? nowhere("names no origin") : { origins };
  } catch (error) {
    if (isReadable(error)) return nowhere(error.message);
    throw error;
  }
}

/** @throws {ActionError} 400 it is too short, too long, or cannot be read */
function value(source: SecretSource, { name, key }: SecretRef): string {
  const place = source.place(name, key);
  try {
    const text = source.read(name, key);
    if (text.trim().length >= SHORTEST) return text;
  } catch (error) {
    if (!(error instanceof SecretSourceError)) throw error;
    throw new ActionError(400, `The secret ${name} cannot be typed: ${place} ${error.message}`);
  }
  throw new ActionError(
    400,
    `The secret ${name} cannot be typed: ${place} has fewer than ${SHORTEST} characters, ` +
      "and masking it would mask ordinary text",
  );
}

function isReadable(error: unknown): error is Error {
  return error instanceof SecretSourceError || error instanceof SecretRuleError;
}

function quote(word: string): string {
  return JSON.stringify(cut(word, 64));
}
