/**
 * Typed door to `@std/media-types`: the sources are `deno-std`'s, which come without types.
 *
 * @module
 */
// @ts-types="./media_types.d.ts"
export { typeByExtension } from "deno-std/media_types/type_by_extension.js";
