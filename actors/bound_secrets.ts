/**
 * The secrets that were typed in one workspace: masked for its life, also by the next process, which finds
 * their names in the workspace's folder and reads their values where they are kept. The folder holds no value.
 *
 * @module
 */
import { z } from "zod";
import type { Masker } from "../capture/masker.ts";
import type { SecretRef } from "../page/args.ts";
import { ActionError } from "./action_error.ts";
import type { Log } from "./log.ts";
import type { Secrets } from "./secrets.ts";
import type { WorkspaceFolder } from "./store/workspace_folder.ts";

/** What {@linkcode BoundSecrets} is made of. */
export interface BoundSecretsOptions {
  /** The workspace's name. */
  readonly workspace: string;
  /** Where values are. */
  readonly secrets: Secrets;
  /** What masks them. */
  readonly masker: Masker;
  /** Where their names are kept. */
  readonly folder: WorkspaceFolder;
  /** Told what an operator should know. */
  readonly log: Log;
}

const DOCUMENT = "secrets.json";
/** Names kept; of more, the first are forgotten. */
const MAX_REFS = 1_000;

const REFS = z.array(z.object({ name: z.string(), key: z.string() }));

/** The secrets of one workspace. */
export class BoundSecrets {
  readonly #options: BoundSecretsOptions;
  #refs: readonly SecretRef[] = [];

  /** Has masked again what an earlier process typed, as far as it is still there. */
  constructor(options: BoundSecretsOptions) {
    this.#options = options;
    this.#refs = this.#kept();
    const values = this.#refs.map((ref) => options.secrets.value(ref));
    for (const value of values) if (value !== null) this.#bind(value, true);
    const lost = values.filter((value) => value === null).length;
    if (lost > 0) {
      options.log.warn("secrets that were typed before the start are gone, and not masked", {
        count: lost,
      });
    }
  }

  /**
   * The value of a secret, masked from now on, for a document of `origin`.
   *
   * @throws {ActionError} there is none, it is not typed there, or it cannot be masked
   */
  reveal(ref: SecretRef, origin: string): string {
    const { secrets, workspace } = this.#options;
    const value = secrets.reveal(ref, { workspace, origin });
    this.#bind(value, true);
    this.#note(ref);
    return value;
  }

  /**
   * Has a value masked from now on.
   *
   * @throws {ActionError} 400 it has fewer than 4 characters; 413 too much is masked already
   */
  bind(value: string): void {
    this.#bind(value, false);
  }

  #bind(value: string, typed: boolean): void {
    const { masker } = this.#options;
    try {
      masker.bind(value, { typed });
      // Forms send the line breaks of a text area like this.
      if (value.includes("\n")) masker.bind(value.replaceAll("\n", "\r\n"), { typed });
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      throw new ActionError(error instanceof TypeError ? 400 : 413, error.message);
    }
  }

  #note({ name, key }: SecretRef): void {
    if (this.#refs.some((ref) => ref.name === name && ref.key === key)) return;
    this.#refs = [...this.#refs, { name, key }].slice(-MAX_REFS);
    try {
      this.#options.folder.writeJson(DOCUMENT, this.#refs);
    } catch (error) {
      const why = error instanceof Error ? error.name : typeof error;
      this.#options.log.warn("secrets that were typed will not be masked after a start", { why });
    }
  }

  #kept(): readonly SecretRef[] {
    try {
      return REFS.safeParse(this.#options.folder.readJson(DOCUMENT)).data ?? [];
    } catch {
      return [];
    }
  }
}
