/**
 * What a workspace lends an action that runs in its browser: narrow on purpose, as `Page` is.
 *
 * @module
 */
import type { PageFiles } from "./files.ts";
import type { KeptSites } from "./kept_sites.ts";
import type { SecretRef } from "./args.ts";
import type { PageRequests } from "./requests.ts";
import type { PageSession } from "./session.ts";

/** The secrets the workspace may use. */
export interface PageSecrets {
  /**
   * The value of a secret, for a document of `origin`; from before this resolves, it is masked wherever it
   * appears.
   *
   * @throws {Error} there is none, or it is not typed there
   */
  reveal(secret: SecretRef, origin: string): Promise<string>;
  /**
   * What masks in a text the secrets that were typed, and nothing else; null when none was. What a caller is told of
   * a text by comparing it with words of his own must be compared with this one, or he finds out a secret in parts.
   */
  hiding(): Promise<((text: string) => string) | null>;
}

/** The workspace, as an action sees it. */
export interface PageWorkspace {
  /**
   * Has a value masked from now on wherever it appears, in every encoding; resolves when it is.
   *
   * @throws {Error} it has fewer than 4 characters, and masking it would mask ordinary text
   */
  mask(secret: string): Promise<void>;
  /** What the session is set to. */
  readonly session: PageSession;
  /** What was captured of the page's requests. */
  readonly requests: PageRequests;
  /** Its files. */
  readonly files: PageFiles;
  /** The text with everything masked that must be: for one that is cut before it is answered, and masked then. */
  maskText(text: string): Promise<string>;
  /** Values that no caller sees. */
  readonly secrets: PageSecrets;
  /** What is kept of sites for its next session. */
  readonly sites: KeptSites;
}
