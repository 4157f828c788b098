/** Decisions as the service keeps them: read out of an analysis, told as moves, and brought together with another's. */

import type { Analysis, Move, Suggestion } from "../api/schemas";
import type { Decision, Decisions } from "../state/decisions";
import { nearMissTerm } from "../state/suggestion_list";

type StoredDecision = NonNullable<Extract<Suggestion["decision"], { state: string }>>;

const ACCEPTING_STATES = new Set(["accepted", "edited", "applied", "verified"]);

/** What an analysis that names a review says was decided. */
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

/** The description says of an answer that may be null that it may be an empty object too. */
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

/** What the service knows, where places are counted anew; a place whose paragraph is another one now it has forgotten. */
export function withRenumberedPlaces(told: Decisions, theirs: Decisions): Decisions {
  const renewed = new Map(told);
  for (const [id, { scope }] of told) {
    if (scope !== "here") continue;
    const now = theirs.get(id);
    if (now === undefined) renewed.delete(id);
    else renewed.set(id, now);
  }
  return renewed;
}

/** What two people have decided, and how often they have decided otherwise at the same time. */
export interface MergedDecisions {
  readonly decisions: Decisions;
  readonly overruled: number;
}

/**
 * What holds where the service knows `theirs` by now: what was `told` it before and was changed here since is kept.
 *
 * Where somebody else has changed the same since, theirs stands, for nobody here has seen it.
 */
export function mergeDecisions(
  told: Decisions,
  mine: Decisions,
  theirs: Decisions,
  analysis: Analysis,
): MergedDecisions {
  const decisions = new Map(mine);
  let overruled = 0;
  for (const { id } of analysis.suggestions) {
    const [before, here, there] = [told.get(id), mine.get(id), theirs.get(id)];
    const isMine = !equal(before, here) && equal(before, there);
    if (!equal(before, here) && !equal(before, there) && !equal(here, there)) overruled += 1;
    if (isMine) continue;
    if (there === undefined) decisions.delete(id);
    else decisions.set(id, there);
  }
  return { decisions, overruled };
}

/** The moves that lead from what the service knows to what is decided now. */
export function movesBetween(told: Decisions, now: Decisions, analysis: Analysis): Move[] {
  const known = suggestionsById(analysis);
  const ids = new Set([...told.keys(), ...now.keys()]);
  return [...ids].flatMap(id => {
    const [suggestion, before, after] = [known.get(id), told.get(id), now.get(id)];
    // A near miss that was accepted is a suggestion of the next analysis, and told then.
    if (nearMissTerm(id) !== null || equal(before, after)) return [];
    return suggestion === undefined ? movesForMissing(id, before, after) : movesFor(suggestion, before, after);
  });
}

function movesFor(suggestion: Suggestion, before: Decision | undefined, after: Decision | undefined): Move[] {
  const back = before === undefined || before.scope === after?.scope ? [] : takeBackMoves(suggestion, before);
  return after === undefined ? back : [...back, ...movesThatMake(suggestion, after)];
}

/** What somebody added and took back is suggested no more; of single places nothing can be told then. */
function movesForMissing(id: string, before: Decision | undefined, after: Decision | undefined): Move[] {
  return after === undefined && before !== undefined && before.scope !== "here" ? [takeBack(id)] : [];
}

/** What the service knows once these moves are made. */
export function decisionsAfterSync(told: Decisions, now: Decisions, analysis: Analysis): Decisions {
  const known = suggestionsById(analysis);
  const after = new Map<string, Decision>();
  for (const id of new Set([...told.keys(), ...now.keys()])) {
    const decision = known.has(id) || !now.has(id) ? now.get(id) : told.get(id);
    if (decision !== undefined) after.set(id, decision);
  }
  return after;
}

function suggestionsById(analysis: Analysis): ReadonlyMap<string, Suggestion> {
  return new Map(analysis.suggestions.map(each => [each.id, each]));
}

const equal = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one === other || JSON.stringify(comparable(one)) === JSON.stringify(comparable(other));

/** Told in one order, whoever made it; that a term is another name of the client is in its dictionary. */
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
  { id, term, places }: Suggestion,
  { verdict, scope, reason, replacement, ...more }: Decision,
): Move[] {
  const why = reason === undefined ? {} : { reason: reason as NonNullable<Move["reason"]> };
  const move = verdict === "rejected" ? "reject" : replacement === undefined ? "accept" : "edit";
  const said = { id, move, ...why, ...(move === "edit" ? { replacement } : {}) } as Move;
  if (scope === "here") return placeIds(places, { verdict, scope, ...more }).map(place => ({ ...said, place }));
  return [scope === "document" ? said : { ...said, scope, term }];
}

function placeIds(places: Suggestion["places"], { occurrences = [] }: Decision): string[] {
  return occurrences.flatMap(at => places[at]?.id ?? []);
}
