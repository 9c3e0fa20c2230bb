/**
 * What a workspace lends an action that runs in its browser: narrow on purpose, as `Page` is.
 *
 * @module
 */

/** The workspace, as an action sees it. */
export interface PageWorkspace {
  /**
   * Has a value masked from now on wherever it appears, in every encoding; resolves when it is.
   *
   * @throws {Error} it has fewer than 4 characters, and masking it would mask ordinary text
   */
  mask(secret: string): Promise<void>;
}
