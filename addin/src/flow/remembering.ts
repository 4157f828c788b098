/** What the service remembers of a document, by ids alone: what was decided is there when the pane is opened again. */

import type { Analysis, Move, Review as Reviewed } from "../api";
import { ApiProblem } from "../api/problem";
import type { Decision, Decisions } from "../review/decisions";
import { nearMiss } from "../review/list";
import type { Review } from "../review/session";
import type { Desk } from "./desk";

const ORDINARY = "default@0";

/** The review of the open document, and which decisions the service knows of. */
export class Remembering {
  private id: string | null = null;
  private version = 0;
  private told: Decisions = new Map();

  constructor(private readonly desk: Omit<Desk, "remembering" | "kept">) {}

  /** The review to name with the next analysis. */
  get review(): string | null {
    return this.id ?? this.desk.word.recall("review");
  }

  /** The service knows the review no more, or it is somebody else's. */
  async forget(): Promise<void> {
    this.id = null;
    this.told = new Map();
    await this.desk.word.remember("review", null);
  }

  /** What was decided before, with an analysis that names the review. */
  async recall(analysis: Analysis, signal: AbortSignal): Promise<void> {
    const { api, tell } = this.desk;
    if (analysis.review === undefined) return;
    const first = this.id === null;
    ({ id: this.id, version: this.version } = analysis.review);
    if (!first) return;
    this.told = decisionsIn(analysis);
    tell({ type: "recalled", decisions: this.told });
    this.tellOf(await api.review(this.id, signal));
  }

  /** Tell the service what was decided since. */
  async save(signal: AbortSignal): Promise<void> {
    const { api, session } = this.desk;
    const { analysis, decisions } = session();
    if (analysis === null) return;
    const moves = movesBetween(this.told, decisions, analysis);
    if (moves.length === 0) return;
    const id = this.id ?? (await this.begin(analysis, signal));
    const review = await api.decide(id, { version: this.version, decisions: moves }, signal);
    this.told = decisions;
    this.version = review.version;
    this.tellOf(review);
  }

  async move(step: "submit" | "claim" | "approve" | "return", signal: AbortSignal): Promise<void> {
    await this.save(signal);
    if (this.id === null) return;
    const review = await this.desk.api.stepReview(this.id, step, this.version, signal);
    this.version = review.version;
    this.tellOf(review);
  }

  private async begin({ client }: Analysis, signal: AbortSignal): Promise<string> {
    const { api, word } = this.desk;
    const review = await api.beginReview({ client, group: null }, signal);
    this.id = review.id;
    this.version = review.version;
    await word.remember("review", review.id);
    return review.id;
  }

  private tellOf(review: Reviewed): void {
    this.desk.tell({ type: "reviewed", review: turnOf(review) });
  }
}

/** Whose turn it is; null where one person decides alone, and nobody has asked for more. */
function turnOf({ stage, author, claimed_by, policy }: Reviewed): Review | null {
  if (stage === "draft" && author === "me" && policy === ORDINARY) return null;
  const has = stage === "draft" || stage === "returned" ? author : claimed_by;
  return {
    state: stage === "passed_on" ? "second" : stage,
    mine: has === "me",
    who: has === "another" ? "somebody else" : null,
  };
}

const GOES = new Set(["accepted", "edited", "applied", "verified"]);

function decisionsIn({ suggestions }: Analysis): Decisions {
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

type Made = NonNullable<Extract<Analysis["suggestions"][number]["decision"], { state: string }>>;

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

/** The moves that lead from what the service knows to what is decided now. */
export function movesBetween(told: Decisions, now: Decisions, analysis: Analysis): Move[] {
  const known = new Map(analysis.suggestions.map(each => [each.id, each]));
  const ids = new Set([...told.keys(), ...now.keys()]);
  return [...ids].flatMap(id => {
    const suggestion = known.get(id);
    const [before, after] = [told.get(id), now.get(id)];
    // A near miss that was accepted is a suggestion of the next analysis, and told then.
    if (suggestion === undefined || nearMiss(id) !== null || same(before, after)) return [];
    const back = before === undefined ? [] : takenBack(suggestion, before);
    return after === undefined
      ? back
      : [...(before?.scope === after.scope ? [] : back), ...made(suggestion, after)];
  });
}

const same = (one: Decision | undefined, other: Decision | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

type Suggestion = Analysis["suggestions"][number];

function takenBack({ id, places }: Suggestion, before: Decision): Move[] {
  if (before.scope !== "here") return [{ id, move: "take_back" }];
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

/** Whether the service does not know a review any more. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "unknown_review";
}
