/** What hides secrets, as the parts of capture that make texts need it; `Masker` is one. @module */

/** Hides what a text, a URL or a member must not show. */
export interface Mask {
  /** The text with every secret in it hidden. */
  text(text: string): string;
  /** The URL with userinfo and sensitive parameters hidden. */
  url(url: string): string;
  /** Whether a member of this name holds a secret. */
  member(name: string): boolean;
}

/** What stands where a secret was. */
export const MASKED = "•••";
