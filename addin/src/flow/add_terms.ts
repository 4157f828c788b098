/** Add terms of the person's own: the selected text, or what a pattern matches in the document. */

import { matches } from "../state/term_patterns";
import type { FlowContext } from "./context";

/** The service accepts no longer term (`docs/api-guide.md`). */
const LONGEST_TERM = 300;
/** What Word puts between paragraphs and between table cells. */
const SEPARATORS = ["\r", "\n", "\u0007"];
const TOO_LONG = `Select fewer words. A term can have at most ${LONGEST_TERM} characters.`;
const MOST_MATCHES = 500;

/** Add the text that is selected in the document. */
export async function addSelection({ word, dispatch }: FlowContext): Promise<void> {
  const selected = await word.selection();
  const term = selected?.text.trim() ?? "";
  if (term === "") dispatch({ type: "message", sentence: "Select a word in the document first." });
  else if (SEPARATORS.some(each => term.includes(each)))
    dispatch({ type: "message", sentence: "Select words within one paragraph." });
  else if (Array.from(term).length > LONGEST_TERM) dispatch({ type: "message", sentence: TOO_LONG });
  else dispatch({ type: "add", term });
}

/** Add all that a pattern matches. */
export async function addMatches({ word, dispatch }: FlowContext, pattern: string): Promise<void> {
  const found = matches(pattern, await word.texts(new AbortController().signal));
  if (found.length === 0) dispatch({ type: "message", sentence: "Nothing in the document matches this pattern." });
  else if (found.length > MOST_MATCHES)
    dispatch({
      type: "message",
      sentence: `This pattern matches more than ${MOST_MATCHES} terms. Make the pattern longer.`,
    });
  else dispatch({ type: "add-terms", terms: found });
}
