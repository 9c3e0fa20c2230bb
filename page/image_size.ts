/**
 * The size of a PNG or a JPEG, from its first bytes.
 *
 * @module
 */

/** The size of an image. */
export interface ImageSize {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

/** Enough of the file to hold a JPEG's colour profile and then its frame. */
const HEAD_CHARS = 96 * 1024;

/** The size of an image given in base64; null when its head is not as expected. */
export function imageSize(base64: string): ImageSize | null {
  const head = Uint8Array.fromBase64(base64.slice(0, HEAD_CHARS));
  const view = new DataView(head.buffer);
  try {
    if (view.getUint32(0) === 0x89504E47) {
      return { width: view.getUint32(16), height: view.getUint32(20) };
    }
    if (view.getUint16(0) === 0xFFD8) return jpegSize(view);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** @throws {RangeError} the frame is not in the head */
function jpegSize(view: DataView): ImageSize {
  for (let at = 2;; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    // Start of frame, but for the three of its range that are something else.
    const frame = marker >= 0xFFC0 && marker <= 0xFFCF &&
      ![0xFFC4, 0xFFC8, 0xFFCC].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}
