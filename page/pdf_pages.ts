/**
 * How many pages a PDF has.
 *
 * @module
 */

/** Objects in a compressed stream (PDF 1.7, 7.5.7), where Firefox puts its page tree. */
const OBJECT_STREAM = /<<[^>]*\/Type\s*\/ObjStm\b[^>]*>>\s*stream\r?\n/g;

/** The pages below a node of the page tree (7.7.3.2); the root has most. */
const COUNT = /\/Count (\d+)/g;

/** The pages of a PDF given in base64; null when they cannot be told. */
export async function pdfPages(base64: string): Promise<number | null> {
  const pdf = atob(base64);
  const texts = [pdf];
  for (const { index, 0: head } of pdf.matchAll(OBJECT_STREAM)) {
    const start = index + head.length;
    const end = pdf.indexOf("endstream", start);
    texts.push(await inflate(pdf.slice(start, end).replace(/\r?\n$/, "")));
  }
  const counts = texts.flatMap((text) => [...text.matchAll(COUNT)].map(([, n]) => Number(n)));
  return counts.length === 0 ? null : Math.max(...counts);
}

/** What a stream holds; nothing, where it is packed some other way. */
async function inflate(packed: string): Promise<string> {
  const bytes = Uint8Array.from(packed, (char) => char.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(unpacked).text().catch(() => "");
}
