/**
 * The URL that is kept of a workspace, for a browser to be taken to when its own was lost.
 *
 * @module
 */
import type { Masker } from "../capture/masker.ts";

/**
 * The URL as it may be written down. It is not masked, for a browser must be told it; where a typed secret is in
 * it, its query and fragment are left out, and where that is not enough it is not kept at all.
 */
export function recordUrl(url: string | null, masker: Masker): string | null {
  if (url === null || !masker.holdsTyped(url)) return url;
  const bare = /^[^?#]*/.exec(url)?.[0] ?? "";
  return masker.holdsTyped(bare) ? null : bare;
}
