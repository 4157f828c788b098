/**
 * Compares decisions with those of the service: reads them from an analysis, sends differences as moves, merges other
 * people's.
 */

import type { Analysis, Move, Suggestion } from "../api/schemas";
import type { Decision, Decisions } from "../state/decisions";
import { nearMissTerm } from "../state/suggestion_list";

type StoredDecision = NonNullable<Extract<Suggestion["decision"], { state: string }>>;

const ACCEPTING_STATES = new Set(["accepted", "edited", "applied", "verified"]);

/** Read the decisions from an analysis that names a review. */
export function decisionsFrom({ suggestions }: Analysis): Decisions {
  const found = new Map<string, Decision>();
  for (const { id, decision, places } of suggestions) {
    const here = places.flatMap((place, at) =>
      isStoredDecision(place.decision) && ACCEPTING_STATES.has(place.decision.state) ? [at] : [],
    );
    if (isStoredDecision(decision) && decision.state !== "proposed") found.set(id, decisionOf(decision));
    else if (here.length > 0) found.set(id, { verdict: "accepted", scope: "here", occurrences: here });
  }
  return found;
}

/** OpenAPI allows an empty object where a nullable object may be null. */
function isStoredDecision(decision: unknown): decision is StoredDecision {
  return typeof decision === "object" && decision !== null && "state" in decision;
}

function decisionOf({ state, scope, replacement, reason }: StoredDecision): Decision {
  return {
    verdict: ACCEPTING_STATES.has(state) ? "accepted" : "rejected",
    scope,
    ...(replacement === null ? {} : { replacement }),
    ...(reason === null ? {} : { reason }),
  };
}

/** Replace place numbers by those of a new analysis. Places that it does not find are dropped. */
export function withRenumberedPlaces(saved: Decisions, theirs: Decisions): Decisions {
  const renewed = new Map(saved);
  for (const [id, { scope }] of saved) {
    if (scope !== "here") continue;
    const now = theirs.get(id);
    if (now === undefined) renewed.delete(id);
    else renewed.set(id, now);
  }
  return renewed;
}

/** The merged decisions, and how many of ours another person's decision replaced. */
export interface MergedDecisions {
  readonly decisions: Decisions;
  readonly overruled: number;
}

/**
 * Merge our decisions with `theirs`, given the last `saved` state that both shared.
 *
 * Our change is kept where they changed nothing. Where both changed the same term, theirs is kept, because nobody
 * here has seen it.
 */
export function mergeDecisions(
  saved: Decisions,
  mine: Decisions,
  theirs: Decisions,
  analysis: Analysis,
): MergedDecisions {
  const decisions = new Map(mine);
  let overruled = 0;
  for (const { id } of analysis.suggestions) {
    const [before, here, there] = [saved.get(id), mine.get(id), theirs.get(id)];
    const isMine = !equal(before, here) && equal(before, there);
    if (!equal(before, here) && !equal(before, there) && !equal(here, there)) overruled += 1;
    if (isMine) continue;
    if (there === undefined) decisions.delete(id);
    else decisions.set(id, there);
  }
  return { decisions, overruled };
}

/** List the moves that lead from the service's decisions to the current ones. */
export function movesBetween(saved: Decisions, now: Decisions, analysis: Analysis): Move[] {
  const known = suggestionsById(analysis);
  const ids = new Set([...saved.keys(), ...now.keys()]);
  return [...ids].flatMap(id => {
    const [suggestion, before, after] = [known.get(id), saved.get(id), now.get(id)];
    // An accepted near miss becomes a suggestion of the next analysis. It is sent then.
    if (nearMissTerm(id) !== null || equal(before, after)) return [];
    return suggestion === undefined ? movesForMissing(id, before, after) : movesFor(suggestion, before, after);
  });
}

function movesFor(suggestion: Suggestion, before: Decision | undefined, after: Decision | undefined): Move[] {
  const back = before === undefined || before.scope === after?.scope ? [] : takeBackMoves(suggestion, before);
  return after === undefined ? back : [...back, ...movesThatMake(suggestion, after)];
}

/** A custom term that was removed is no longer suggested, so moves for single places are impossible. */
function movesForMissing(id: string, before: Decision | undefined, after: Decision | undefined): Move[] {
  return after === undefined && before !== undefined && before.scope !== "here" ? [takeBack(id)] : [];
}

/**
 * Tell whether a new decision on single places cannot be sent. Places have ids only in an analysis that names a review.
 */
export function lacksPlaceIds(saved: Decisions, now: Decisions, analysis: Analysis): boolean {
  const known = suggestionsById(analysis);
  return [...now].some(([id, decision]) => !equal(saved.get(id), decision) && !canBeSent(known.get(id), decision));
}

/** Return the analysis with the ids that the same places have in another analysis of the same document. */
export function withPlaceIds(analysis: Analysis, named: Analysis): Analysis {
  const ids = new Map(
    named.suggestions.map(({ id, places }) => [id, new Map(places.map(each => [at(each), each.id]))]),
  );
  const suggestions = analysis.suggestions.map(suggestion => ({
    ...suggestion,
    places: suggestion.places.map(place => {
      const id = ids.get(suggestion.id)?.get(at(place));
      return id === undefined ? place : { ...place, id };
    }),
  }));
  return { ...analysis, suggestions };
}

const at = ({ story, block, start, end }: Suggestion["places"][number]): string =>
  JSON.stringify([story.part, story.kind, block, start, end]);

/** Return the service's decisions after these moves. */
export function decisionsAfterSync(saved: Decisions, now: Decisions, analysis: Analysis): Decisions {
  const known = suggestionsById(analysis);
  const after = new Map<string, Decision>();
  for (const id of new Set([...saved.keys(), ...now.keys()])) {
    const isSent = known.has(id) && canBeSent(known.get(id), now.get(id));
    const decision = isSent || !now.has(id) ? now.get(id) : saved.get(id);
    if (decision !== undefined) after.set(id, decision);
  }
  return after;
}

function suggestionsById(analysis: Analysis): ReadonlyMap<string, Suggestion> {
  return new Map(analysis.suggestions.map(each => [each.id, each]));
}

const equal = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one === other || JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** Return the fields in a fixed order. The alias flag is left out: the client's dictionary stores it. */
function comparable(decision: Decision | undefined): unknown {
  if (decision === undefined) return null;
  const { verdict, scope, occurrences, replacement, reason } = decision;
  return [verdict, scope, occurrences, replacement, reason];
}

const takeBack = (id: string): Move => ({ id, move: "take_back" });

function takeBackMoves({ id, places }: Suggestion, before: Decision): Move[] {
  if (before.scope !== "here") return [takeBack(id)];
  return placeIds(places, before).map(place => ({ id, move: "take_back", place }));
}

function movesThatMake(
  { id, term, entity, places }: Suggestion,
  { verdict, scope, reason, replacement, ...more }: Decision,
): Move[] {
  const why = reason === undefined ? {} : { reason: reason as NonNullable<Move["reason"]> };
  const move = verdict === "rejected" ? "reject" : replacement === undefined ? "accept" : "edit";
  const fields = { id, move, ...why, ...(move === "edit" ? { replacement } : {}) } as Move;
  if (scope === "here") return placeIds(places, { verdict, scope, ...more }).map(place => ({ ...fields, place }));
  return [scope === "document" ? fields : { ...fields, scope, term, entity }];
}

/** Tell whether each of the places that a decision is about has an id; a decision without a suggestion waits anyway. */
function canBeSent(suggestion: Suggestion | undefined, decision: Decision | undefined): boolean {
  if (suggestion === undefined || decision?.scope !== "here") return true;
  return placeIds(suggestion.places, decision).length === (decision.occurrences ?? []).length;
}

function placeIds(places: Suggestion["places"], { occurrences = [] }: Decision): string[] {
  return occurrences.flatMap(at => places[at]?.id ?? []);
}
