/** Numbers that tell texts apart where the texts themselves must not be kept. @module */

/** 32 bits over the first `length` characters of a text, and over how many it has. */
export function hash(text: string, length: number): number {
  let print = 0x811c9dc5 ^ text.length;
  const end = Math.min(text.length, length);
  for (let at = 0; at < end; at++) print = Math.imul(print ^ text.charCodeAt(at), 0x01000193);
  return print;
}
