/** The review that the service stores for the open document, identified by a random id only. */

import type { Analysis, LevelChoice, Review, ReviewStep } from "../api/schemas";
import { ApiError } from "../api/error";
import type { Decisions } from "../state/decisions";
import { notFoundSentence } from "../state/partial_terms";
import { mayDecide } from "../state/reducer";
import type { BlindSample, BlindVerdict, ReviewStatus } from "../state/review_status";
import { START } from "../state/session";
import { plural } from "../state/number_format";
import type { Connections } from "./connections";
import {
  decisionsFrom,
  mergeDecisions,
  movesBetween,
  withRenumberedPlaces,
  withPlaceIds,
  lacksPlaceIds,
  decisionsAfterSync,
} from "./decision_sync";

/** Keeps the decisions here and those of the service in step. */
export class StoredReview {
  private stored: Review | null = null;
  /** The version of the decisions here. Later changes by others are not included. */
  private version = 0;
  private synced: Decisions = new Map();
  private savedLevel: LevelChoice | null = null;
  private isUnknown = false;
  /** An analysis whose document is not the one that was decided on. It waits for the person's answer. */
  private waiting: Analysis | null = null;
  /** The next analysis may show fewer decisions than the last one, of the same version. */
  private hidesMore = false;
  /** The digest of the document that the service knows the decisions of; undefined before it was told. */
  private savedDocument: string | null | undefined = undefined;
  private tail: Promise<unknown> = Promise.resolve();

  /** `analyseFor` analyses the open document for a review; null where the document has changed since its analysis. */
  constructor(
    private readonly connections: Connections,
    private readonly analyseFor: (review: string) => Promise<Analysis | null>,
  ) {}

  /** The id of the review to name in the next analysis. */
  get review(): string | null {
    return this.stored?.id ?? (this.isUnknown ? null : this.connections.word.recall("review"));
  }

  /** Load the review that the document names. It says who the client is. */
  async load(signal: AbortSignal): Promise<Review | null> {
    if (this.review === null) return null;
    try {
      this.stored = await this.connections.api.review(this.review, signal);
      this.savedLevel = levelOf(this.stored);
    } catch (refused) {
      if (!isUnknownReview(refused)) throw refused;
      this.forget();
    }
    return this.stored;
  }

  /**
   * Forget a review that the service no longer knows or does not show. The id in the document stays until somebody
   * decides.
   */
  forget(): void {
    this.stored = null;
    this.savedLevel = null;
    this.savedDocument = undefined;
    this.version = 0;
    this.synced = new Map();
    this.isUnknown = true;
  }

  /** Apply the decisions of an analysis that names the review, also those that others made in the meantime. */
  applyAnalysis(analysis: Analysis, signal: AbortSignal): Promise<void> {
    return this.inOrder(() => this.applyNow(analysis, signal));
  }

  private async applyNow(analysis: Analysis, signal: AbortSignal): Promise<void> {
    const { dispatch } = this.connections;
    if (analysis.review === undefined) {
      if (this.isUnknown && this.stored === null) dispatch({ type: "message", sentence: UNKNOWN_REVIEW });
      return;
    }
    // A copy of a document has the same review id. Its decisions are not applied to another text unasked.
    // An approval names its document itself.
    const { same_document, is_approved } = analysis.review;
    if (same_document === false && is_approved === null && this.version === 0) {
      this.waiting = analysis;
      dispatch({ type: "other-document", asked: true });
      return;
    }
    if (same_document === true) this.savedDocument = analysis.digest;
    // We saved while the analysis ran, so our decisions are newer.
    if (analysis.review.version >= this.version) await this.takeOver(analysis, analysis.review, signal);
  }

  private async takeOver(
    analysis: Analysis,
    review: NonNullable<Analysis["review"]>,
    signal: AbortSignal,
  ): Promise<void> {
    const theirs = decisionsFrom(analysis);
    this.synced = withRenumberedPlaces(this.synced, theirs);
    if (review.version === this.version && !this.hidesMore) this.addNewDecisions(analysis, theirs);
    else await this.merge(analysis, review, theirs, signal);
  }

  /** Add decisions on custom terms, which are suggested only after they were sent. They are not sent again. */
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
    { id, version, added: customTerms, places_not_found: lost }: NonNullable<Analysis["review"]>,
    theirs: Decisions,
    signal: AbortSignal,
  ): Promise<void> {
    const { api, session, dispatch } = this.connections;
    const isFirst = this.version === 0;
    this.hidesMore = false;
    const { decisions, overruled } = mergeDecisions(this.synced, session().decisions, theirs, analysis);
    this.version = version;
    this.synced = theirs;
    dispatch({ type: "decisions-loaded", decisions, customTerms });
    if (isFirst && lost > 0) dispatch({ type: "message", sentence: notFoundSentence(lost) });
    if (overruled > 0 && !isFirst) dispatch({ type: "message", sentence: overruledMessage(overruled) });
    if (this.stored?.version !== version) this.stored = await api.review(id, signal);
    this.publish(this.stored);
  }

  /**
   * Show the status of the review as the service stores it now. Tell whether others have changed the review since.
   *
   * Their decisions are not applied here. An analysis does that.
   */
  async isBehind(): Promise<boolean> {
    let behind = false;
    await this.inOrder(async () => {
      if (this.stored === null || this.version === 0 || this.waiting !== null) return;
      const now = await this.connections.api.review(this.stored.id);
      behind = now.version !== this.version;
      if (!behind) return;
      this.stored = now;
      this.publish(now);
    });
    return behind;
  }

  /** Use the decisions of the review for a document with another text, because the person said so. */
  useForThisDocument(signal: AbortSignal): Promise<void> {
    return this.inOrder(async () => {
      const { waiting } = this;
      this.waiting = null;
      this.connections.dispatch({ type: "other-document", asked: false });
      if (waiting?.review === undefined) return;
      await this.merge(waiting, waiting.review, decisionsFrom(waiting), signal);
      await this.storeDocument(waiting.digest);
    });
  }

  /** Begin a new review for a document with another text; the earlier one stays with its own document. */
  beginAnew(): void {
    this.waiting = null;
    this.forget();
    this.connections.dispatch({ type: "other-document", asked: false });
  }

  /** Say which document the decisions are about now; null where its text has just changed. */
  markDocument(digest: string | null): Promise<void> {
    return this.inOrder(() => this.storeDocument(digest));
  }

  private async storeDocument(digest: string | null): Promise<void> {
    if (this.stored === null || this.savedDocument === digest || !this.mayStore()) return;
    const { api } = this.connections;
    this.update(await api.decide(this.stored.id, { version: this.version, decisions: [], document: digest }));
    this.savedDocument = digest;
  }

  /** Tell whether this person may change what the review stores. */
  private mayStore(): boolean {
    const { review } = this.connections.session();
    return this.waiting === null && (review === null || mayDecide(review));
  }

  /** Send new decisions to the service. This is never cancelled, because the service may have stored them already. */
  save(): Promise<void> {
    return this.inOrder(() => this.saveNow());
  }

  /** Take a step of the review; `note` says why it is sent back. */
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

  /** Judge the sample of the review. From the next analysis on, its decisions are hidden until they are judged. */
  async takeSample(): Promise<void> {
    await this.change((id, version) => this.connections.api.takeSample(id, version));
    this.hidesMore = true;
  }

  /** Store verdicts on the sample; each is final. */
  judgeSample(verdicts: readonly BlindVerdict[]): Promise<void> {
    return this.inOrder(async () => {
      if (this.stored !== null) await this.connections.api.judgeSample(this.stored.id, verdicts);
    });
  }

  /** The approved k; null where nothing is approved, or no client is hidden. */
  get approvedLevel(): number | null {
    const approval = this.stored?.approval ?? {};
    return "k" in approval ? approval.k : null;
  }

  /** The level that the author of the review last chose; null where nobody said. */
  get level(): LevelChoice | null {
    return this.savedLevel;
  }

  /** The level to send with decisions: none where it is saved already, or another person is the author. */
  private levelToSave(review: Review | null): { chosen?: LevelChoice } {
    const { chosenLevel: k, keepIndustry: keep } = this.connections.session();
    const saved = this.savedLevel ?? LEVEL_AT_FIRST;
    const isSaved = saved.k === k && saved.keep_industry === keep;
    return review?.author !== "me" || isSaved ? {} : { chosen: { k, keep_industry: keep } };
  }

  /** Change the review by `take`, which gets its id and the version known here. */
  change(take: (id: string, version: number) => Promise<Review>): Promise<void> {
    return this.inOrder(async () => {
      await this.saveNow();
      if (this.stored !== null) this.update(await take(this.stored.id, this.version));
    });
  }

  /** Run one after the other, because each needs the version that the previous one made. */
  private inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.tail.then(work);
    this.tail = done.catch(() => undefined);
    return done;
  }

  private async saveNow(): Promise<void> {
    if (!this.mayStore()) return;
    try {
      await this.send();
    } catch (refused) {
      if (this.stored === null || !isUnknownReview(refused)) throw refused;
      this.forget();
      await this.send();
    }
  }

  private async send(): Promise<void> {
    const { analysis, answered, decisions } = this.connections.session();
    if (analysis === null || answered === null) return;
    // Decisions for one client do not apply to another.
    if (this.stored !== null && this.stored.client !== answered.client) this.detach();
    const waits = lacksPlaceIds(this.synced, decisions, analysis);
    const hasMoves = waits || movesBetween(this.synced, decisions, analysis).length > 0;
    // A level alone begins no review.
    if (!hasMoves && this.levelToSave(this.stored).chosen === undefined) return;
    const review = this.stored ?? (await this.begin(answered.client));
    await this.sendTo(review, waits ? await this.numbered(review, analysis) : analysis, decisions);
  }

  /** The analysis with ids of places; without where the document has changed since, until it is analysed again. */
  private async numbered({ id }: Review, analysis: Analysis): Promise<Analysis> {
    const named = await this.analyseFor(id);
    if (named === null) return analysis;
    const withIds = withPlaceIds(analysis, named);
    // Only by their ids are the same places found again after a change of the text.
    if (this.connections.session().analysis === analysis)
      this.connections.dispatch({ type: "places-named", analysis: withIds });
    return withIds;
  }

  private async sendTo(review: Review, analysis: Analysis, decisions: Decisions): Promise<void> {
    const moves = movesBetween(this.synced, decisions, analysis);
    const level = this.levelToSave(review);
    if (moves.length === 0 && level.chosen === undefined) return;
    const document = analysis.digest === this.savedDocument ? {} : { document: analysis.digest };
    const sent = { version: this.version, decisions: moves, ...level, ...document };
    this.update(await this.connections.api.decide(review.id, sent));
    this.savedDocument = analysis.digest;
    if (level.chosen !== undefined) this.savedLevel = level.chosen;
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
    this.savedLevel = null;
    this.savedDocument = undefined;
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

/** What counts where no level is stored. */
const LEVEL_AT_FIRST: LevelChoice = { k: START.k, keep_industry: START.keepIndustry };

const UNKNOWN_REVIEW =
  "The review of this document was removed, or you have no access to it. Your decisions start a new review.";

function overruledMessage(count: number): string {
  const kept = count === 1 ? "Their decision was kept." : "Their decisions were kept.";
  return `Someone else decided differently on ${plural(count, "term")} in the meantime. ${kept}`;
}

const AUTHOR_STAGES: readonly Review["stage"][] = ["draft", "returned"];

/** Return the status of the review; null where one person decides alone and asked nobody. */
export function reviewStatus(review: Review): ReviewStatus | null {
  const { stage, claimed_by, second_approver, steps, note, approval } = review;
  if (stage === "draft" && !second_approver) return null;
  const state = stage === "passed_on" ? "second" : stage;
  const mine =
    AUTHOR_STAGES.includes(stage) || (state === "second" ? steps.includes("approve") : claimed_by === "me");
  const allowed = approval !== null && "exceptions" in approval ? approval.exceptions : [];
  return { state, mine, steps, note, allowed, sample: sampleOf(review) };
}

/** Steps of reviewers. */
const REVIEWER_STEPS: readonly ReviewStep[] = ["claim", "release", "approve", "return"];

/** The blind sample; null if no policy asks for one and no reviewer took one. */
function sampleOf({
  blind_share,
  blind_rater: by,
  author,
  claimed_by,
  approved_by,
  steps,
}: Review): BlindSample | null {
  if (blind_share === 0 && by === null) return null;
  const tookPart = [author, claimed_by, approved_by].includes("me");
  const mayTake = by === null && !tookPart && steps.some(each => REVIEWER_STEPS.includes(each));
  return { share: blind_share, by, mayTake };
}

/** OpenAPI allows an empty object where a nullable object may be null. */
function levelOf({ chosen }: Review): LevelChoice | null {
  return chosen !== null && "k" in chosen ? (chosen as LevelChoice) : null;
}

/** Tell whether the service does not know the review. */
export function isUnknownReview(error: unknown): boolean {
  return error instanceof ApiError && error.code === "unknown_review";
}
