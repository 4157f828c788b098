/** What still stands in the open document of all that is to go: places and words, after what Word has replaced. */

import type { Analysis, GuessResult, Place } from "../api/schemas";
import { memoizePerObject } from "./memoize";
import { countWords } from "./replacement_text";
import { byId, entries, type Entry } from "./suggestion_list";
import { visible } from "./selectors";
import type { LeftPlace, Session, WordCounts } from "./session";

/** Reasons why a place is listed although the term no longer stands there. */
const NOT_THERE: readonly string[] = ["gone", "rewritten", "beside_changed"];

/** Count the places of a term that still stand and would go if everything suggested goes. */
export function remainingPlaces(session: Session, { id, count }: Entry): number {
  const decision = session.decisions.get(id);
  const left = session.leftPlaces.filter(each => each.id === id && stands(each)).length;
  if (session.redactedIds.has(id) || left > 0) return left;
  return decision?.verdict === "rejected" ? 0 : (decision?.occurrences?.length ?? count);
}

const stands = ({ why }: LeftPlace): boolean => !NOT_THERE.includes(why);

/** Stories whose text does not count for a guess: second readings of other text, and documents in the document. */
const NOT_COUNTED: ReadonlySet<Place["story"]["kind"]> = new Set([
  ...(["before deletion", "copy", "embedded document", "embedded workbook"] as const),
]);

/** Tell whether the text of a place counts for a guess. */
export const isCounted = ({ story }: Place): boolean => !NOT_COUNTED.has(story.kind);

/** Count the places where the client's name is known to stand in the text, whatever is decided; in longer terms too. */
export function clientNamePlaces(session: Session): number {
  return sumOf(namesIn(session), ([each, names]) => names * standingPlaces(session, each));
}

/** Count the places where it is known to stand in a clean copy: where nobody accepted it, and the copy has the text. */
export function clientNamePlacesInCopy(session: Session): number {
  const taken = new Set(visible(session).map(each => each.id));
  const removed = storiesRemoved(session);
  return sumOf(namesIn(session), ([{ id, count, places }, names]) => {
    const decision = session.decisions.get(id);
    const goes = taken.has(id) && decision?.verdict === "accepted";
    const here = goes ? decision.occurrences : [];
    if (here === undefined) return 0;
    return names * (count - places.filter(({ story }, at) => here.includes(at) || removed.has(story.kind)).length);
  });
}

/** List the kinds of text that a clean copy does not have. */
function storiesRemoved({ answered }: Session): ReadonlySet<Place["story"]["kind"]> {
  const removed = new Set<Place["story"]["kind"]>();
  if (answered?.copy.comments === "remove") removed.add("comments");
  if (answered?.copy.revisions === "accept") removed.add("before deletion");
  return removed;
}

/** List the terms that are or contain a name of the client, and how often: an address at its host has its name too. */
function namesIn({ analysis }: Session): readonly (readonly [Entry, number])[] {
  return analysis === null ? [] : namesOf(analysis);
}

const namesOf = memoizePerObject((analysis: Analysis): readonly (readonly [Entry, number])[] => {
  const names = entries(analysis).filter(isClientName);
  const known = byId(analysis);
  const spellings = names.flatMap(each => each.suggestion?.spellings ?? []);
  const longer = new Set(names.flatMap(each => each.suggestion?.inside ?? []));
  const others = [...longer].flatMap(id => known.get(id) ?? []).filter(each => !isClientName(each));
  const contain = others.map(each => [each, countWords(each.term, spellings)] as const);
  return [...names.map(each => [each, 1] as const), ...contain];
});

const sumOf = <T>(all: readonly T[], value: (each: T) => number): number =>
  all.reduce((sum, each) => sum + value(each), 0);

/** Count the places of a term that stand now: all, except those that Word has replaced. */
function standingPlaces(session: Session, { id, count }: Entry): number {
  const left = session.leftPlaces.filter(each => each.id === id && stands(each)).length;
  const kept = count - (session.decisions.get(id)?.occurrences?.length ?? count);
  if (session.redactedIds.has(id)) return left + kept;
  return left > 0 ? left + kept : count;
}

function isClientName({ suggestion }: Entry): boolean {
  return suggestion?.kind === "client" && suggestion.reason.code === "name_of_client";
}

/** The share of the analysed words that is kept; the service counts only from the words that it was sent. */
export function keptShare({ kept_share: kept }: GuessResult, sent: WordCounts, analysed: WordCounts): number {
  const all = total(analysed);
  return all === 0 ? kept : Math.min((kept * total(sent)) / all, 1);
}

const total = (words: WordCounts): number => Object.values(words).reduce((sum, each) => sum + each, 0);
