/** Terms that are redacted in some of their places only: what is kept, and what happens in the next analysis. */

import type { Analysis, Place } from "../api/schemas";
import type { Change, Decision } from "./decisions";
import { plural } from "./number_format";
import { byId, entries, type Entry } from "./suggestion_list";
import { redactionIds, replacement } from "./selectors";
import type { Session } from "./session";

/** A partly redacted term for the service: how often it may remain in each paragraph. */
export interface PartialTerm {
  readonly spellings: string[];
  readonly placeholder: string;
  readonly entity: string;
  readonly case_sensitive: boolean;
  readonly blocks: { story: Place["story"]; block: number; stays: number }[];
}

/** List the terms that are redacted in some of their places only. */
export function partialTerms(session: Session): readonly { entry: Entry; here: readonly Place[] }[] {
  const { analysis, decisions } = session;
  const redacted = redactionIds(session);
  return (analysis ? entries(analysis) : []).flatMap(entry => {
    const decision = decisions.get(entry.id);
    if (entry.suggestion === null || !redacted.has(entry.id) || !isPartial(decision)) return [];
    const here = (decision.occurrences ?? []).flatMap(at => entry.places[at] ?? []);
    return [{ entry, here }];
  });
}

/** Convert them for the service, which sees only the current document. */
export function partialTermsToSend(session: Session): readonly PartialTerm[] {
  return partialTerms(session).flatMap(({ entry, here }) => {
    const { suggestion } = entry;
    // What its context alone shows ("2003" as a year) has no spellings that the service could look for.
    if (suggestion === null || suggestion.spellings.length === 0) return [];
    const { spellings, entity, case_sensitive } = suggestion;
    const paragraphs = new Map(here.map(place => [paragraphOf(place), place]));
    const blocks = [...paragraphs].map(([key, { story, block }]) => ({
      ...{ story, block },
      stays: countStaying(session, entry, here, key),
    }));
    return [{ spellings, placeholder: replacement(session, entry.id), entity, case_sensitive, blocks }];
  });
}

/** Count how often a term remains in a paragraph, also inside kept terms ("Rook" in "Ann Rook"). */
function countStaying(
  session: Session,
  { id, places, suggestion }: Entry,
  here: readonly Place[],
  key: string,
): number {
  const inIt = (place: Place): boolean => paragraphOf(place) === key;
  const own = places.filter(place => inIt(place) && !here.includes(place));
  const words = (suggestion?.spellings ?? []).map(each => each.toLocaleLowerCase());
  const others = placesThatStay(session, id).filter(
    place => inIt(place) && words.some(word => place.text.toLocaleLowerCase().includes(word)),
  );
  const apart = others.filter(other => !places.some(place => inIt(place) && overlap(place, other)));
  return own.length + apart.length;
}

function placesThatStay(session: Session, but: string): readonly Place[] {
  const redacted = redactionIds(session);
  const all = session.analysis ? entries(session.analysis) : [];
  return all.flatMap(({ id, places }) => {
    const decision = session.decisions.get(id);
    if (id === but || (redacted.has(id) && !isPartial(decision))) return [];
    return redacted.has(id) ? places.filter((_, at) => decision?.occurrences?.includes(at) !== true) : places;
  });
}

/**
 * Carry these decisions over to a new analysis.
 *
 * A term that was redacted is kept in its other places. A place that may be another one is undecided again: nothing
 * is redacted without a decision.
 */
export function carryOver(session: Session, now: Analysis): Change[] {
  return [...session.decisions].flatMap(([id, decision]): Change[] => {
    if (!isPartial(decision)) return [];
    if (session.redactedIds.has(id)) return [[id, KEPT]];
    const found = matchPlaces(session, id, decision, byId(now).get(id)?.places ?? []);
    return [[id, found.length === 0 ? undefined : { ...decision, occurrences: found }]];
  });
}

/** Say how many places that were accepted alone are undecided after the analysis; null where each is found again. */
export function notFoundAgain({ decisions, redactedIds }: Session, carried: readonly Change[]): string | null {
  const lost = carried.reduce((sum, [id, decision]) => {
    const before = redactedIds.has(id) ? [] : (decisions.get(id)?.occurrences ?? []);
    return sum + before.length - (before.length === 0 ? 0 : (decision?.occurrences?.length ?? 0));
  }, 0);
  return lost === 0 ? null : notFoundSentence(lost);
}

/** Say that the decision on a single place applies to no other place. */
export function notFoundSentence(places: number): string {
  const were = plural(places, "place that was", "places that were");
  const [verb, apply] = places === 1 ? ["was", "decision applies"] : ["were", "decisions apply"];
  return `${were} accepted “here only” ${verb} not found again. The ${apply} to no other place.`;
}

const KEPT: Decision = { verdict: "rejected", scope: "document" };

function matchPlaces(session: Session, id: string, decision: Decision, now: readonly Place[]): number[] {
  const places = entryPlaces(session, id);
  // Without changes, places keep their positions. Otherwise the service recognises them by their paragraphs.
  const still = !session.documentChanged && session.redactedIds.size === 0;
  const again = (decision.occurrences ?? []).flatMap(at => {
    const before = places[at];
    if (before === undefined) return [];
    const found = now.findIndex(place =>
      place.id !== undefined && before.id !== undefined ? place.id === before.id : still && sameSpot(place, before),
    );
    return found < 0 ? [] : [found];
  });
  return [...new Set(again)].sort((one, next) => one - next);
}

function entryPlaces({ analysis }: Session, id: string): readonly Place[] {
  return (analysis && byId(analysis).get(id)?.places) ?? [];
}

const isPartial = (decision: Decision | undefined): decision is Decision =>
  decision?.verdict === "accepted" && decision.scope === "here";

const paragraphOf = ({ story, block }: Place): string => `${story.part}\n${story.kind}\n${block}`;

const sameSpot = (one: Place, other: Place): boolean =>
  paragraphOf(one) === paragraphOf(other) && one.start === other.start && one.text === other.text;

const overlap = (one: Place, other: Place): boolean => one.start < other.end && other.start < one.end;
