/**
 * What a workspace keeps beside what it captured: its files, its sites, and the secrets bound in it. Actions
 * are lent it while they run.
 *
 * @module
 */
import type { Masker } from "../capture/masker.ts";
import { answer } from "./answer.ts";
import { BoundSecrets } from "./bound_secrets.ts";
import { SiteDataStore } from "./site_data.ts";
import type { DiskUse } from "./store/disk_use.ts";
import { Files } from "./store/files.ts";
import { WorkspaceFolder } from "./store/workspace_folder.ts";
import type { WorkspaceMessage } from "./workspace_messages.ts";
import type { WorkspaceOptions } from "./workspace_options.ts";

/** What asks for it. */
export type ShelfMessage = Extract<
  WorkspaceMessage,
  { kind: "files" | "sites" | "mask" | "masked" | "hiding" | "secret" }
>;

/** The shelf of one workspace. */
export class Shelf {
  /** Knows every secret of the workspace. */
  readonly masker: Masker;
  /** What is kept of sites. */
  readonly sites: SiteDataStore;
  /** The secrets bound in it, of which the masker knows. */
  readonly secrets: BoundSecrets;
  readonly #folder: WorkspaceFolder;
  readonly #disk: DiskUse;

  /** Of the workspace `name`. */
  constructor(name: string, masker: Masker, { folder, disk, secrets, log }: WorkspaceOptions) {
    this.masker = masker;
    this.#disk = disk;
    this.#folder = new WorkspaceFolder(folder, name);
    this.sites = new SiteDataStore(this.#folder, masker);
    this.secrets = new BoundSecrets({
      workspace: name,
      secrets,
      masker,
      folder: this.#folder,
      log,
    });
  }

  /** Its files, as they are at `now`, epoch milliseconds. */
  files(now: number): Files {
    const { masker } = this;
    return new Files({ folder: this.#folder, disk: this.#disk, masker, now: () => now });
  }

  /** Answers whoever asks for something of it. */
  handle(message: ShelfMessage, now: number): void {
    switch (message.kind) {
      case "files":
        return message.reply.ok(this.files(now));
      case "sites":
        return message.reply.ok(this.sites);
      case "mask":
        return answer(message.reply, () => this.secrets.bind(message.secret));
      case "masked":
        return answer(message.reply, () => this.masker.text(message.text));
      case "hiding":
        return answer(
          message.reply,
          () => this.masker.hasTyped ? (text: string) => this.masker.withoutTyped(text) : null,
        );
      case "secret":
        return answer(message.reply, () => this.secrets.reveal(message.secret, message.origin));
    }
  }
}
