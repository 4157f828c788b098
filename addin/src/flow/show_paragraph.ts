/** Go to a paragraph that the check of the file names. */

import { WordError } from "../word/document";
import type { FlowContext } from "./context";

/** Select a paragraph in Word; say where it is not possible. */
export async function showParagraph(
  { word, dispatch }: FlowContext,
  { part, kind, number }: { readonly part: string; readonly kind: string; readonly number: number },
): Promise<void> {
  try {
    await word.goToParagraph({ part, kind }, number);
    dispatch({ type: "message", sentence: "Select the words at this place, then press “Add selection”." });
  } catch (thrown) {
    if (!(thrown instanceof WordError) || thrown.code !== "gone") throw thrown;
    dispatch({ type: "message", sentence: "Word cannot go to this place." });
  }
}
