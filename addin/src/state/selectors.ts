/** Reads values out of a session; results are memoized. */

import type { Analysis, Place, Suggestion } from "../api/schemas";
import type { Decision, Decisions } from "./decisions";
import { byId, entries, groupsOf, nearMissTerm, isNeeded, type Entry, type Group } from "./suggestion_list";
import { levelsToAsk } from "./levels";
import { memoizeLast } from "./memoize";
import { cleaning, entitiesToFind } from "./options";
import { prescribedIndustry } from "./policy";
import type { Question, Session } from "./session";

const inView = memoizeLast((analysis: Analysis, k: number): readonly Entry[] =>
  entries(analysis).filter(each => each.suggestion !== null && isNeeded(each, k)),
);

/** List the suggestions of the current level in document order, decided or not. */
export function visible(session: Session): readonly Entry[] {
  return session.analysis ? inView(session.analysis, session.k) : [];
}

/** List the groups as they are shown. */
export function groups(session: Session): readonly Group[] {
  const { analysis, decisions, filter, sort } = session;
  return analysis ? groupsOf(analysis, session.k, decisions, filter, sort) : [];
}

/** List the ids of all rows in list order; near misses only where their group is open. */
export function idsInOrder(session: Session): readonly string[] {
  return groups(session)
    .filter(group => group.name !== "near" || session.openGroups.has("near"))
    .flatMap(group => group.entries.map(each => each.id));
}

/** Find a row by its id, at any level. */
export function entry(session: Session, id: string): Entry | null {
  return (session.analysis && byId(session.analysis).get(id)) ?? null;
}

/** Tell whether Word was searched for the terms. Only found terms can be replaced. */
export function isLocated({ analysis, foundCounts }: Session): boolean {
  return analysis !== null && (analysis.suggestions.length === 0 || foundCounts.size > 0);
}

/** The suggestions of the current level by decision. */
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

/** List the undecided suggestions. */
export function pending(session: Session): readonly Entry[] {
  return byVerdict(visible(session), session.decisions).undecided;
}

/** Say what Word has redacted: the text, unless someone still has to decide on some of it. */
export function redactedTitle(session: Session): string {
  return pending(session).length === 0 ? "The text is redacted" : "The accepted terms are redacted";
}

/** List what is accepted and not replaced yet. */
export function accepted(session: Session): readonly Entry[] {
  return withoutRedacted(byVerdict(visible(session), session.decisions).accepted, session.redactedIds);
}

const withoutRedacted = memoizeLast((all: readonly Entry[], applied: ReadonlySet<string>): readonly Entry[] =>
  all.filter(each => !applied.has(each.id)),
);

/** List what is rejected. */
export function rejected(session: Session): readonly Entry[] {
  return byVerdict(visible(session), session.decisions).rejected;
}

/** Count the places that are to be replaced. */
export function countAccepted(session: Session): number {
  return accepted(session).reduce((sum, each) => sum + countPlaces(each, session.decisions.get(each.id)), 0);
}

function countPlaces(each: Entry, decision: Decision | undefined): number {
  return decision?.occurrences?.length ?? each.count;
}

/** The mark of a suggestion: in all places, or only in some occurrences. */
export type TermMark =
  "suggested" | "accepted" | { readonly mark: "accepted"; readonly occurrences: readonly number[] };

/** How to mark each suggestion; those that are not in the map have no mark. */
export type Marks = ReadonlyMap<string, TermMark>;

/** Return the marks of the current level. */
export function marks(session: Session): Marks {
  return marksOf(visible(session), session.decisions, session.redactedIds, session.occurrencePlaces);
}

const marksOf = memoizeLast(
  (
    shown: readonly Entry[],
    decisions: Decisions,
    applied: ReadonlySet<string>,
    occurrencePlaces: Session["occurrencePlaces"],
  ): Marks => {
    const made = new Map<string, TermMark>();
    for (const { id } of shown) {
      const decision = decisions.get(id);
      if (decision?.verdict !== "rejected" && !applied.has(id))
        made.set(id, markOf(decision, occurrencePlaces.get(id) ?? []));
    }
    return made;
  },
);

/** A term that is accepted here only has its mark in these places; the others are kept, and have none. */
function markOf(decision: Decision | undefined, places: readonly (number | null)[]): TermMark {
  if (decision === undefined) return "suggested";
  const { occurrences: here } = decision;
  if (here === undefined) return "accepted";
  const occurrences = places.flatMap((place, at) => (place !== null && here.includes(place) ? [at] : []));
  return { mark: "accepted", occurrences };
}

/** The marks to show now: none while the file is checked or copied, because marks are not part of the document. */
export function marksToShow(session: Session): Marks {
  const bare = ["checking", "checked", "copying", "copied"].includes(session.stage.is);
  return bare || session.analysis === null ? NO_MARKS : marks(session);
}

const NO_MARKS: Marks = new Map();

/** List the terms that the person wants redacted: names of an unknown client, custom terms, accepted near misses. */
export function alwaysTerms(session: Session): readonly string[] {
  return alwaysTermsOf(session.unknownNames, session.customTerms, session.decisions);
}

type Terms = readonly string[];

const alwaysTermsOf = memoizeLast((names: Terms, added: Terms, decisions: Decisions): Terms => {
  const near = [...decisions]
    .filter(([, decision]) => decision.verdict === "accepted")
    .map(([id]) => nearMissTerm(id));
  return [...new Set([...names, ...added, ...near.filter(term => term !== null)])];
});

/** Return what to ask the service, given what the person wants. */
export function currentQuestion(session: Session): Question {
  const chooses = prescribedIndustry(session) === null;
  return questionOf(
    ...([session.client, session.keepIndustry || !chooses, levelsToAsk(session), alwaysTerms(session)] as const),
    ...([entitiesToFind(session), cleaning(session)] as const),
  );
}

const questionOf = memoizeLast(
  (
    ...[client, keep, most, terms, pii, copy]: readonly [
      ...[client: string | null, keep: boolean, most: number, terms: readonly string[]],
      ...[pii: Question["pii"], copy: Question["copy"]],
    ]
  ): Question => ({
    client,
    levels: client === null ? null : most,
    objective: keep || client === null ? null : "uniform",
    always: terms,
    ...{ pii, copy },
  }),
);

/** Tell whether the current question differs from the analysed one. */
export function needsAnalysis(session: Session): boolean {
  return session.analysis !== null && JSON.stringify(currentQuestion(session)) !== JSON.stringify(session.answered);
}

/** A decision in the format of a redaction request. */
export interface SentDecision {
  readonly id: string;
  readonly verdict: "accepted" | "edited" | "rejected";
  readonly replacement?: string;
  /** The places, where only some are redacted. */
  readonly places?: { story: Place["story"]; block: number; start: number }[];
}

/** Convert decisions for a redaction request, with the placeholders of the open document. */
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

/** List the replacements for Word. */
export function replacements(session: Session): readonly { term: string; text: string; occurrences?: number[] }[] {
  return accepted(session).map(({ id }) => {
    const here = session.decisions.get(id)?.occurrences;
    const at = here?.map(place => occurrenceOf(session, id, place)).filter(each => each !== null);
    return { term: id, text: replacement(session, id), ...(at ? { occurrences: at } : {}) };
  });
}

/** Convert the index of a place to Word's occurrence; null where Word did not find it. */
export function occurrenceOf({ occurrencePlaces }: Session, id: string, place: number): number | null {
  const occurrence = occurrencePlaces.get(id)?.indexOf(place) ?? -1;
  return occurrence < 0 ? null : occurrence;
}

/** Return the text that replaces a suggestion: what the person wrote, or the placeholder. */
export function replacement(session: Session, id: string): string {
  const written = session.decisions.get(id)?.replacement;
  return written ?? entry(session, id)?.suggestion?.placeholder ?? "[REDACTED]";
}

/** Return the ids of all that is accepted or already replaced, at any level. */
export function redactionIds(session: Session): ReadonlySet<string> {
  return redactionIdsOf(session.redactedIds, byVerdict(visible(session), session.decisions).accepted);
}

const redactionIdsOf = memoizeLast(
  (applied: ReadonlySet<string>, taken: readonly Entry[]): ReadonlySet<string> =>
    new Set([...applied, ...taken.map(each => each.id)]),
);

/** List the terms that a check must not find anywhere. */
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

/** A redacted term with all its spellings. */
export interface RedactedTerm {
  readonly id: string;
  readonly spellings: string[];
  readonly placeholder: string;
  readonly entity: string;
  readonly case_sensitive: boolean;
}

/** List all spellings that remain somewhere: of terms that are not accepted or only partly redacted. */
export function sparedSpellings(session: Session): readonly string[] {
  const staying = suggested(session).filter(each => !isFullyRedacted(session, each.id));
  return [...new Set(staying.flatMap(each => each.suggestion.spellings))];
}

/** List all spellings that the person decided to keep, fully or in part. */
export function keptSpellings(session: Session): readonly string[] {
  const left = suggested(session).filter(({ id }) => {
    const decision = session.decisions.get(id);
    return decision !== undefined && (decision.verdict === "rejected" || decision.scope === "here");
  });
  // A term that its context alone tells has no spellings; rejected, it stays as it is written.
  return [
    ...new Set(
      left.flatMap(({ id, term, suggestion: { spellings } }) => {
        const isKept = spellings.length === 0 && session.decisions.get(id)?.verdict === "rejected";
        return isKept ? [term] : spellings;
      }),
    ),
  ];
}

/** Tell whether a term is redacted, or is to be, in all its places. */
export function isFullyRedacted(session: Session, id: string): boolean {
  return redactionIds(session).has(id) && session.decisions.get(id)?.scope !== "here";
}

function suggested({ analysis }: Session): readonly (Entry & { suggestion: Suggestion })[] {
  return (analysis ? entries(analysis) : []).filter(
    (each): each is Entry & { suggestion: Suggestion } => each.suggestion !== null,
  );
}
