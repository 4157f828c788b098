/**
 * Put originals back: from the end of each paragraph to its beginning, with Track Changes off, and verify each one.
 *
 * Only a paragraph that reads exactly as our replacements left it is touched. Afterwards it has to read as before
 * them; a paragraph that does not is reported.
 */

import { loadComments } from "./comments";
import type { Progress, UnreplacedOccurrence, Wanted } from "./document";
import type { EditLog } from "./document_changes";
import { isFatal, wordErrorOf, type WordErrorCode } from "./errors";
import { formatsOf, queueCharacters, queueFormats } from "./formats";
import { loadParagraphs, type FoundParagraph } from "./read_paragraphs";
import { withCuts, type EditedParagraph, type Original, type Originals } from "./originals";
import { findStarts, toSearchString } from "./search_text";
import { storyKey, type StoryAccess, type StoryName } from "./stories";
import { documentSettings } from "./document_settings";
import {
  forgetTrackingMode,
  queueTrackingOff,
  restoreTracking,
  saveTrackingMode,
  turnTrackingOff,
} from "./change_tracking";
import { runInWord, withoutSignal, type CancelOptions, type WordRun } from "./word_run";

/** What was put back, and what was not. */
export interface Restored {
  readonly back: readonly Original[];
  readonly left: readonly UnreplacedOccurrence[];
  /** Places that are back, but not in all of their formats. */
  readonly plain: number;
  readonly trackingRestored: boolean;
}

export interface RestoreOptions {
  readonly accessOf: (story: StoryName) => StoryAccess;
  readonly log: EditLog | null;
}

/** A paragraph, the cuts to put back, and its text with the others. */
interface Job {
  readonly paragraph: EditedParagraph;
  readonly cuts: readonly Original[];
  readonly now: string;
  readonly then: string;
}

const AT_ONCE = 25;

/** Put wanted originals back. Failures are part of the result. */
export async function restore(
  originals: Originals,
  wanted: Wanted,
  options: RestoreOptions,
  stop: CancelOptions,
  progress: Progress,
): Promise<Restored> {
  const jobs = originals.wanted(wanted).map(({ paragraph, cuts }): Job => {
    const others = paragraph.cuts.filter(cut => !cuts.includes(cut));
    const [now, then] = [paragraph.cuts, others].map(some => withCuts(paragraph.before, some));
    return { paragraph, cuts, now: now ?? "", then: then ?? "" };
  });
  const work = new RestoreJob(jobs, options, stop, progress);
  const trackingRestored = await runInWord(withoutSignal(stop), run => work.run(run));
  originals.forget(work.back);
  return { back: work.back, left: work.left, plain: work.plain, trackingRestored };
}

class RestoreJob {
  readonly back: Original[] = [];
  readonly left: UnreplacedOccurrence[] = [];
  plain = 0;
  private readonly total: number;

  constructor(
    private readonly jobs: readonly Job[],
    private readonly options: RestoreOptions,
    private readonly stop: CancelOptions,
    private readonly progress: Progress,
  ) {
    this.total = jobs.reduce((sum, { cuts }) => sum + cuts.length, 0);
  }

  /** Run the job; tells whether Track Changes is as it was. */
  async run(run: WordRun): Promise<boolean> {
    const was = await turnTrackingOff(run, mode =>
      saveTrackingMode(documentSettings, mode, withoutSignal(this.stop)),
    );
    try {
      const stories = new Map<string, Job[]>();
      for (const job of this.jobs) {
        const key = storyKey(job.paragraph.story);
        stories.set(key, [...(stories.get(key) ?? []), job]);
      }
      for (const jobs of stories.values()) {
        // Each story is read and changed by itself.
        // eslint-disable-next-line no-await-in-loop
        await this.story(run, jobs);
      }
    } catch (thrown) {
      const { code } = wordErrorOf(thrown);
      this.options.log?.uncertain();
      for (const job of this.jobs) if (!this.isSettled(job)) this.leave(job, code);
    }
    const restored = await restoreTracking(run, was);
    if (restored) await forgetTrackingMode(documentSettings, this.stop);
    return restored;
  }

  private isSettled({ cuts }: Job): boolean {
    return cuts.every(
      cut =>
        this.back.includes(cut) ||
        this.left.some(({ term, occurrence }) => term === cut.held.term && occurrence === cut.occurrence),
    );
  }

  private async story(run: WordRun, jobs: readonly Job[]): Promise<void> {
    const [first] = jobs;
    if (first === undefined) return;
    const access = this.options.accessOf(first.paragraph.story);
    if (access.kind === "comments") return this.comments(run, jobs);
    if (access.kind === "none") {
      jobs.forEach(job => this.leave(job, "gone"));
      return;
    }
    const found = match(jobs, await loadParagraphs(run, access));
    const ready = jobs.flatMap(job => {
      const paragraph = found.get(job);
      if (paragraph === undefined) this.leave(job, "rewritten");
      return paragraph === undefined ? [] : [{ job, paragraph }];
    });
    for (let at = 0; at < ready.length; at += AT_ONCE) {
      const batch = ready.slice(at, at + AT_ONCE);
      if (this.stop.signal.aborted) batch.forEach(({ job }) => this.leave(job, "cancelled"));
      // Verify each batch before the next.
      // eslint-disable-next-line no-await-in-loop
      else await this.batch(run, batch);
      this.progress(this.back.length + this.left.length, this.total);
    }
  }

  /** Put a batch of paragraphs back; one by one where Word refuses the batch. */
  private async batch(run: WordRun, batch: readonly Ready[]): Promise<void> {
    try {
      await this.send(run, batch);
    } catch (thrown) {
      const problem = wordErrorOf(thrown);
      this.options.log?.uncertain();
      if (isFatal(problem)) throw problem;
      const [only] = batch;
      if (batch.length > 1) {
        for (const each of batch) {
          // eslint-disable-next-line no-await-in-loop
          await this.batch(run, [each]);
        }
      } else if (only !== undefined) await this.settle(run, only, problem.code);
    }
  }

  /** Read a paragraph after a failure: Word may have done what it reports as failed. */
  private async settle(run: WordRun, { job, paragraph }: Ready, problem: WordErrorCode): Promise<void> {
    paragraph.load("text");
    try {
      await run.sync();
      if (paragraph.text === job.then) this.back.push(...job.cuts);
      else this.leave(job, problem);
    } catch {
      this.leave(job, problem);
    }
  }

  private async send(run: WordRun, batch: readonly Ready[]): Promise<void> {
    for (const { paragraph } of batch) paragraph.load("text");
    const searches = batch.map(({ job, paragraph }) => searchReplacements(job, paragraph));
    queueTrackingOff(run);
    await run.sync();
    const begun = batch.flatMap((each, at) => {
      const hits = each.paragraph.text === each.job.now ? hitsOf(each.job, searches[at] ?? new Map()) : null;
      // A repeated attempt finds the paragraph as it has to become.
      if (each.paragraph.text === each.job.then) this.back.push(...each.job.cuts);
      else if (hits === null) this.leave(each.job, "rewritten");
      if (hits !== null) putBack(each.job, hits);
      return hits === null ? [] : [each];
    });
    for (const { paragraph } of begun) paragraph.load("text");
    await run.sync();
    for (const { job, paragraph } of begun) {
      this.options.log?.replaced({ id: job.paragraph.id, text: job.now }, paragraph.text);
      if (paragraph.text !== job.then) this.leave(job, "uncertain");
      else {
        this.back.push(...job.cuts);
        // eslint-disable-next-line no-await-in-loop
        for (const cut of job.cuts) await this.format(run, { job, paragraph }, cut);
      }
    }
  }

  /** Set the formats of a text that had several. */
  private async format(run: WordRun, { job, paragraph }: Ready, { formats, old, start }: Original): Promise<void> {
    const wanted = toSearchString(old);
    if (formats === null) return;
    try {
      // The range of the new text may not have moved with it.
      const found = paragraph.search(wanted ?? "", { matchCase: true });
      found.load("items/text");
      await run.sync();
      const others = job.paragraph.cuts.filter(cut => !job.cuts.includes(cut));
      const range =
        found.items[findStarts(job.then, old).indexOf(offsetAfter(job.paragraph.before, others, start))];
      if (range?.text !== old) throw new RangeError("Word finds another text");
      const characters = queueCharacters(range);
      await run.sync();
      if (characters.items.length !== old.length) throw new RangeError("Word reads other characters");
      queueFormats(characters, formats);
      const after = queueCharacters(range);
      await run.sync();
      if (JSON.stringify(formatsOf(after, old)) !== JSON.stringify(formats)) this.plain += 1;
    } catch {
      this.plain += 1;
    }
  }

  /** The text of a comment is set as a whole. */
  private async comments(run: WordRun, jobs: readonly Job[]): Promise<void> {
    const all = await loadComments(run);
    for (const job of jobs) {
      const there = all.filter(({ content }) => content === job.now);
      const [comment] = there;
      if (comment === undefined || there.length !== jobs.filter(({ now }) => now === job.now).length) {
        this.leave(job, "rewritten");
        continue;
      }
      comment.content = job.then;
      comment.load("content");
      // eslint-disable-next-line no-await-in-loop
      await run.sync();
      this.options.log?.wrote(comment.content);
      if (comment.content === job.then) this.back.push(...job.cuts);
      else this.leave(job, "uncertain");
    }
  }

  private leave({ cuts }: Job, problem: WordErrorCode): void {
    for (const cut of cuts) {
      cut.lost = problem === "rewritten" || problem === "gone";
      this.left.push({ term: cut.held.term, occurrence: cut.occurrence, problem });
    }
  }
}

interface Ready {
  readonly job: Job;
  readonly paragraph: Word.Paragraph;
}

/** Find the paragraph of each job: by its id and text, else by its text where as many paragraphs as jobs have it. */
function match(jobs: readonly Job[], all: readonly FoundParagraph[]): Map<Job, Word.Paragraph> {
  const found = new Map<Job, Word.Paragraph>();
  const taken = new Set<FoundParagraph>();
  for (const job of jobs) {
    const { id } = job.paragraph;
    const same = id === null ? undefined : all.find(each => each.id === id && each.text === job.now);
    if (same === undefined) continue;
    found.set(job, same.paragraph);
    taken.add(same);
  }
  const rest = jobs.filter(job => !found.has(job));
  for (const job of rest) {
    if (found.has(job)) continue;
    const equal = rest.filter(each => each.now === job.now);
    const there = all.filter(each => !taken.has(each) && each.text === job.now);
    if (there.length !== equal.length) continue;
    equal.forEach((each, at) => {
      const paragraph = there[at];
      if (paragraph !== undefined) found.set(each, paragraph.paragraph);
    });
  }
  return found;
}

type Searches = ReadonlyMap<string, Word.RangeCollection>;

function searchReplacements({ cuts }: Job, paragraph: Word.Paragraph): Searches {
  const searches = new Map<string, Word.RangeCollection>();
  for (const { text } of cuts) {
    const wanted = toSearchString(text);
    if (wanted === null || searches.has(text)) continue;
    const found = paragraph.search(wanted, { matchCase: true });
    found.load("items/text");
    searches.set(text, found);
  }
  return searches;
}

/** Where an offset of a text is after the cuts before it. */
function offsetAfter(before: string, cuts: readonly Original[], offset: number): number {
  const earlier = cuts.filter(({ start }) => start < offset);
  return withCuts(before, earlier).length - (before.length - offset);
}

/** The range of each cut; null where Word does not find what the paragraph reads. */
function hitsOf({ paragraph, cuts, now }: Job, searches: Searches): Word.Range[] | null {
  const hits: Word.Range[] = [];
  for (const cut of cuts) {
    const at = offsetAfter(paragraph.before, paragraph.cuts, cut.start);
    const starts = findStarts(now, cut.text);
    const found = searches.get(cut.text)?.items ?? [];
    const hit = found[starts.indexOf(at)];
    if (found.length !== starts.length || hit?.text !== cut.text) return null;
    hits.push(hit);
  }
  return hits;
}

/** Queue the originals, from the end of the paragraph. */
function putBack({ cuts }: Job, hits: readonly Word.Range[]): void {
  for (let at = cuts.length - 1; at >= 0; at--) hits[at]?.insertText(cuts[at]?.old ?? "", "Replace");
}
