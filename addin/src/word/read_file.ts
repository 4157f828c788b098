/** Read the whole file in slices. */

import type { Progress } from "./document";
import { WordError } from "./errors";
import { throwIfCancelled, type CancelOptions, withoutSignal } from "./word_run";

const MIB = 1024 * 1024;
const SLICES = [4 * MIB, 64 * 1024]; // typings of getFileAsync: at most 4 MB, on the iPad 64 KB

/** Read the document as it would be saved now; null where Word does not provide the file. */
export async function readFile(stop: CancelOptions, progress: Progress): Promise<Uint8Array | null> {
  for (const size of SLICES) {
    throwIfCancelled(stop.signal);
    // Try the smaller size where Word refused the larger one.
    // eslint-disable-next-line no-await-in-loop
    const bytes = await readInSlices(size, stop, progress);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** Read the file; null where Word refuses it, as with error 11001 on SharePoint (#6747), or a slice of it. */
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
    // Word keeps at most two files open (typings of closeAsync), so always close this one.
    await callAsync(withoutSignal(stop), done => file.closeAsync(done)).catch(() => null);
  }
}

async function readSlices(file: Office.File, stop: CancelOptions, progress: Progress): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(file.size);
  let filled = 0;
  for (let index = 0; index < file.sliceCount; index++) {
    throwIfCancelled(stop.signal);
    // Word provides one slice after the other.
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

/** Call a function of the common API; null where it fails. */
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
