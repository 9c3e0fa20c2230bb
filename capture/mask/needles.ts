/**
 * What a secret value looks like in a text: itself, itself decoded, and the part of its base64 that is the same
 * whatever stands around it.
 *
 * @module
 */

import { decode } from "./decode.ts";

/** One thing to look for. */
export interface Form {
  /** The characters themselves. */
  readonly units: string;
  /** How many characters before a hit also carry bits of the value, when they are of base64's alphabet. */
  readonly before: number;
  /** How many after it do, with those that a long value has beyond `units`. */
  readonly after: number;
}

/** How many layers of encoding are taken off a text, and off a value that is itself encoded. */
export const LAYERS = 3;

/** How many bytes of a value its base64 forms are made from; what is longer is masked on by its length. */
const BASE64_BYTES = 48;

/**
 * All forms of a value.
 *
 * @param worth Whether a decoded form, which may be much shorter than the value, is still distinct enough.
 */
export function formsOf(value: string, worth: (decoded: string) => boolean): Form[] {
  const plain = new Set([value]);
  let inner = decode(value);
  for (let layer = 0; inner !== null && layer < LAYERS; layer++) {
    if (worth(inner.text)) plain.add(inner.text);
    inner = decode(inner.text);
  }
  for (const units of [...plain]) {
    if (units.includes(" ")) plain.add(units.replaceAll(" ", "+"));
    if (units.includes("+")) plain.add(units.replaceAll("+", " "));
  }
  const forms: Form[] = [...plain].map((units) => ({ units, before: 0, after: 0 }));
  for (const bytes of bytesOf(value)) base64Forms(bytes, forms);
  return forms;
}

/** The value's bytes as UTF-8, and as `btoa` takes them where that differs; one character a byte. */
function bytesOf(value: string): string[] {
  // deno-lint-ignore no-control-regex -- the question is whether it is ASCII
  if (/^[\x00-\x7f]*$/.test(value)) return [value];
  let utf8 = "";
  for (const byte of new TextEncoder().encode(value)) utf8 += String.fromCharCode(byte);
  // deno-lint-ignore no-control-regex -- the question is whether it is Latin-1
  return /^[\x00-\xff]*$/.test(value) ? [utf8, value] : [utf8];
}

/** With one byte before the value its first whole character is the third of its group, with two the fourth. */
const ALIGNMENTS = [
  { ahead: "", skip: 0, lost: 0 },
  { ahead: "\0", skip: 2, lost: 4 },
  { ahead: "\0\0", skip: 3, lost: 2 },
] as const;

function base64Forms(bytes: string, forms: Form[]): void {
  const head = bytes.slice(0, BASE64_BYTES);
  const rest = Math.ceil(((bytes.length - head.length) * 4) / 3);
  for (const { ahead, skip, lost } of ALIGNMENTS) {
    const bits = 8 * head.length - lost;
    const units = btoa(ahead + head).slice(skip, skip + Math.floor(bits / 6));
    const before = lost === 0 ? 0 : 1;
    const after = rest + (bits % 6 === 0 ? 0 : 1);
    forms.push({ units, before, after });
    const forUrls = units.replaceAll("+", "-").replaceAll("/", "_");
    if (forUrls !== units) forms.push({ units: forUrls, before, after });
  }
}
