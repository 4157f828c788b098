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
  const found = terms.map(term => ({ term, ...foundFor(analysis, term) }));
  const missing = found.filter(({ suggestions, inside }) => suggestions.length + inside.length === 0);
  const lost = missing.map(({ term }) => term);
  const customTerms = now.customTerms.filter(each => !lost.includes(each));
  const history = missing.length === found.length ? now.history.slice(0, -1) : now.history;
  const message = terms.length === 1 ? oneFound(only, found[0] ?? NOTHING) : severalFound(found, lost);
  return { ...now, customTerms, history, message };
}

function oneFound(term: string, { suggestions, inside }: FoundTerm): string {
  const name = `“${truncated(term)}”`;
  if (suggestions.length > 0)
    return `${name} added: ${plural(countPlaces(suggestions), "place")}.${lengthWarning(term)}`;
  return inside.length > 0
    ? `${name} occurs only inside longer terms. To redact it, accept: ${quoted(inside.map(each => each.term))}.`
    : `${name} was not found. A term must be whole words within one paragraph.`;
}

const countPlaces = (found: readonly Suggestion[]): number => found.reduce((sum, each) => sum + each.count, 0);

/** So many terms are named in a sentence. */
export const MAX_NAMED = 3;

function severalFound(found: readonly (FoundTerm & { term: string })[], missing: readonly string[]): string {
  const added = found.filter(({ suggestions }) => suggestions.length > 0);
  const places = countPlaces(added.flatMap(({ suggestions }) => suggestions));
  const within = found.filter(({ suggestions, inside }) => suggestions.length === 0 && inside.length > 0);
  const sentences = [
    added.length === 0 ? "" : `${plural(added.length, "term")} added: ${plural(places, "place")}.`,
    within.length === 0
      ? ""
      : `${quoted(within.map(({ term }) => term))} ${within.length === 1 ? "occurs" : "occur"} only inside longer terms.`,
    missing.length === 0 ? "" : `Not found as whole words: ${quoted(missing)}.`,
  ];
  return sentences.filter(each => each !== "").join(" ");
}

/** Name some terms, and count the others. */
export function quoted(terms: readonly string[]): string {
  const named = terms.slice(0, MAX_NAMED).map(each => `“${truncated(each)}”`);
  return `${named.join(", ")}${terms.length > MAX_NAMED ? ` and ${terms.length - MAX_NAMED} more` : ""}`;
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

/** What an analysis found for a term: suggestions in any spelling, and longer ones that contain it. */
export interface FoundTerm {
  readonly suggestions: readonly Suggestion[];
  readonly inside: readonly Suggestion[];
}

const NOTHING: FoundTerm = { suggestions: [], inside: [] };

/** Return what an analysis found for a term. The service knows more spellings of the terms that it was asked for. */
export function foundFor({ suggestions, asked }: Analysis, term: string): FoundTerm {
  const wanted = normalized(term);
  const known = asked.find(each => normalized(each.term) === wanted);
  const spelled = suggestions.filter(({ id, term: own, spellings }) =>
    known === undefined
      ? [own, ...spellings].some(text => normalized(text) === wanted)
      : known.suggestions.includes(id),
  );
  return { suggestions: spelled, inside: suggestions.filter(({ id }) => known?.inside.includes(id) === true) };
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

/** Merge two lists of custom terms; upper and lower case are the same. */
export function mergeTerms(now: readonly string[], before: readonly string[]): readonly string[] {
  const known = new Set(now.map(term => term.toLocaleLowerCase()));
  const more = before.filter(term => !known.has(term.toLocaleLowerCase()));
  return more.length === 0 ? now : [...now, ...more];
}
