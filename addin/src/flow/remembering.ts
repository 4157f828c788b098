/** What the service remembers of a document, by ids alone: what was decided is there when the pane is opened again. */

import type { Analysis, Review as Reviewed, ReviewStep } from "../api";
import { ApiProblem } from "../api/problem";
import type { Decisions } from "../review/decisions";
import { mayDecide } from "../review/reduce";
import type { Review } from "../review/session";
import { counted } from "../review/words";
import type { Connections } from "./connections";
import { decisionsIn, merged, movesBetween, placesRenewed, toldBy } from "./moves";

/** The review of the open document, and which decisions the service knows of. */
export class Remembering {
  private met: Reviewed | null = null;
  /** The version whose decisions are here: what somebody else has changed since is not. */
  private version = 0;
  private told: Decisions = new Map();
  private unknown = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly desk: Connections) {}

  /** The review to name with the next analysis. */
  get review(): string | null {
    return this.met?.id ?? (this.unknown ? null : this.desk.word.recall("review"));
  }

  /** Read the review that the document names; whose document it is was said when it was begun. */
  async meet(signal: AbortSignal): Promise<Reviewed | null> {
    if (this.review === null) return null;
    try {
      this.met = await this.desk.api.review(this.review, signal);
    } catch (refused) {
      if (!isUnknown(refused)) throw refused;
      this.forget();
    }
    return this.met;
  }

  /** The service knows the review no more, or it is somebody else's: it stays theirs until something is decided. */
  forget(): void {
    this.met = null;
    this.version = 0;
    this.told = new Map();
    this.unknown = true;
  }

  /** What was decided before, with an analysis that names the review; by others too, since it was last read. */
  recall(analysis: Analysis, signal: AbortSignal): Promise<void> {
    return this.inTurn(() => this.recalled(analysis, signal));
  }

  private async recalled(analysis: Analysis, signal: AbortSignal): Promise<void> {
    const { tell } = this.desk;
    if (analysis.review === undefined) {
      if (this.unknown && this.met === null) tell({ type: "said", sentence: UNKNOWN });
      return;
    }
    // What was saved while it was asked for is known better here.
    if (analysis.review.version < this.version) return;
    const theirs = decisionsIn(analysis);
    this.told = placesRenewed(this.told, theirs);
    if (analysis.review.version === this.version) this.learn(analysis, theirs);
    else await this.bringTogether(analysis, analysis.review, theirs, signal);
  }

  /** What was added is suggested once it was asked for: what was decided of it is known then, and not said again. */
  private learn(analysis: Analysis, theirs: Decisions): void {
    const { session, tell } = this.desk;
    const fresh = [...theirs].filter(([id]) => !this.told.has(id));
    if (fresh.length === 0) return;
    const known = new Map([...this.told, ...fresh]);
    const { decisions } = merged(this.told, session().decisions, known, analysis);
    this.told = known;
    tell({ type: "recalled", decisions, added: [] });
  }

  private async bringTogether(
    analysis: Analysis,
    { id, version, added }: NonNullable<Analysis["review"]>,
    theirs: Decisions,
    signal: AbortSignal,
  ): Promise<void> {
    const { api, session, tell } = this.desk;
    const isFirst = this.version === 0;
    const { decisions, lost } = merged(this.told, session().decisions, theirs, analysis);
    this.version = version;
    this.told = theirs;
    tell({ type: "recalled", decisions, added });
    if (lost > 0 && !isFirst) tell({ type: "said", sentence: outvoted(lost) });
    if (this.met?.version !== version) this.met = await api.review(id, signal);
    this.tellOf(this.met);
  }

  /** Tell the service what was decided since. What was sent is never called back: the service may have kept it. */
  save(): Promise<void> {
    return this.inTurn(() => this.saved());
  }

  /** Take a step; with a note, why it is not approved. */
  move(step: Exclude<ReviewStep, "approve">, note: string | null): Promise<void> {
    const source = this.desk.session().analysis?.review?.source ?? null;
    return this.step((id, version) =>
      this.desk.api.stepReview(id, step, {
        version,
        ...(note === null ? {} : { note }),
        ...(step === "submit" && source !== null ? { source } : {}),
      }),
    );
  }

  /** The k that somebody has approved already; null where nobody has, or no client is hidden. */
  get approvedAt(): number | null {
    const approval = this.met?.approval ?? {};
    return "k" in approval ? approval.k : null;
  }

  /** Take a step as `take` does it, by the id of the review and the version that is known here. */
  step(take: (id: string, version: number) => Promise<Reviewed>): Promise<void> {
    return this.inTurn(async () => {
      await this.saved();
      if (this.met !== null) this.keep(await take(this.met.id, this.version));
    });
  }

  /** One after the other: each names the version that the one before has made. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  private async saved(): Promise<void> {
    const { review } = this.desk.session();
    if (review !== null && !mayDecide(review)) return;
    try {
      await this.send();
    } catch (refused) {
      if (this.met === null || !isUnknown(refused)) throw refused;
      this.forget();
      await this.send();
    }
  }

  private async send(): Promise<void> {
    const { api, session } = this.desk;
    const { analysis, asked, decisions } = session();
    if (analysis === null || asked === null) return;
    // What is decided for one client says nothing of another.
    if (this.met !== null && this.met.client !== asked.client) this.leave();
    const moves = movesBetween(this.told, decisions, analysis);
    if (moves.length === 0) return;
    const { id } = this.met ?? (await this.begin(asked.client));
    this.keep(await api.decide(id, { version: this.version, decisions: moves }));
    this.told = toldBy(this.told, decisions, analysis);
  }

  private async begin(client: string | null): Promise<Reviewed> {
    const { api, word } = this.desk;
    const begun = await api.beginReview({ client, group: null });
    await word.remember("review", begun.id);
    this.met = begun;
    this.version = begun.version;
    return begun;
  }

  private leave(): void {
    this.met = null;
    this.told = new Map();
  }

  private keep(review: Reviewed): void {
    this.met = review;
    this.version = review.version;
    this.tellOf(review);
  }

  private tellOf(review: Reviewed): void {
    this.desk.tell({ type: "reviewed", review: turnOf(review) });
  }
}

const UNKNOWN =
  "The review of this document was removed, or is not for you to see. What you decide begins another one.";

function outvoted(lost: number): string {
  return `Somebody else decided ${counted(lost, "term")} otherwise meanwhile. Theirs stands; look at it again.`;
}

const ANYBODYS: readonly Reviewed["stage"][] = ["draft", "returned"];

/** Whose turn it is; null where one person decides alone, and nobody has asked for more. */
export function turnOf({ stage, claimed_by, second_approver, steps, note, approval }: Reviewed): Review | null {
  if (stage === "draft" && !second_approver) return null;
  const state = stage === "passed_on" ? "second" : stage;
  const mine = ANYBODYS.includes(stage) || (state === "second" ? steps.includes("approve") : claimed_by === "me");
  const who = stage === "claimed" && claimed_by === "another" ? "somebody else" : null;
  const allowed = approval !== null && "exceptions" in approval ? approval.exceptions : [];
  return { state, mine, who, steps, note, allowed };
}

/** Whether the service does not know a review any more. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "unknown_review";
}
