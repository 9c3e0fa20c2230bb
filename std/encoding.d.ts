// The types of `@std/encoding`, for the members that `encoding.ts` re-exports.

/** Encodes bytes, or a string's UTF-8, as base64 with padding. */
export function encodeBase64(data: ArrayBuffer | Uint8Array | string): string;

/**
 * Decodes base64, with or without padding.
 *
 * @throws {TypeError} the text is not base64
 */
export function decodeBase64(b64: string): Uint8Array<ArrayBuffer>;

/** Encodes bytes, or a string's UTF-8, as base64url without padding. */
export function encodeBase64Url(data: ArrayBuffer | Uint8Array | string): string;

/**
 * Decodes base64url.
 *
 * @throws {TypeError} the text is not base64url
 */
export function decodeBase64Url(b64url: string): Uint8Array<ArrayBuffer>;

/** Encodes bytes, or a string's UTF-8, as lower-case hex. */
export function encodeHex(src: ArrayBuffer | Uint8Array | string): string;

/**
 * Decodes hex in either case.
 *
 * @throws {TypeError} the text is not hex
 */
export function decodeHex(src: string): Uint8Array<ArrayBuffer>;
