/**
 * Words that are near to a misspelt one, for the surfaces, which see nothing of `page/`.
 *
 * @module
 */
export { near } from "../page/nearest.ts";
