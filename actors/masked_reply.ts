/**
 * The one place where what a call answers is masked: results and error texts alike.
 *
 * @module
 */
import { MASK, type Masker } from "../capture/masker.ts";
import { maskStart } from "../capture/mask_start.ts";
import { ActionError } from "./action_error.ts";
import type { Reply } from "./core/types.ts";
import type { CallResult } from "./service.ts";

/** Deeper than any action answers. */
const MAX_DEPTH = 64;
/** UTF-16 code units of a text; more than any action answers, but a page can make a text of any length. */
const MAX_TEXT = 400_000;
/** UTF-16 code units of the URL that every result tells. */
const MAX_URL = 4_096;
/** An image is no text: nothing in it is a value that was seen. */
const IMAGE = "data";
/** What a call caused: counts, and URIs of ours. */
const HINT = "page";
/** Where the texts are a page's alone; every other one may have words of ours in it. */
const TEXT_OF_PAGE = new Set(["value", "title", "text", "html", "dialog"]);
/** Where the numbers are a page's; every other one is counted or measured here. */
const NUMBER_OF_PAGE = new Set(["value"]);

/** Where in a result a value is. */
interface Place {
  readonly depth: number;
  /** Whether a page decided what the numbers are. */
  readonly ofPage: boolean;
  /** Masks the texts. */
  readonly text: (text: string) => string;
  /** Whether it is what a member with the name of a secret holds. */
  readonly secret: boolean;
}

/** A reply whose answer is masked before it leaves. */
export function maskedReply(reply: Reply<CallResult>, masker: Masker): Reply<CallResult> {
  return {
    ok: (result) => reply.ok(maskResult(result, masker)),
    fail: (error) =>
      reply.fail(
        error instanceof ActionError
          ? new ActionError(
            error.status,
            maskString(error.message, (text) => masker.said(text)),
            error.page,
          )
          : error,
      ),
  };
}

/** A copy of a result with every text in it masked, and every number that a page gave. */
export function maskResult(result: CallResult, masker: Masker): CallResult {
  const members = Object.entries(result).map(([name, value]): [string, unknown] => {
    if (name === "url" && typeof value === "string") {
      return [name, maskString(value, (text) => masker.url(text), MAX_URL)];
    }
    if (name === HINT || (name === IMAGE && typeof value === "string")) return [name, value];
    const text = TEXT_OF_PAGE.has(name)
      ? (text: string) => masker.text(text)
      : (text: string) => masker.said(text);
    const ofPage = NUMBER_OF_PAGE.has(name);
    return [name, mask(value, masker, { depth: 0, ofPage, text, secret: false })];
  });
  return Object.fromEntries(members);
}

function mask(value: unknown, masker: Masker, place: Place): unknown {
  const { depth, ofPage, text, secret } = place;
  if (typeof value === "string") return secret ? MASK : maskString(value, text);
  if (typeof value === "number" && ofPage) {
    const shown = String(value);
    return secret || text(shown) !== shown ? MASK : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return MASK;
  const inside = { depth: depth + 1, ofPage, text };
  if (Array.isArray(value)) return value.map((each) => mask(each, masker, { ...inside, secret }));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      maskString(name, text),
      mask(each, masker, { ...inside, secret: masker.member(name) }),
    ]),
  );
}

function maskString(text: string, mask: (text: string) => string, max = MAX_TEXT): string {
  const { text: masked, cut } = maskStart(text, max, mask);
  return cut > 0 ? `${masked}… ${cut} more` : masked;
}
