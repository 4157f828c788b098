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

/** List the terms to add that are not added yet: trimmed, and each once. */
export function newAmong({ customTerms }: Session, entered: readonly string[]): readonly string[] {
  return [...new Set(entered.map(each => each.trim()))].filter(each => each !== "" && !customTerms.includes(each));
}

/** Say that nothing is new. */
export function alreadyAdded(term: string, count: number): string {
  return count === 1 ? `“${truncated(term)}” is already added.` : "These terms are already added.";
}

/** Remove the terms that were added last, because the service cannot search for it. */
export function withoutUnsearchable(session: Session): Session {
  const terms = newTerms(session);
  const [term] = terms;
  const last = session.history.at(-1);
  if (term === undefined || last === undefined) return session;
  const name = terms.length === 1 ? `“${truncated(term)}”` : "One of these terms";
  const message = `${name} cannot be searched for. Add a word, a name or a number.`;
  return { ...session, customTerms: last.customTerms, history: session.history.slice(0, -1), message };
}

/** Report what an analysis found for the added terms, and remove those that were not found. */
export function afterSearch(before: Session, now: Session, analysis: Analysis): Session {
  const terms = newTerms(before).filter(term => now.answered?.always.includes(term) === true);
  const [only] = terms;
  if (only === undefined) return now;
  const found = terms.flatMap(term => suggestionFor(analysis, term) ?? []);
  const missing = terms.filter(term => suggestionFor(analysis, term) === null);
  const customTerms = now.customTerms.filter(each => !missing.includes(each));
  const history = found.length === 0 ? now.history.slice(0, -1) : now.history;
  const places = found.reduce((sum, each) => sum + each.count, 0);
  const message = terms.length === 1 ? oneFound(only, found[0]) : severalFound(found.length, places, missing);
  return { ...now, customTerms, history, message };
}

function oneFound(term: string, found: Suggestion | undefined): string {
  return found === undefined
    ? `“${truncated(term)}” was not found. A term must be whole words within one paragraph.`
    : `“${truncated(term)}” added: ${plural(found.count, "place")}.${lengthWarning(term)}`;
}

const MAX_NAMED = 3;

function severalFound(count: number, places: number, missing: readonly string[]): string {
  const addedSentence = count === 0 ? "" : `${plural(count, "term")} added: ${plural(places, "place")}. `;
  if (missing.length === 0) return addedSentence.trim();
  const named = missing.slice(0, MAX_NAMED).map(each => `“${truncated(each)}”`);
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : "";
  return `${addedSentence}Not found as whole words: ${named.join(", ")}${more}.`;
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
