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
  return countWords(text, [words]) > 0;
}

/** Count how often any of these words stands in a text as whole words, ignoring case; the longest has a place. */
export function countWords(text: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const longestFirst = [...words].sort((one, next) => next.length - one.length);
  const any = longestFirst.map(each => each.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("|");
  const border = "[\\p{L}\\p{N}]";
  return [...text.matchAll(new RegExp(`(?<!${border})(?:${any})(?!${border})`, "giu"))].length;
}
