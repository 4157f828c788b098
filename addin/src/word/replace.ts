/**
 * Replace in the open document: from the end backwards, with Track Changes off, and verify each batch.
 *
 * The text of each range is read before it is replaced, and the paragraphs are compared afterwards: only the replaced
 * strings may differ. Word has thrown after it replaced (#6760), replaced overlapping ranges twice (#2697), and
 * refuses locked content (#2759). After an error a search for the same strings tells by its counts what was done,
 * because Word works in order and stops at the first error.
 */

import type { Progress, Replacement, ReplaceResult } from "./document";
import { isFatal, wordErrorOf, WordError, type WordErrorCode } from "./errors";
import type { EditLog } from "./document_changes";
import { logEdits, type QueuedEdit } from "./logged_edits";
import {
  loadTexts,
  objectsOf,
  queueParagraphs,
  queueText,
  rangeAt,
  release,
  withTexts,
  type Written,
} from "./written";
import { findHits } from "./search_hits";
import { keepOriginals, readFormats } from "./keep_originals";
import type { Originals } from "./originals";
import type { HeldOccurrence, HeldOccurrences } from "./held_occurrences";
import { replaceInComments } from "./replace_comments";
import { holdAgain } from "./hold_again";
import { damaged } from "./paragraph_check";
import { countApplied, hitsRemoved, type SearchGroup } from "./replace_counts";
import { ReplaceLog, type ReplaceTarget } from "./replace_log";
import { searchKey, sortFromEnd, takeBatch } from "./replace_order";
import { isSameText } from "./search_text";
import { storyKey, type StoryAccess } from "./stories";
import { documentSettings } from "./document_settings";
import {
  checkTrackingOff,
  queueTrackingOff,
  forgetTrackingMode,
  saveTrackingMode,
  restoreTracking,
  turnTrackingOff,
  type TrackingMode,
} from "./change_tracking";
import { runInWord, BatchSizer, type CancelOptions, type WordRun, withoutSignal } from "./word_run";

const MOST_GROUPS = 40;
const MAX_FAILURES = 5; // consecutive failures: then Word refuses everything, and thousands of attempts would take hours

/** What is needed besides the targets. */
export interface ReplaceOptions {
  readonly accessOf: (held: HeldOccurrence) => StoryAccess;
  /** Where our replacements are logged; null where nobody listens to changes. */
  readonly log: EditLog | null;
  /** Keeps what is replaced, so that it can be put back. */
  readonly originals: Originals;
}

/** Replace held occurrences. Failures are not thrown but reported in the result. */
export async function replace(
  holding: HeldOccurrences,
  replacements: readonly Replacement[],
  options: ReplaceOptions,
  stop: CancelOptions,
  progress: Progress,
): Promise<ReplaceResult> {
  const outcome = new ReplaceLog();
  const targets = targetsOf(holding, replacements, outcome);
  if (targets.length === 0) return outcome.result({ cancelled: false, trackingRestored: true });
  options.originals.begin();
  const work = new ReplaceJob(targets, holding, options, outcome, stop, progress);
  try {
    // A cancel takes effect between batches, so that the result of each batch is known.
    const trackingRestored = await runInWord(withoutSignal(stop), run => work.run(run), holding.anchor);
    return outcome.result({ cancelled: stop.signal.aborted && work.stopped, trackingRestored });
  } catch (thrown) {
    const { code } = wordErrorOf(thrown);
    work.abandon(code);
    return outcome.result({ cancelled: false, trackingRestored: !work.switched || code === "tracking_locked" });
  }
}

function targetsOf(
  holding: HeldOccurrences,
  replacements: readonly Replacement[],
  outcome: ReplaceLog,
): ReplaceTarget[] {
  const targets: ReplaceTarget[] = [];
  for (const { term, text, occurrences } of replacements) {
    holding.ofTerm(term).forEach((held, occurrence) => {
      if (occurrences !== undefined && !occurrences.includes(occurrence)) return;
      const target = { held, occurrence, text };
      if (!held.gone) targets.push(target);
      else if (occurrences !== undefined) outcome.leave([target], "gone");
    });
  }
  return sortFromEnd(targets);
}

class ReplaceJob {
  /** Whether Track Changes was, or may have been, turned off. */
  switched = false;
  stopped = false;
  private queue: ReplaceTarget[];
  private failures = 0;
  private readonly groups = new Map<string, SearchGroup>();
  /** All replaced targets, in order. */
  private readonly replaced: ReplaceTarget[] = [];
  /** The hits of the last count, and the objects to release for them. */
  private readonly ranges = new Map<SearchGroup, Word.Range[]>();
  private readonly kept: OfficeExtension.ClientObject[] = [];
  /** What a batch read, which is released after its replacements. */
  private readonly passing: OfficeExtension.ClientObject[] = [];
  private readonly inComments: ReplaceTarget[];
  private log: EditLog | null;
  private readonly sizer = new BatchSizer();
  private readonly total: number;

  constructor(
    targets: readonly ReplaceTarget[],
    private readonly holding: HeldOccurrences,
    private readonly options: ReplaceOptions,
    private readonly outcome: ReplaceLog,
    private readonly stop: CancelOptions,
    private readonly progress: Progress,
  ) {
    this.log = options.log;
    this.total = targets.length;
    this.queue = targets.filter(({ held }) => "range" in held.target);
    this.inComments = targets.filter(({ held }) => "comment" in held.target);
  }

  /** Report what is left in the queue as not replaced. That something else is gone says nothing about these places. */
  abandon(problem: WordErrorCode): void {
    const why = problem === "gone" ? "still_there" : problem;
    this.outcome.leave([...this.queue.splice(0), ...this.inComments.splice(0)], why);
  }

  /** Run the job; tells whether Track Changes is as it was. */
  async run(run: WordRun): Promise<boolean> {
    const was = await turnTrackingOff(run, mode => this.begin(mode));
    let restored: boolean;
    try {
      await this.count(run, this.queue, this.stop.signal);
      await this.replaceAll(run);
      await holdAgain(run, this.holding, this.replaced, this.options.accessOf);
      if (!this.stopped) await replaceInComments(run, this.inComments.splice(0), this.outcome, this.options);
    } catch (thrown) {
      this.abandon(wordErrorOf(thrown).code);
    } finally {
      this.release(run);
      restored = await restoreTracking(run, was);
      if (restored) await forgetTrackingMode(documentSettings, this.stop);
    }
    if (this.stopped) this.abandon("cancelled");
    return restored;
  }

  private begin(was: TrackingMode): Promise<void> {
    this.switched = true;
    return saveTrackingMode(documentSettings, was, withoutSignal(this.stop));
  }

  private async replaceAll(run: WordRun): Promise<void> {
    let size = this.sizer.size;
    while (this.queue.length > 0) {
      this.stopped = this.stop.signal.aborted;
      if (this.stopped) return;
      const batch = takeBatch(this.queue, size);
      // Verify each batch before the next.
      // eslint-disable-next-line no-await-in-loop
      const isConfirmedBatch = await this.sizer.measure(() => this.batch(run, batch));
      size = isConfirmedBatch ? Math.min(size * 2, this.sizer.size) : 1;
      this.progress(this.total - this.queue.length - this.inComments.length, this.total);
    }
  }

  /** Replace one batch; false where Word failed, so that the next ones are better sent one by one. */
  private async batch(run: WordRun, targets: readonly ReplaceTarget[]): Promise<boolean> {
    const batch = await this.unchanged(run, targets);
    if (batch.length === 0) return true;
    const problem = await this.sendBatch(run, batch);
    if (problem === null && this.isConfirmed(batch)) {
      this.recordBatch(batch, batch.length, null);
      return true;
    }
    return this.recordByCounts(run, batch, problem);
  }

  /** Record a batch by Word's new text: true where each new range holds its text. */
  private isConfirmed(batch: readonly Written[]): boolean {
    if (!batch.every(({ made, text }) => made?.text === text)) return false;
    const cuts = batch.flatMap(target => {
      const { before, old, paragraph, held } = target;
      if (before === undefined || old === undefined) return [];
      return [{ ...target, before, old, after: paragraph?.text ?? "", block: held.place?.block ?? null }];
    });
    this.outcome.damage(damaged(cuts.reverse()));
    keepOriginals(this.options.originals, cuts);
    return true;
  }

  /** Search again for the strings of a batch, and record what the counts tell. */
  private async recordByCounts(
    run: WordRun,
    batch: readonly ReplaceTarget[],
    problem: WordError | null,
  ): Promise<boolean> {
    const before = new Map([...this.groupsOf(batch)].map(group => [group, this.expectedHits(group)]));
    try {
      await this.count(run, batch);
    } catch (thrown) {
      this.outcome.leave(batch, problem?.code ?? "uncertain");
      throw thrown;
    }
    const lost = new Map([...before].map(([group, count]) => [group, count - group.hits]));
    const applied = countApplied(batch, lost, problem === null, target => this.groups.get(searchKey(target.held)));
    if (applied === null) this.outcome.leave(batch, "uncertain");
    else this.recordBatch(batch, applied, problem);
    for (const group of before.keys()) group.counted = this.replaced.length;
    if (problem !== null && isFatal(problem)) throw problem;
    return problem === null;
  }

  /**
   * Return the targets whose ranges still hold their text, from the end up to the first that does not. That one is
   * searched again once, because ranges do not move with their text in every version of Word.
   */
  private async unchanged(run: WordRun, targets: readonly ReplaceTarget[]): Promise<Written[]> {
    const searched = targets.filter(({ again }) => again === true);
    if (searched.length > 0) await this.count(run, searched);
    const ranges = targets.map(target => this.rangeOf(target));
    let paragraphs: Word.Paragraph[];
    try {
      paragraphs = loadTexts(run, ranges, this.options.log !== null);
      await run.sync();
      this.passing.push(...paragraphs);
    } catch (thrown) {
      const problem = wordErrorOf(thrown);
      // One of them is gone; replacing one by one reveals which.
      if (!isFatal(problem)) return targets.map((target, at) => ({ ...target, range: rangeAt(ranges, at) }));
      this.outcome.leave(targets, problem.code);
      throw problem;
    }
    const written = targets.map((target, at) =>
      withTexts(target, rangeAt(ranges, at), paragraphs[at], this.options.log !== null),
    );
    const wrong = written.findIndex(({ held, range }) => !isSameText(range.text, held.text, held.caseSensitive));
    await readFormats(run, wrong < 0 ? written : written.slice(0, wrong));
    if (wrong < 0) return written;
    const [first, ...rest] = targets.slice(wrong);
    this.queue.unshift(...rest);
    if (first?.again === true) this.outcome.leave([first], "rewritten");
    else if (first !== undefined) this.queue.unshift({ ...first, again: true });
    return written.slice(0, wrong);
  }

  /** Queue and send the replacements. Marks are removed first, because new text takes the look of the old. */
  private async sendBatch(run: WordRun, batch: readonly Written[]): Promise<WordError | null> {
    const edits: QueuedEdit[] = [];
    try {
      queueTrackingOff(run);
      for (const target of batch) {
        const edit = queueText(run, target, this.log !== null);
        if (edit !== null) edits.push(edit);
      }
      queueParagraphs(run, batch);
      run.context.document.load("changeTrackingMode");
      await run.sync();
      logEdits(this.log, edits);
      this.passing.push(...objectsOf(batch), ...edits.flatMap(({ earlier, later }) => [earlier, later]));
      release(run, this.passing.splice(0));
      checkTrackingOff(run);
      return null;
    } catch (thrown) {
      this.log?.uncertain();
      this.log = null; // all texts will be read again, and a request with less in it fails less
      for (const { made } of batch) if (made !== undefined) run.context.trackedObjects.remove(made);
      return wordErrorOf(thrown);
    }
  }

  /** Return the range of a target; after a failure that of the repeated search, where it is surely the same. */
  private rangeOf({ held, again }: ReplaceTarget): Word.Range {
    const group = this.groups.get(searchKey(held));
    const found = group?.first === held.hits ? this.ranges.get(group)?.[held.hit] : undefined;
    if (again === true && found !== undefined) return found;
    if ("range" in held.target) return held.target.range;
    throw new WordError("gone");
  }

  /** Return how many hits a group should have: longer terms that were replaced since have removed some. */
  private expectedHits(group: SearchGroup): number {
    const since = this.replaced.slice(group.counted);
    return since.reduce((count, target) => count - hitsRemoved(target, group), group.hits);
  }

  /** Search again for the strings of some targets. The first count needs numbers only and can be cancelled. */
  private async count(run: WordRun, targets: readonly ReplaceTarget[], signal?: AbortSignal): Promise<void> {
    const every = [...this.groupsOf(targets)];
    this.release(run);
    for (let at = 0; at < every.length && signal?.aborted !== true; at += MOST_GROUPS) {
      const groups = every.slice(at, at + MOST_GROUPS);
      // Answers are limited in size.
      // eslint-disable-next-line no-await-in-loop
      const all = await findHits(
        run,
        groups.map(({ query }) => query),
        this,
      );
      groups.forEach((group, which) => {
        this.ranges.set(
          group,
          (all[which] ?? []).map(({ range }) => range),
        );
        group.hits = all[which]?.length ?? 0;
        group.first ??= group.hits;
      });
      if (signal !== undefined) this.release(run);
    }
  }

  /** Keep a hit. Objects that the library keeps itself are released in one request, which exceeds Office's limit. */
  track(thing: { track(): unknown } & OfficeExtension.ClientObject): void {
    thing.track();
    this.kept.push(thing);
  }

  private release({ context }: WordRun): void {
    for (const thing of this.kept.splice(0)) context.trackedObjects.remove(thing);
    this.ranges.clear();
  }

  private groupsOf(targets: readonly ReplaceTarget[]): Set<SearchGroup> {
    const found = new Set<SearchGroup>();
    for (const { held } of targets) {
      const key = searchKey(held);
      const query = { text: held.text, caseSensitive: held.caseSensitive, access: this.options.accessOf(held) };
      const group = this.groups.get(key) ?? {
        query,
        story: storyKey(held.story),
        first: null,
        hits: 0,
        counted: 0,
      };
      this.groups.set(key, group);
      found.add(group);
    }
    return found;
  }

  private recordBatch(batch: readonly ReplaceTarget[], applied: number, problem: WordError | null): void {
    this.outcome.replaced(batch.slice(0, applied));
    this.holding.replaced.push(...batch.slice(0, applied));
    this.replaced.push(...batch.slice(0, applied));
    if (applied > 0) this.failures = 0;
    const [failed, ...rest] = batch.slice(applied);
    if (failed === undefined) return;
    if (problem === null || isFatal(problem)) {
      this.outcome.leave([failed, ...rest], problem?.code ?? "still_there");
      return;
    }
    this.queue.unshift(...rest);
    this.retryOrLeave(failed, problem.code);
  }

  /** Retry a failed target once by itself, now that the text was read again. Locked ones are not retried. */
  private retryOrLeave(target: ReplaceTarget, problem: WordErrorCode): void {
    const locked = problem === "locked" || problem === "browser";
    const { held, occurrence, text } = target;
    if (!locked && target.failed !== true)
      this.queue.unshift({ held, occurrence, text, again: true, failed: true });
    else {
      this.outcome.leave([target], problem);
      if (problem !== "locked") this.failures++;
      const nothing = problem === "unknown" && this.replaced.length === 0;
      if (this.failures >= MAX_FAILURES) this.abandon(nothing ? "read_only" : problem);
    }
  }
}
