/** A file opened as a new document. */

import { runInWord, type CancelOptions } from "./word_run";

/** Tells whether Word has opened it; large ones (#2615, #4697) and some Words (#5169) fail, and then it is a download. */
export async function openCopy(bytes: Uint8Array, stop: CancelOptions): Promise<"opened" | "download"> {
  try {
    await runInWord(stop, run => {
      // On the web `open` is all that can be done with a new document.
      run.context.application.createDocument(base64(bytes)).open();
      return run.sync();
    });
    return "opened";
  } catch {
    return "download";
  }
}

const CHUNK = 0x6000; // a multiple of three; more arguments than this are too many for a call

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))));
  }
  return pieces.join("");
}
