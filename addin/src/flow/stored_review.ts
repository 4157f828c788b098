/** What the service remembers of a document, by ids alone: what was decided is there when the pane is opened again. */

import type { Analysis, Review, ReviewStep } from "../api/schemas";
import { ApiError } from "../api/error";
import type { Decisions } from "../state/decisions";
import { mayDecide } from "../state/reducer";
import type { ReviewStatus } from "../state/session";
import { plural } from "../state/number_format";
import type { Connections } from "./connections";
import {
  decisionsFrom,
  mergeDecisions,
  movesBetween,
  withRenumberedPlaces,
  decisionsAfterSync,
} from "./decision_sync";

/** The review of the open document, and which decisions the service knows of. */
export class StoredReview {
  private stored: Review | null = null;
  /** The version whose decisions are here: what somebody else has changed since is not. */
  private version = 0;
  private synced: Decisions = new Map();
  private isUnknown = false;
  private tail: Promise<unknown> = Promise.resolve();

  constructor(private readonly connections: Connections) {}

  /** The review to name with the next analysis. */
  get review(): string | null {
    return this.stored?.id ?? (this.isUnknown ? null : this.connections.word.recall("review"));
  }

  /** Read the review that the document names; whose document it is was said when it was begun. */
  async load(signal: AbortSignal): Promise<Review | null> {
    if (this.review === null) return null;
    try {
      this.stored = await this.connections.api.review(this.review, signal);
    } catch (refused) {
      if (!isUnknownReview(refused)) throw refused;
      this.forget();
    }
    return this.stored;
  }

  /** The service knows the review no more, or it is somebody else's: it stays theirs until something is decided. */
  forget(): void {
    this.stored = null;
    this.version = 0;
    this.synced = new Map();
    this.isUnknown = true;
  }

  /** What was decided before, with an analysis that names the review; by others too, since it was last read. */
  applyAnalysis(analysis: Analysis, signal: AbortSignal): Promise<void> {
    return this.inOrder(() => this.applyNow(analysis, signal));
  }

  private async applyNow(analysis: Analysis, signal: AbortSignal): Promise<void> {
    const { dispatch } = this.connections;
    if (analysis.review === undefined) {
      if (this.isUnknown && this.stored === null) dispatch({ type: "message", sentence: UNKNOWN_REVIEW });
      return;
    }
    // What was saved while it was asked for is known better here.
    if (analysis.review.version < this.version) return;
    const theirs = decisionsFrom(analysis);
    this.synced = withRenumberedPlaces(this.synced, theirs);
    if (analysis.review.version === this.version) this.addNewDecisions(analysis, theirs);
    else await this.merge(analysis, analysis.review, theirs, signal);
  }

  /** What was added is suggested once it was asked for: what was decided of it is known then, and not said again. */
  private addNewDecisions(analysis: Analysis, theirs: Decisions): void {
    const { session, dispatch } = this.connections;
    const fresh = [...theirs].filter(([id]) => !this.synced.has(id));
    if (fresh.length === 0) return;
    const known = new Map([...this.synced, ...fresh]);
    const { decisions } = mergeDecisions(this.synced, session().decisions, known, analysis);
    this.synced = known;
    dispatch({ type: "decisions-loaded", decisions, customTerms: [] });
  }

  private async merge(
    analysis: Analysis,
    { id, version, added: customTerms }: NonNullable<Analysis["review"]>,
    theirs: Decisions,
    signal: AbortSignal,
  ): Promise<void> {
    const { api, session, dispatch } = this.connections;
    const isFirst = this.version === 0;
    const { decisions, overruled } = mergeDecisions(this.synced, session().decisions, theirs, analysis);
    this.version = version;
    this.synced = theirs;
    dispatch({ type: "decisions-loaded", decisions, customTerms });
    if (overruled > 0 && !isFirst) dispatch({ type: "message", sentence: overruledMessage(overruled) });
    if (this.stored?.version !== version) this.stored = await api.review(id, signal);
    this.publish(this.stored);
  }

  /** Tell the service what was decided since. What was sent is never called back: the service may have kept it. */
  save(): Promise<void> {
    return this.inOrder(() => this.saveNow());
  }

  /** Take a step; with a note, why it is not approved. */
  takeStep(step: Exclude<ReviewStep, "approve">, note: string | null): Promise<void> {
    const source = this.connections.session().analysis?.review?.source ?? null;
    return this.change((id, version) =>
      this.connections.api.stepReview(id, step, {
        version,
        ...(note === null ? {} : { note }),
        ...(step === "submit" && source !== null ? { source } : {}),
      }),
    );
  }

  /** The k that somebody has approved already; null where nobody has, or no client is hidden. */
  get approvedLevel(): number | null {
    const approval = this.stored?.approval ?? {};
    return "k" in approval ? approval.k : null;
  }

  /** Take a step as `take` does it, by the id of the review and the version that is known here. */
  change(take: (id: string, version: number) => Promise<Review>): Promise<void> {
    return this.inOrder(async () => {
      await this.saveNow();
      if (this.stored !== null) this.update(await take(this.stored.id, this.version));
    });
  }

  /** One after the other: each names the version that the one before has made. */
  private inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.tail.then(work);
    this.tail = done.catch(() => undefined);
    return done;
  }

  private async saveNow(): Promise<void> {
    const { review } = this.connections.session();
    if (review !== null && !mayDecide(review)) return;
    try {
      await this.send();
    } catch (refused) {
      if (this.stored === null || !isUnknownReview(refused)) throw refused;
      this.forget();
      await this.send();
    }
  }

  private async send(): Promise<void> {
    const { api, session } = this.connections;
    const { analysis, answered, decisions } = session();
    if (analysis === null || answered === null) return;
    // What is decided for one client says nothing of another.
    if (this.stored !== null && this.stored.client !== answered.client) this.detach();
    const moves = movesBetween(this.synced, decisions, analysis);
    if (moves.length === 0) return;
    const { id } = this.stored ?? (await this.begin(answered.client));
    this.update(await api.decide(id, { version: this.version, decisions: moves }));
    this.synced = decisionsAfterSync(this.synced, decisions, analysis);
  }

  private async begin(client: string | null): Promise<Review> {
    const { api, word } = this.connections;
    const begun = await api.beginReview({ client, group: null });
    await word.remember("review", begun.id);
    this.stored = begun;
    this.version = begun.version;
    return begun;
  }

  private detach(): void {
    this.stored = null;
    this.synced = new Map();
  }

  private update(review: Review): void {
    this.stored = review;
    this.version = review.version;
    this.publish(review);
  }

  private publish(review: Review): void {
    this.connections.dispatch({ type: "review-changed", review: reviewStatus(review) });
  }
}

const UNKNOWN_REVIEW =
  "The review of this document was deleted, or you may not see it. Your decisions start a new review.";

function overruledMessage(count: number): string {
  const kept = count === 1 ? "Their decision was kept." : "Their decisions were kept.";
  return `Someone else decided ${plural(count, "term")} differently in the meantime. ${kept}`;
}

const AUTHOR_STAGES: readonly Review["stage"][] = ["draft", "returned"];

/** Whose turn it is; null where one person decides alone, and nobody has asked for more. */
export function reviewStatus({
  stage,
  claimed_by,
  second_approver,
  steps,
  note,
  approval,
}: Review): ReviewStatus | null {
  if (stage === "draft" && !second_approver) return null;
  const state = stage === "passed_on" ? "second" : stage;
  const mine =
    AUTHOR_STAGES.includes(stage) || (state === "second" ? steps.includes("approve") : claimed_by === "me");
  const allowed = approval !== null && "exceptions" in approval ? approval.exceptions : [];
  return { state, mine, steps, note, allowed };
}

/** Whether the service does not know a review any more. */
export function isUnknownReview(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unknown_review";
}
