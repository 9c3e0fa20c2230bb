/**
 * The URLs of stack frames, masked: a page logs from the same few files again and again.
 *
 * @module
 */
import type { Mask } from "./mask.ts";
import { maskStart } from "./mask_start.ts";
import { remember } from "./remember.ts";
import { sanitize } from "./sanitize.ts";

/** Characters kept of a URL. */
const MAX_URL = 2_048;

/** URLs remembered. */
const MAX_REMEMBERED = 64;

/** A mask that says when it would mask otherwise than before. */
export interface ChangingMask extends Mask {
  /** Grows whenever there is something new to mask. */
  readonly generation: number;
}

/** Masks URLs of frames, each once as long as there is nothing new to mask. */
export class FrameUrls {
  readonly #mask: ChangingMask;
  readonly #masked = new Map<string, string>();
  #generation = -1;

  /** Masks with this mask. */
  constructor(mask: ChangingMask) {
    this.#mask = mask;
  }

  /** The URL as it may be kept. */
  masked(url: string): string {
    if (this.#generation !== this.#mask.generation) this.#masked.clear();
    const known = this.#masked.get(url);
    if (known !== undefined) return known;
    const masked = maskStart(url, MAX_URL, (start) => this.#mask.url(sanitize(start))).text;
    this.#generation = this.#mask.generation;
    remember(this.#masked, url, masked, MAX_REMEMBERED);
    return masked;
  }
}
