/**
 * The one file of a ZIP archive, by its central directory (APPNOTE 6.3.10, sections 4.3 and 4.4): the sizes
 * in front of the file itself may be zero.
 *
 * @module
 */

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

/** The first file of an archive without a comment, unpacked as it is read; null when it is none. */
export function unzipped(zip: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> | null {
  try {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    const end = zip.length - END_BYTES;
    if (view.getUint32(end, true) !== END_SIGNATURE) return null;
    const directory = view.getUint32(end + 16, true);
    const method = view.getUint16(directory + 10, true);
    const size = view.getUint32(directory + 20, true);
    const header = view.getUint32(directory + 42, true);
    const nameAndExtra = view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const start = header + 30 + nameAndExtra;
    const packed = new Blob([zip.subarray(start, start + size)]).stream();
    if (method === STORED) return packed;
    return method === DEFLATED ? packed.pipeThrough(new DecompressionStream("deflate-raw")) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
