/** The whole file in slices. */

import type { Progress } from "./document";
import { WordError } from "./errors";
import { throwIfCancelled, type CancelOptions, withoutSignal } from "./word_run";

const MIB = 1024 * 1024;
const SLICES = [4 * MIB, 64 * 1024]; // typings of getFileAsync: 4 MB, on the iPad 64 KB; a larger one is an error

/** The document as it would be saved now; null where this Word gives no file, or not now. */
export async function readFile(stop: CancelOptions, progress: Progress): Promise<Uint8Array | null> {
  for (const size of SLICES) {
    throwIfCancelled(stop.signal);
    // The smaller size is for the Word that refused the larger one.
    // eslint-disable-next-line no-await-in-loop
    const bytes = await readInSlices(size, stop, progress);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** The file; null where Word refuses it, as with error 11001 on SharePoint (#6747), or a slice of it. */
async function readInSlices(
  sliceSize: number,
  stop: CancelOptions,
  progress: Progress,
): Promise<Uint8Array | null> {
  const file = await callAsync<Office.File>(stop, done => {
    Office.context.document.getFileAsync(Office.FileType.Compressed, { sliceSize }, done);
  });
  if (file === null) return null;
  try {
    return await readSlices(file, stop, progress);
  } finally {
    // Word keeps two open files at most (typings of closeAsync), so that none may stay open, whatever happened.
    await callAsync(withoutSignal(stop), done => file.closeAsync(done)).catch(() => null);
  }
}

async function readSlices(file: Office.File, stop: CancelOptions, progress: Progress): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(file.size);
  let filled = 0;
  for (let index = 0; index < file.sliceCount; index++) {
    throwIfCancelled(stop.signal);
    // Word gives one slice after the other.
    // eslint-disable-next-line no-await-in-loop
    const slice = await callAsync<Office.Slice>(stop, done => file.getSliceAsync(index, done));
    if (slice === null) return null;
    const data = slice.data as number[];
    if (filled + data.length > bytes.length) return null;
    bytes.set(data, filled);
    filled += data.length;
    progress(index + 1, file.sliceCount);
  }
  return filled === bytes.length ? bytes : null;
}

/** What a call of the common API answers; null where it fails. */
function callAsync<T>(
  stop: CancelOptions,
  call: (done: (answer: Office.AsyncResult<T>) => void) => void,
): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new WordError("no_answer")), stop.timeout);
    call(answer => {
      clearTimeout(late);
      resolve(answer.status === Office.AsyncResultStatus.Succeeded ? answer.value : null);
    });
  });
}
