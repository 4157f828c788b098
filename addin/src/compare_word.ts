/** Compares this Word with the Word host of the tests. Loaded when somebody asks for it. */

import { showCompareDialog } from "./view/compare_dialog";
import { askWord } from "./word/ask_word";

const TIMEOUT_MS = 30_000;

/** Show the dialog in which this Word is asked. */
export function compareWord(): void {
  const stop = { signal: new AbortController().signal, timeout: TIMEOUT_MS };
  showCompareDialog(async () => {
    const told = await askWord(stop);
    if (told === null) return null;
    return { json: JSON.stringify(told, null, 1), count: Object.keys(told.answers).length };
  });
}
