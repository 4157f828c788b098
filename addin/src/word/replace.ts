/**
 * Replace in the open document: from the end backwards, with Track Changes off, and verify each batch.
 *
 * Word has thrown after it replaced (#6760), replaced overlapping ranges twice (#2697), and refuses locked content
 * (#2759). So each batch is followed by a search for the same strings. The counts tell what was done, because Word
 * works in order and stops at the first error.
 */

import type { Progress, Replacement, ReplaceResult } from "./document";
import { isFatal, wordErrorOf, WordError, type WordErrorCode } from "./errors";
import { queueAppearance } from "./highlight";
import { findHits, type SearchQuery } from "./search_hits";
import type { HeldOccurrence, HeldOccurrences } from "./held_occurrences";
import { replaceInComments } from "./replace_comments";
import { ReplaceLog, type ReplaceTarget } from "./replace_log";
import { countOccurrences, isSameText } from "./search_text";
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

/** All targets of one search, with its current hits. */
interface SearchGroup {
  readonly query: SearchQuery;
  readonly story: string;
  /** How many hits there were at the start. */
  first: number | null;
  hits: number;
  /** How many places were replaced when they were last counted. */
  counted: number;
}

const MOST_GROUPS = 40;
const MAX_FAILURES = 5; // consecutive failures: then Word refuses everything, and thousands of attempts would take hours

/** Replace held occurrences. Failures are not thrown but reported in the result. */
export async function replace(
  holding: HeldOccurrences,
  replacements: readonly Replacement[],
  accessOf: (held: HeldOccurrence) => StoryAccess,
  stop: CancelOptions,
  progress: Progress,
): Promise<ReplaceResult> {
  const outcome = new ReplaceLog();
  const targets = targetsOf(holding, replacements, outcome);
  if (targets.length === 0) return outcome.result({ cancelled: false, trackingRestored: true });
  const work = new ReplaceJob(targets, accessOf, outcome, stop, progress);
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
  return targets.sort(compareFromEnd);
}

/**
 * Sort by story and string, so that each is searched once or twice, and from the end backwards. Ranges of other
 * strings move with the text and never overlap these (#2697).
 */
function compareFromEnd(a: ReplaceTarget, b: ReplaceTarget): number {
  const [one, other] = [groupKey(a.held), groupKey(b.held)];
  if (one !== other) return one < other ? -1 : 1;
  return b.held.hit - a.held.hit;
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
  private readonly inComments: ReplaceTarget[];
  private readonly sizer = new BatchSizer();
  private readonly total: number;

  constructor(
    targets: readonly ReplaceTarget[],
    private readonly accessOf: (held: HeldOccurrence) => StoryAccess,
    private readonly outcome: ReplaceLog,
    private readonly stop: CancelOptions,
    private readonly progress: Progress,
  ) {
    this.total = targets.length;
    this.queue = targets.filter(({ held }) => "range" in held.target);
    this.inComments = targets.filter(({ held }) => "comment" in held.target);
  }

  /** Report what is left in the queue as not replaced. */
  abandon(problem: WordErrorCode): void {
    this.outcome.leave([...this.queue.splice(0), ...this.inComments.splice(0)], problem);
  }

  /** Run the job; tells whether Track Changes is as it was. */
  async run(run: WordRun): Promise<boolean> {
    const was = await turnTrackingOff(run, mode => this.begin(mode));
    let restored: boolean;
    try {
      await this.count(run, this.queue, this.stop.signal);
      await this.replaceAll(run);
      if (!this.stopped) await replaceInComments(run, this.inComments.splice(0), this.outcome);
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
      const batch = this.queue.splice(0, size);
      // Verify each batch before the next.
      // eslint-disable-next-line no-await-in-loop
      const whole = await this.sizer.measure(() => this.batch(run, batch));
      size = whole ? Math.min(size * 2, this.sizer.size) : 1;
      this.progress(this.total - this.queue.length - this.inComments.length, this.total);
    }
  }

  /** Replace one batch; false where Word failed, so that the next ones are better sent one by one. */
  private async batch(run: WordRun, asked: readonly ReplaceTarget[]): Promise<boolean> {
    const batch = await this.unchanged(run, asked);
    if (batch.length === 0) return true;
    const problem = await this.sendBatch(run, batch);
    const before = new Map([...this.groupsOf(batch)].map(group => [group, this.expectedHits(group)]));
    try {
      await this.count(run, batch);
    } catch (thrown) {
      this.outcome.leave(batch, problem?.code ?? "uncertain");
      throw thrown;
    }
    const gone = new Map([...before].map(([group, count]) => [group, count - group.hits]));
    const applied = this.countApplied(batch, gone, problem === null);
    if (applied === null) this.outcome.leave(batch, "uncertain");
    else this.recordBatch(batch, applied, problem);
    for (const group of before.keys()) group.counted = this.replaced.length;
    if (problem !== null && isFatal(problem)) throw problem;
    return problem === null;
  }

  /** Return the targets whose text is unchanged. Text that somebody has changed must not be replaced. */
  private async unchanged(run: WordRun, batch: readonly ReplaceTarget[]): Promise<readonly ReplaceTarget[]> {
    // Equal counts mean that nobody changed a hit.
    const fewer = batch.map(({ held }) => (this.groups.get(groupKey(held))?.first ?? held.hits) < held.hits);
    if (!fewer.some(Boolean)) return batch;
    const ranges = batch.map(target => this.rangeOf(target));
    try {
      for (const range of ranges) range.load("text");
      await run.sync();
    } catch (thrown) {
      const problem = wordErrorOf(thrown);
      if (!isFatal(problem)) return batch; // one of them is gone; replacing reveals which
      this.outcome.leave(batch, problem.code);
      throw problem;
    }
    const same = batch.map(
      ({ held }, at) => fewer[at] === false || isSameText(ranges[at]?.text ?? "", held.text, held.caseSensitive),
    );
    this.outcome.leave(
      batch.filter((_, at) => same[at] === false),
      "rewritten",
    );
    return batch.filter((_, at) => same[at]);
  }

  /** Queue and send the replacements. Marks are removed first, because new text takes the look of the old. */
  private async sendBatch(run: WordRun, batch: readonly ReplaceTarget[]): Promise<WordError | null> {
    try {
      queueTrackingOff(run);
      for (const target of batch) {
        const range = this.rangeOf(target);
        if (target.held.mark !== null) queueAppearance({ ...target.held, target: { range } }, target.held.original);
        // The new range is not needed, and releasing all of them at once would exceed Office's limit.
        run.context.trackedObjects.remove(range.insertText(target.text, "Replace"));
      }
      run.context.document.load("changeTrackingMode");
      await run.sync();
      checkTrackingOff(run);
      return null;
    } catch (thrown) {
      return wordErrorOf(thrown);
    }
  }

  /** Return the range of a target; after a failure that of the repeated search, where it is surely the same. */
  private rangeOf({ held, again }: ReplaceTarget): Word.Range {
    const group = this.groups.get(groupKey(held));
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
      const key = groupKey(held);
      const query = { text: held.text, caseSensitive: held.caseSensitive, access: this.accessOf(held) };
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

  /** Return how many targets of a batch, from the first on, were replaced; null where the counts are inconclusive. */
  private countApplied(
    batch: readonly ReplaceTarget[],
    gone: ReadonlyMap<SearchGroup, number>,
    believed: boolean,
  ): number | null {
    const rest = new Map(gone);
    const take = (target: ReplaceTarget, enough: (left: number, lost: number) => boolean): boolean => {
      const group = this.groups.get(groupKey(target.held));
      const left = group === undefined ? undefined : rest.get(group);
      if (group === undefined || left === undefined || !enough(left, hitsRemoved(target, group))) return false;
      // A longer term removes the hits inside it: "Halden & Rook" removes a hit of "Rook".
      for (const [each, count] of rest) rest.set(each, count - hitsRemoved(target, each));
      return true;
    };
    if (believed) {
      for (const target of batch) take(target, () => true);
      if ([...rest.values()].every(left => left === 0)) return batch.length;
      for (const [group, count] of gone) rest.set(group, count);
    }
    const first = batch.findIndex(target => !take(target, (left, lost) => lost > 0 && left >= lost));
    const applied = first < 0 ? batch.length : first;
    return [...rest.values()].every(left => left === 0) ? applied : null;
  }

  private recordBatch(batch: readonly ReplaceTarget[], applied: number, problem: WordError | null): void {
    this.outcome.replaced(batch.slice(0, applied));
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
    const locked = problem === "locked";
    if (!locked && target.again !== true) this.queue.unshift({ ...target, again: true });
    else {
      this.outcome.leave([target], problem);
      if (!locked) this.failures++;
      if (this.failures >= MAX_FAILURES) this.abandon(problem);
    }
  }
}

/** Return how many hits of a group a replacement removes; the new text may add some. */
function hitsRemoved({ held, text }: ReplaceTarget, { query, story }: SearchGroup): number {
  const lost = hitsIn(held.text, query) - hitsIn(text, query);
  return lost !== 0 && storyKey(held.story) === story ? lost : 0;
}

function hitsIn(text: string, { text: wanted, caseSensitive }: SearchQuery): number {
  return caseSensitive
    ? countOccurrences(text, wanted)
    : countOccurrences(text.toLowerCase(), wanted.toLowerCase());
}

function groupKey({ story, text }: HeldOccurrence): string {
  return `${storyKey(story)}\0${text}`;
}
