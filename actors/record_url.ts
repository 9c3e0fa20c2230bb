/**
 * The URL that is kept of a workspace, for a browser to be taken to when its own was lost.
 *
 * @module
 */
import type { Masker } from "../capture/masker.ts";

/**
 * The URL as it may be written down, without userinfo. Else it is not masked, for a browser must be told it; where a
 * typed secret is in it, its query and fragment are left out, and where that is not enough it is not kept at all.
 */
export function recordUrl(url: string | null, masker: Masker): string | null {
  if (url === null) return null;
  const open = url.replace(/^([a-z][a-z\d+.-]*:[/\\]*)[^/\\?#]*@/i, "$1");
  if (!masker.holdsTyped(open)) return open;
  const bare = /^[^?#]*/.exec(open)?.[0] ?? "";
  return masker.holdsTyped(bare) ? null : bare;
}
