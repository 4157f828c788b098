/** What the rest of the pane reads out of a session; each answer is made once for what it is made from. */

import type { Analysis, Place, Suggestion } from "../api/schemas";
import type { Decision, Decisions } from "./decisions";
import { byId, entries, groupsOf, nearMissTerm, isNeeded, type Entry, type Group } from "./suggestion_list";
import { memoizeLast } from "./memoize";
import type { Question, Session } from "./session";

/** The highest level that the analysis tells; 1 where it tells none. */
export function highestLevel(analysis: Analysis): number {
  return analysis.levels.reduce((most, level) => Math.max(most, level.k), 1);
}

const inView = memoizeLast((analysis: Analysis, k: number): readonly Entry[] =>
  entries(analysis).filter(each => each.suggestion !== null && isNeeded(each, k)),
);

/** The suggestions of the level that is set, in the order of the document, decided or not. */
export function visible(session: Session): readonly Entry[] {
  return session.analysis ? inView(session.analysis, session.k) : [];
}

/** The groups as they are listed. */
export function groups(session: Session): readonly Group[] {
  const { analysis, decisions, filter, sort } = session;
  return analysis ? groupsOf(analysis, session.k, decisions, filter, sort) : [];
}

/** The ids of all lines in the order of the list; near misses only where their group is open. */
export function idsInOrder(session: Session): readonly string[] {
  return groups(session)
    .filter(group => group.name !== "near" || session.openGroups.has("near"))
    .flatMap(group => group.entries.map(each => each.id));
}

/** The line of an id, whatever the level. */
export function entry(session: Session, id: string): Entry | null {
  return (session.analysis && byId(session.analysis).get(id)) ?? null;
}

/** Whether Word was searched for the terms of the analysis; what nobody has searched for can be replaced nowhere. */
export function isLocated({ analysis, foundCounts }: Session): boolean {
  return analysis !== null && (analysis.suggestions.length === 0 || foundCounts.size > 0);
}

/** Where each suggestion in view stands. */
interface ByVerdict {
  readonly undecided: readonly Entry[];
  readonly accepted: readonly Entry[];
  readonly rejected: readonly Entry[];
}

const byVerdict = memoizeLast((shown: readonly Entry[], decisions: Decisions): ByVerdict => {
  const by = { undecided: [] as Entry[], accepted: [] as Entry[], rejected: [] as Entry[] };
  for (const each of shown) by[decisions.get(each.id)?.verdict ?? "undecided"].push(each);
  return by;
});

/** What is to be decided yet. */
export function pending(session: Session): readonly Entry[] {
  return byVerdict(visible(session), session.decisions).undecided;
}

/** What is accepted and not replaced yet. */
export function accepted(session: Session): readonly Entry[] {
  return withoutRedacted(byVerdict(visible(session), session.decisions).accepted, session.redactedIds);
}

const withoutRedacted = memoizeLast((all: readonly Entry[], applied: ReadonlySet<string>): readonly Entry[] =>
  all.filter(each => !applied.has(each.id)),
);

/** What stays by somebody's decision. */
export function rejected(session: Session): readonly Entry[] {
  return byVerdict(visible(session), session.decisions).rejected;
}

/** How many places of the document are to be replaced. */
export function countAccepted(session: Session): number {
  return accepted(session).reduce((sum, each) => sum + countPlaces(each, session.decisions.get(each.id)), 0);
}

function countPlaces(each: Entry, decision: Decision | undefined): number {
  return decision?.occurrences?.length ?? each.places.length;
}

/** How each suggestion is to look in the document; one that is not named is not marked. */
export type Marks = ReadonlyMap<string, "suggested" | "accepted">;

/** The marks of the level that is set: yellow for what is suggested, another pattern for what is accepted. */
export function marks(session: Session): Marks {
  return marksOf(visible(session), session.decisions, session.redactedIds);
}

const marksOf = memoizeLast(
  (shown: readonly Entry[], decisions: Decisions, applied: ReadonlySet<string>): Marks => {
    const made = new Map<string, "suggested" | "accepted">();
    for (const { id } of shown) {
      const verdict = decisions.get(id)?.verdict;
      if (verdict !== "rejected" && !applied.has(id)) made.set(id, verdict ?? "suggested");
    }
    return made;
  },
);

type WordCounts = Readonly<Record<string, number>>;

/** The words that would go: of everything that is suggested at this level and that nobody has decided to keep. */
export function redactedWords(session: Session): readonly WordCounts[] {
  return wordsOf(visible(session), session.decisions);
}

const wordsOf = memoizeLast((shown: readonly Entry[], decisions: Decisions): readonly WordCounts[] => {
  const words: WordCounts[] = [];
  for (const { id, suggestion } of shown) {
    const decision = decisions.get(id);
    if (suggestion && decision?.verdict !== "rejected")
      words.push(partialWords(suggestion.words, suggestion.count, decision));
  }
  return words;
});

/** The words of a term that goes in some of its places alone. */
function partialWords(words: WordCounts, count: number, decision: Decision | undefined): WordCounts {
  const here = decision?.occurrences?.length;
  if (here === undefined || here >= count) return words;
  return Object.fromEntries(
    Object.entries(words).map(([word, often]) => [word, Math.floor((often * here) / count)]),
  );
}

/** The words that go while no client term does, for the look at level 1. */
export function personalDataWords(session: Session): readonly WordCounts[] {
  return session.analysis ? wordsOf(inView(session.analysis, 1), session.decisions) : [];
}

/** The terms that go because somebody said so: added by hand, or near misses that were accepted. */
export function alwaysTerms(session: Session): readonly string[] {
  return alwaysTermsOf(session.customTerms, session.decisions);
}

const alwaysTermsOf = memoizeLast((added: readonly string[], decisions: Decisions): readonly string[] => {
  const near = [...decisions]
    .filter(([, decision]) => decision.verdict === "accepted")
    .map(([id]) => nearMissTerm(id));
  return [...new Set([...added, ...near.filter(term => term !== null)])];
});

const MAX_LEVELS = 20;
/** As many as are shown where nobody knows how many clients there are. */
const DEFAULT_LEVELS = 10;

/** What the service has to be asked for what the person wants now. */
export function currentQuestion(session: Session): Question {
  return questionOf(
    session.client,
    session.keepIndustry,
    levelCount(session) ?? DEFAULT_LEVELS,
    alwaysTerms(session),
  );
}

const questionOf = memoizeLast(
  (client: string | null, keep: boolean, most: number, terms: readonly string[]): Question => ({
    client,
    levels: client === null ? null : most,
    objective: keep || client === null ? null : "uniform",
    always: terms,
  }),
);

/** How many levels there can be: no more than the model knows clients; null where nobody knows how many. */
function levelCount(session: Session): number | null {
  const known = session.clients.filter(each => each.documents !== null).length;
  return known === 0 || session.hiddenClients > 0 ? null : Math.min(MAX_LEVELS, known);
}

/** The highest level that the slider offers. */
export function maxLevel(session: Session): number {
  const { analysis } = session;
  if (analysis) return highestLevel(analysis);
  return Math.max(levelCount(session) ?? DEFAULT_LEVELS, session.k);
}

/** Whether the person wants something else than was analysed. */
export function needsAnalysis(session: Session): boolean {
  return session.analysis !== null && JSON.stringify(currentQuestion(session)) !== JSON.stringify(session.answered);
}

/** A decision as a redaction of the file takes it. */
export interface SentDecision {
  readonly id: string;
  readonly verdict: "accepted" | "edited" | "rejected";
  readonly replacement?: string;
  /** Where it goes from some places alone. */
  readonly places?: { story: Place["story"]; block: number; start: number }[];
}

/** The decisions as a redaction of the file takes them, with the placeholders that stand in the open document. */
export function decisionsToSend(session: Session): readonly SentDecision[] {
  return visible(session).flatMap(({ id, places: all }): SentDecision[] => {
    const decision = session.decisions.get(id);
    if (!decision) return [];
    if (decision.verdict === "rejected") return [{ id, verdict: "rejected" }];
    const sent = { id, verdict: "edited", replacement: replacement(session, id) } as const;
    if (decision.occurrences === undefined) return [sent];
    const here = decision.occurrences.flatMap(at => all[at] ?? []);
    return [{ ...sent, places: here.map(({ story, block, start }) => ({ story, block, start })) }];
  });
}

/** What is to be replaced in the open document, as Word's side takes it. */
export function replacements(session: Session): readonly { term: string; text: string; occurrences?: number[] }[] {
  return accepted(session).map(({ id }) => {
    const here = session.decisions.get(id)?.occurrences;
    const at = here?.map(place => occurrenceOf(session, id, place)).filter(each => each !== null);
    return { term: id, text: replacement(session, id), ...(at ? { occurrences: at } : {}) };
  });
}

/** Which occurrence in Word a place of a suggestion is; null where Word does not hold it. */
export function occurrenceOf({ occurrencePlaces }: Session, id: string, place: number): number | null {
  const occurrence = occurrencePlaces.get(id)?.indexOf(place) ?? -1;
  return occurrence < 0 ? null : occurrence;
}

/** What stands instead of a suggestion: what somebody wrote, or its placeholder. */
export function replacement(session: Session, id: string): string {
  const written = session.decisions.get(id)?.replacement;
  return written ?? entry(session, id)?.suggestion?.placeholder ?? "[REDACTED]";
}

/** What goes: what is accepted, and everything that was replaced already, whatever the level is now. */
export function redactionIds(session: Session): ReadonlySet<string> {
  return redactionIdsOf(session.redactedIds, byVerdict(visible(session), session.decisions).accepted);
}

const redactionIdsOf = memoizeLast(
  (applied: ReadonlySet<string>, taken: readonly Entry[]): ReadonlySet<string> =>
    new Set([...applied, ...taken.map(each => each.id)]),
);

/** What must not be found any more, wherever it stands: everything that goes from the whole document. */
export function redactedTerms(session: Session): readonly RedactedTerm[] {
  return suggested(session).flatMap(({ id, suggestion }) =>
    isFullyRedacted(session, id)
      ? [
          {
            id,
            spellings: suggestion.spellings,
            placeholder: replacement(session, id),
            ...{ entity: suggestion.entity, case_sensitive: suggestion.case_sensitive },
          },
        ]
      : [],
  );
}

/** A term that went, with all its spellings. */
export interface RedactedTerm {
  readonly id: string;
  readonly spellings: string[];
  readonly placeholder: string;
  readonly entity: string;
  readonly case_sensitive: boolean;
}

/** Every spelling of what stays somewhere: what nobody has accepted, and what goes from some places alone. */
export function sparedSpellings(session: Session): readonly string[] {
  const staying = suggested(session).filter(each => !isFullyRedacted(session, each.id));
  return [...new Set(staying.flatMap(each => each.suggestion.spellings))];
}

/** Every spelling of what somebody has decided to leave, everywhere or but for some places. */
export function keptSpellings(session: Session): readonly string[] {
  const left = suggested(session).filter(({ id }) => {
    const decision = session.decisions.get(id);
    return decision !== undefined && (decision.verdict === "rejected" || decision.scope === "here");
  });
  return [...new Set(left.flatMap(each => each.suggestion.spellings))];
}

function isFullyRedacted(session: Session, id: string): boolean {
  return redactionIds(session).has(id) && session.decisions.get(id)?.scope !== "here";
}

function suggested({ analysis }: Session): readonly (Entry & { suggestion: Suggestion })[] {
  return (analysis ? entries(analysis) : []).filter(
    (each): each is Entry & { suggestion: Suggestion } => each.suggestion !== null,
  );
}
