/** Open a file as a new document. */

import { runInWord, type CancelOptions } from "./word_run";

/** Tell whether Word opened it. Large files (#2615, #4697) and some versions (#5169) fail; then it is a download. */
export async function openCopy(bytes: Uint8Array, stop: CancelOptions): Promise<"opened" | "download"> {
  try {
    await runInWord(stop, run => {
      // On the web, `open` is the only possible action on a new document.
      run.context.application.createDocument(base64(bytes)).open();
      return run.sync();
    });
    return "opened";
  } catch {
    return "download";
  }
}

const CHUNK = 0x6000; // a multiple of three; a call cannot take more arguments

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))));
  }
  return pieces.join("");
}
