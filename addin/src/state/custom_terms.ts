/** Terms that somebody adds by hand: what became of them, and how they are taken back where nothing can. */

import type { Analysis, Suggestion } from "../api/schemas";
import type { Session } from "./session";
import { plural } from "./number_format";

/** The terms of the last thing that somebody did, where that was adding some, and no analysis has told of them yet. */
export function newTerms({ customTerms, history, answered }: Session): readonly string[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  return customTerms.filter(term => !last.customTerms.includes(term) && answered?.always.includes(term) !== true);
}

/** Take back what was added last, for it cannot be looked for; nothing else was done with it. */
export function withoutUnsearchable(session: Session): Session {
  const [term] = newTerms(session);
  const last = session.history.at(-1);
  if (term === undefined || last === undefined) return session;
  const message = `“${truncated(term)}” cannot be searched for. Select a word, a name or a number.`;
  return { ...session, customTerms: last.customTerms, history: session.history.slice(0, -1), message };
}

/** What is said of what was added, once an analysis has looked for it; what stands nowhere is taken back. */
export function afterSearch(before: Session, now: Session, analysis: Analysis): Session {
  const [term] = newTerms(before);
  if (term === undefined || now.answered?.always.includes(term) !== true) return now;
  const found = suggestionFor(analysis, term);
  if (found !== null)
    return {
      ...now,
      message: `“${truncated(term)}” added: ${plural(found.count, "place")}.${lengthWarning(term)}`,
    };
  return {
    ...now,
    customTerms: now.customTerms.filter(each => each !== term),
    history: now.history.slice(0, -1),
    message: `“${truncated(term)}” was not found as whole words in one paragraph. Select whole words within one paragraph.`,
  };
}

/** Of more words and signs the service does not find a term again by its mark, unless it is a whole paragraph. */
const MAX_TOKENS = 12;

/** What is said of a term that may not be there when the pane is opened again. */
function lengthWarning(term: string): string {
  const pieces = term.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s_]/gu)?.length ?? 0;
  return pieces > MAX_TOKENS
    ? " This term is long. When you open the pane again, check that it is still listed."
    : "";
}

/** The suggestion that a term is, however it is written. */
export function suggestionFor({ suggestions }: Analysis, term: string): Suggestion | null {
  const wanted = normalized(term);
  return suggestions.find(each => [each.term, ...each.spellings].some(text => normalized(text) === wanted)) ?? null;
}

function normalized(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase().replace(/\s+/gu, " ").trim();
}

const MAX_SHOWN = 40;

/** So much of a term as a line has room for. */
export function truncated(term: string): string {
  const letters = Array.from(term);
  return letters.length <= MAX_SHOWN ? term : `${letters.slice(0, MAX_SHOWN - 1).join("")}…`;
}
