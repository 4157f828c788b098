/** What somebody writes in the place of a term: whether that may stand there. */

import { entry, rejected, visible } from "./selectors";
import type { Session } from "./session";

/** Why a text cannot stand instead of a term, as people are told; empty where it can. */
export function replacementError(session: Session, id: string, written: string): string {
  if (written.trim() === "") return "Enter a replacement.";
  const named = forbiddenTexts(session, id).find(text => containsWord(written, text));
  return named === undefined ? "" : `“${named}” must be redacted too, so the replacement cannot contain it.`;
}

/** The more general words that may stand instead of a term. */
export function generalisations(session: Session, id: string): readonly string[] {
  return (entry(session, id)?.generalisations ?? []).filter(word => replacementError(session, id, word) === "");
}

/** Whatever would be found again: the term itself, the names of the client, and all that is suggested and does not stay. */
function forbiddenTexts(session: Session, id: string): readonly string[] {
  const stays = new Set(rejected(session).map(each => each.id));
  const others = visible(session).filter(each => !stays.has(each.id));
  const own = entry(session, id);
  return [
    ...[...(own ? [own] : []), ...others].flatMap(each => each.suggestion?.spellings ?? []),
    ...(session.analysis?.sought ?? []).map(each => each.term),
  ];
}

/** Whether a text has these words, whatever their case. */
function containsWord(text: string, words: string): boolean {
  const escaped = words.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
  const border = "[\\p{L}\\p{N}]";
  return new RegExp(`(?<!${border})${escaped}(?!${border})`, "iu").test(text);
}
