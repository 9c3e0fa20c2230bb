/**
 * Media types, as far as a name says them.
 *
 * @module
 */
import { typeByExtension } from "@std/media-types";

/** The media type that a file's name says. */
export function mimeOf(name: string): string {
  const at = name.lastIndexOf(".");
  const known = at > 0 ? typeByExtension(name.slice(at)) : undefined;
  return known ?? "application/octet-stream";
}
