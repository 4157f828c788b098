/** Terms that the person adds: what was found, and removal where the service cannot search for them. */

import type { Analysis, Suggestion } from "../api/schemas";
import type { Session } from "./session";
import { plural } from "./number_format";

/** Return the terms of the last action that no analysis has covered yet. */
export function newTerms({ customTerms, history, answered }: Session): readonly string[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  return customTerms.filter(term => !last.customTerms.includes(term) && answered?.always.includes(term) !== true);
}

/** Remove the term that was added last, because the service cannot search for it. */
export function withoutUnsearchable(session: Session): Session {
  const [term] = newTerms(session);
  const last = session.history.at(-1);
  if (term === undefined || last === undefined) return session;
  const message = `“${truncated(term)}” cannot be searched for. Select a word, a name or a number.`;
  return { ...session, customTerms: last.customTerms, history: session.history.slice(0, -1), message };
}

/** Report what an analysis found for an added term, and remove a term that was not found. */
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

/** The service finds a longer term again by its stored mark only if it is a whole paragraph. */
const MAX_TOKENS = 12;

/** Warn about a term that may not be listed when the pane is opened again. */
function lengthWarning(term: string): string {
  const pieces = term.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s_]/gu)?.length ?? 0;
  return pieces > MAX_TOKENS
    ? " This term is long. When you open the pane again, check that it is still listed."
    : "";
}

/** Find the suggestion for a term, in any spelling. */
export function suggestionFor({ suggestions }: Analysis, term: string): Suggestion | null {
  const wanted = normalized(term);
  return suggestions.find(each => [each.term, ...each.spellings].some(text => normalized(text) === wanted)) ?? null;
}

function normalized(text: string): string {
  return text.normalize("NFKC").toLocaleLowerCase().replace(/\s+/gu, " ").trim();
}

const MAX_SHOWN = 40;

/** Shorten a term for one line. */
export function truncated(term: string): string {
  const letters = Array.from(term);
  return letters.length <= MAX_SHOWN ? term : `${letters.slice(0, MAX_SHOWN - 1).join("")}…`;
}
