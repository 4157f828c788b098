/** The XML parts of a .docx, unpacked in the pane: Word lists the bookmarks of a story alone, and asking for some stories creates them (#1904). */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

/** Return the text of each XML part in the folder `word`; null where this webview cannot unpack, or the file is another. */
export async function wordParts(bytes: Uint8Array): Promise<string[] | null> {
  if (typeof DecompressionStream === "undefined") return null;
  try {
    return await Promise.all(entries(bytes).map(unpack));
  } catch {
    return null;
  }
}

interface Entry {
  readonly packed: Uint8Array;
  readonly method: number;
}

/** List the entries by the directory at the end of the file (APPNOTE 4.3.12 and 4.3.16). */
function entries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== END) end--; // throws before the beginning
  const found: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError("no entry");
    const [name, extra, comment] = [28, 30, 32].map(offset => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    const local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (/^word\/[^/]+\.xml$/.test(path)) {
      const packed = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
      found.push({ packed, method: view.getUint16(at + 10, true) });
    }
    at += 46 + name + extra + comment;
  }
  return found;
}

function unpack({ packed, method }: Entry): Promise<string> {
  const blob = new Blob([packed as Uint8Array<ArrayBuffer>]);
  const stream =
    method === DEFLATED ? blob.stream().pipeThrough(new DecompressionStream("deflate-raw")) : blob.stream();
  return new Response(stream).text();
}
