/**
 * Typed door to `@std/encoding`: the sources are `deno-std`'s, which come without types.
 *
 * @module
 */
// @ts-types="./encoding.d.ts"
export { decodeBase64, encodeBase64 } from "deno-std/encoding/base64.js";
// @ts-types="./encoding.d.ts"
export { decodeBase64Url, encodeBase64Url } from "deno-std/encoding/base64url.js";
// @ts-types="./encoding.d.ts"
export { decodeHex, encodeHex } from "deno-std/encoding/hex.js";
