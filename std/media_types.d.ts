// The types of `@std/media-types`, for the members that `media_types.ts` re-exports.

/** The media type that files with this extension have; undefined when none is known. */
export function typeByExtension(extension: string): string | undefined;
