/** Checks replacement texts. */

import { entry, rejected, visible } from "./selectors";
import type { Session } from "./session";

/** Say why a text cannot replace a term; empty where it can. */
export function replacementError(session: Session, id: string, written: string): string {
  if (written.trim() === "") return "Enter a replacement.";
  const named = forbiddenTexts(session, id).find(text => containsWord(written, text));
  return named === undefined ? "" : `“${named}” must be redacted too, so the replacement cannot contain it.`;
}

/** List the more general words that may replace a term. */
export function generalisations(session: Session, id: string): readonly string[] {
  return (entry(session, id)?.generalisations ?? []).filter(word => replacementError(session, id, word) === "");
}

/**
 * List the texts that a check would find again: the term, the client's names, and all other suggestions that are not
 * rejected.
 */
function forbiddenTexts(session: Session, id: string): readonly string[] {
  const stays = new Set(rejected(session).map(each => each.id));
  const others = visible(session).filter(each => !stays.has(each.id));
  const own = entry(session, id);
  return [
    ...[...(own ? [own] : []), ...others].flatMap(each => each.suggestion?.spellings ?? []),
    ...(session.analysis?.sought ?? []).map(each => each.term),
  ];
}

/** Tell whether a text contains these words, ignoring case. */
function containsWord(text: string, words: string): boolean {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  const border = "[\\p{L}\\p{N}]";
  return new RegExp(`(?<!${border})${escaped}(?!${border})`, "iu").test(text);
}
