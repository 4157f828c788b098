/** Decisions as the service keeps them: read out of an analysis, told as moves, and brought together with another's. */

import type { Analysis, Move } from "../api";
import type { Decision, Decisions } from "../review/decisions";
import { nearMiss } from "../review/list";

type Suggestion = Analysis["suggestions"][number];
type Made = NonNullable<Extract<Suggestion["decision"], { state: string }>>;

const GOES = new Set(["accepted", "edited", "applied", "verified"]);

/** What an analysis that names a review says was decided. */
export function decisionsIn({ suggestions }: Analysis): Decisions {
  const found = new Map<string, Decision>();
  for (const { id, decision, places } of suggestions) {
    const here = places.flatMap((place, at) =>
      isMade(place.decision) && GOES.has(place.decision.state) ? [at] : [],
    );
    if (isMade(decision) && decision.state !== "proposed") found.set(id, decisionOf(decision));
    else if (here.length > 0) found.set(id, { verdict: "accepted", scope: "here", occurrences: here });
  }
  return found;
}

/** The description says of an answer that may be null that it may be an empty object too. */
function isMade(decision: unknown): decision is Made {
  return typeof decision === "object" && decision !== null && "state" in decision;
}

function decisionOf({ state, scope, replacement, reason }: Made): Decision {
  return {
    verdict: GOES.has(state) ? "accepted" : "rejected",
    scope,
    ...(replacement === null ? {} : { replacement }),
    ...(reason === null ? {} : { reason }),
  };
}

/** What the service knows, where places are counted anew; a place whose paragraph is another one now it has forgotten. */
export function placesRenewed(told: Decisions, theirs: Decisions): Decisions {
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
export interface Merged {
  readonly decisions: Decisions;
  readonly lost: number;
}

/**
 * What holds where the service knows `theirs` by now: what was `told` it before and was changed here since is kept.
 *
 * Where somebody else has changed the same since, theirs stands, for nobody here has seen it.
 */
export function merged(told: Decisions, mine: Decisions, theirs: Decisions, analysis: Analysis): Merged {
  const decisions = new Map(mine);
  let lost = 0;
  for (const { id } of analysis.suggestions) {
    const [before, here, there] = [told.get(id), mine.get(id), theirs.get(id)];
    const isMine = !same(before, here) && same(before, there);
    if (!same(before, here) && !same(before, there) && !same(here, there)) lost += 1;
    if (isMine) continue;
    if (there === undefined) decisions.delete(id);
    else decisions.set(id, there);
  }
  return { decisions, lost };
}

/** The moves that lead from what the service knows to what is decided now. */
export function movesBetween(told: Decisions, now: Decisions, analysis: Analysis): Move[] {
  const known = knownIn(analysis);
  const ids = new Set([...told.keys(), ...now.keys()]);
  return [...ids].flatMap(id => {
    const [suggestion, before, after] = [known.get(id), told.get(id), now.get(id)];
    // A near miss that was accepted is a suggestion of the next analysis, and told then.
    if (nearMiss(id) !== null || same(before, after)) return [];
    return suggestion === undefined ? ofWhatIsGone(id, before, after) : of(suggestion, before, after);
  });
}

function of(suggestion: Suggestion, before: Decision | undefined, after: Decision | undefined): Move[] {
  const back = before === undefined || before.scope === after?.scope ? [] : takenBack(suggestion, before);
  return after === undefined ? back : [...back, ...made(suggestion, after)];
}

/** What somebody added and took back is suggested no more; of single places nothing can be told then. */
function ofWhatIsGone(id: string, before: Decision | undefined, after: Decision | undefined): Move[] {
  return after === undefined && before !== undefined && before.scope !== "here" ? [takenBackWhole(id)] : [];
}

/** What the service knows once these moves are made. */
export function toldBy(told: Decisions, now: Decisions, analysis: Analysis): Decisions {
  const known = knownIn(analysis);
  const after = new Map<string, Decision>();
  for (const id of new Set([...told.keys(), ...now.keys()])) {
    const decision = known.has(id) || !now.has(id) ? now.get(id) : told.get(id);
    if (decision !== undefined) after.set(id, decision);
  }
  return after;
}

function knownIn(analysis: Analysis): ReadonlyMap<string, Suggestion> {
  return new Map(analysis.suggestions.map(each => [each.id, each]));
}

const same = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one === other || JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

/** Told in one order, whoever made it; that a term is another name of the client is in its dictionary. */
function ordered(decision: Decision | undefined): unknown {
  if (decision === undefined) return null;
  const { verdict, scope, occurrences, replacement, reason } = decision;
  return [verdict, scope, occurrences, replacement, reason];
}

const takenBackWhole = (id: string): Move => ({ id, move: "take_back" });

function takenBack({ id, places }: Suggestion, before: Decision): Move[] {
  if (before.scope !== "here") return [takenBackWhole(id)];
  return placesOf(places, before).map(place => ({ id, move: "take_back", place }));
}

function made(
  { id, term, places }: Suggestion,
  { verdict, scope, reason, replacement, ...more }: Decision,
): Move[] {
  const why = reason === undefined ? {} : { reason: reason as NonNullable<Move["reason"]> };
  const move = verdict === "rejected" ? "reject" : replacement === undefined ? "accept" : "edit";
  const said = { id, move, ...why, ...(move === "edit" ? { replacement } : {}) } as Move;
  if (scope === "here") return placesOf(places, { verdict, scope, ...more }).map(place => ({ ...said, place }));
  return [scope === "document" ? said : { ...said, scope, term }];
}

function placesOf(places: Suggestion["places"], { occurrences = [] }: Decision): string[] {
  return occurrences.flatMap(at => places[at]?.id ?? []);
}
