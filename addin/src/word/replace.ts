/**
 * Replacing in the open document: from the end backwards, with tracking off, and nothing believed before it is read.
 *
 * Word has thrown after it replaced (#6760), replaced twice what overlapped (#2697), and refuses what is locked
 * (#2759). So after each batch the same strings are searched again; what was done follows from the counts, since Word
 * does what a batch asks in order and stops at the first error.
 */

import type { Progress, Replacement, ReplaceResult } from "./document";
import { endsAll, problemOf, WordProblem, type Problem } from "./errors";
import { dress } from "./highlight";
import { hitsOf, type Sought } from "./hits";
import type { Held, Holding } from "./holding";
import { replaceInComments } from "./replace_comments";
import { Outcome, type Target } from "./replace_outcome";
import { countIn, says } from "./search";
import { keyOf, type Way } from "./stories";
import { settings } from "./settings";
import { confirmOff, keepOff, kept, promise, restore, switchOff, type Mode } from "./tracking";
import { inWord, Pace, type Stop, type Turn, unstoppable } from "./turn";

/** All targets that one search finds, with what it finds now. */
interface Group {
  readonly sought: Sought;
  readonly story: string;
  /** How many hits there were when the work began. */
  first: number | null;
  hits: number;
  /** How many places were replaced when they were counted. */
  counted: number;
}

const MOST_GROUPS = 40;
const ENOUGH = 5; // failures after each other: Word refuses everything, and to ask thousands of times takes hours

/** Replace what is held. Nothing that happens on the way is thrown: it stands in the answer. */
export async function replace(
  holding: Holding,
  replacements: readonly Replacement[],
  wayOf: (held: Held) => Way,
  stop: Stop,
  progress: Progress,
): Promise<ReplaceResult> {
  const outcome = new Outcome();
  const targets = targetsOf(holding, replacements, outcome);
  if (targets.length === 0) return outcome.result({ cancelled: false, trackingRestored: true });
  const work = new Work(targets, wayOf, outcome, stop, progress);
  try {
    // The person's stop is asked between the batches: what Word is doing is waited for, and looked at.
    const trackingRestored = await inWord(unstoppable(stop), turn => work.run(turn), holding.anchor);
    return outcome.result({ cancelled: stop.signal.aborted && work.stopped, trackingRestored });
  } catch (thrown) {
    const { code } = problemOf(thrown);
    work.giveUp(code);
    return outcome.result({ cancelled: false, trackingRestored: !work.switched || code === "tracking_locked" });
  }
}

function targetsOf(holding: Holding, replacements: readonly Replacement[], outcome: Outcome): Target[] {
  const targets: Target[] = [];
  for (const { term, text, occurrences } of replacements) {
    holding.of(term).forEach((held, occurrence) => {
      if (occurrences !== undefined && !occurrences.includes(occurrence)) return;
      const target = { held, occurrence, text };
      if (!held.gone) targets.push(target);
      else if (occurrences !== undefined) outcome.leave([target], "gone");
    });
  }
  return targets.sort(backwards);
}

/**
 * Story by story and string by string, so that each is searched again once or twice, and from its end backwards. Ranges
 * of other strings move with the text, and never overlap these (#2697).
 */
function backwards(a: Target, b: Target): number {
  const [one, other] = [groupKey(a.held), groupKey(b.held)];
  if (one !== other) return one < other ? -1 : 1;
  return b.held.hit - a.held.hit;
}

class Work {
  /** Whether tracking was, or may have been, switched off. */
  switched = false;
  stopped = false;
  private queue: Target[];
  private failures = 0;
  private readonly groups = new Map<string, Group>();
  /** All that was replaced, in the order of it. */
  private readonly replaced: Target[] = [];
  /** The hits that were counted last, and what has to be let go for them. */
  private readonly ranges = new Map<Group, Word.Range[]>();
  private readonly kept: OfficeExtension.ClientObject[] = [];
  private readonly inComments: Target[];
  private readonly pace = new Pace();
  private readonly total: number;

  constructor(
    targets: readonly Target[],
    private readonly wayOf: (held: Held) => Way,
    private readonly outcome: Outcome,
    private readonly stop: Stop,
    private readonly progress: Progress,
  ) {
    this.total = targets.length;
    this.queue = targets.filter(({ held }) => "range" in held.target);
    this.inComments = targets.filter(({ held }) => "comment" in held.target);
  }

  /** What is left in the queue stays. */
  giveUp(problem: Problem): void {
    this.outcome.leave([...this.queue.splice(0), ...this.inComments.splice(0)], problem);
  }

  /** Tells whether tracking is again what it was. */
  async run(turn: Turn): Promise<boolean> {
    const was = await switchOff(turn, mode => this.begin(mode));
    let restored: boolean;
    try {
      await this.count(turn, this.queue, this.stop.signal);
      await this.all(turn);
      if (!this.stopped) await replaceInComments(turn, this.inComments.splice(0), this.outcome);
    } catch (thrown) {
      this.giveUp(problemOf(thrown).code);
    } finally {
      this.letGo(turn);
      restored = await restore(turn, was);
      if (restored) await kept(settings, this.stop);
    }
    if (this.stopped) this.giveUp("cancelled");
    return restored;
  }

  private begin(was: Mode): Promise<void> {
    this.switched = true;
    return promise(settings, was, unstoppable(this.stop));
  }

  private async all(turn: Turn): Promise<void> {
    let size = this.pace.size;
    while (this.queue.length > 0) {
      this.stopped = this.stop.signal.aborted;
      if (this.stopped) return;
      const batch = this.queue.splice(0, size);
      // Each batch is looked at before the next one is asked for.
      // eslint-disable-next-line no-await-in-loop
      const whole = await this.pace.watch(() => this.batch(turn, batch));
      size = whole ? Math.min(size * 2, this.pace.size) : 1;
      this.progress(this.total - this.queue.length - this.inComments.length, this.total);
    }
  }

  /** Replace some; false where Word failed, and the next ones are better asked one by one. */
  private async batch(turn: Turn, asked: readonly Target[]): Promise<boolean> {
    const batch = await this.unchanged(turn, asked);
    if (batch.length === 0) return true;
    const problem = await this.ask(turn, batch);
    const before = new Map([...this.groupsOf(batch)].map(group => [group, this.standing(group)]));
    try {
      await this.count(turn, batch);
    } catch (thrown) {
      this.outcome.leave(batch, problem?.code ?? "uncertain");
      throw thrown;
    }
    const gone = new Map([...before].map(([group, count]) => [group, count - group.hits]));
    const applied = this.applied(batch, gone, problem === null);
    if (applied === null) this.outcome.leave(batch, "uncertain");
    else this.settle(batch, applied, problem);
    for (const group of before.keys()) group.counted = this.replaced.length;
    if (problem !== null && endsAll(problem)) throw problem;
    return problem === null;
  }

  /** Those that still say what was found: whatever somebody has written there since is not ours to replace. */
  private async unchanged(turn: Turn, batch: readonly Target[]): Promise<readonly Target[]> {
    // Where as many are found as when they were searched for, nobody has changed one.
    const fewer = batch.map(({ held }) => (this.groups.get(groupKey(held))?.first ?? held.hits) < held.hits);
    if (!fewer.some(Boolean)) return batch;
    const ranges = batch.map(target => this.rangeOf(target));
    try {
      for (const range of ranges) range.load("text");
      await turn.sync();
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (!endsAll(problem)) return batch; // one of them is gone, and replacing tells which
      this.outcome.leave(batch, problem.code);
      throw problem;
    }
    const same = batch.map(
      ({ held }, at) => fewer[at] === false || says(ranges[at]?.text ?? "", held.text, held.caseSensitive),
    );
    this.outcome.leave(
      batch.filter((_, at) => same[at] === false),
      "rewritten",
    );
    return batch.filter((_, at) => same[at]);
  }

  /** Queue the replacements and send them; looks of ours go first, since new text takes the look of the old. */
  private async ask(turn: Turn, batch: readonly Target[]): Promise<WordProblem | null> {
    try {
      keepOff(turn);
      for (const target of batch) {
        const range = this.rangeOf(target);
        if (target.held.mark !== null) dress({ ...target.held, target: { range } }, target.held.earlier);
        // Nobody asks for the new range, and a reference to each would be let go in one request over Office's limit.
        turn.context.trackedObjects.remove(range.insertText(target.text, "Replace"));
      }
      turn.context.document.load("changeTrackingMode");
      await turn.sync();
      confirmOff(turn);
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    }
  }

  /** What is held; after a failure what the search has found since, where it is sure to be the same. */
  private rangeOf({ held, again }: Target): Word.Range {
    const group = this.groups.get(groupKey(held));
    const found = group?.first === held.hits ? this.ranges.get(group)?.[held.hit] : undefined;
    if (again === true && found !== undefined) return found;
    if ("range" in held.target) return held.target.range;
    throw new WordProblem("gone");
  }

  /** How many hits of a group there are: of those counted, some went with longer terms of the batches since. */
  private standing(group: Group): number {
    const since = this.replaced.slice(group.counted);
    return since.reduce((count, target) => count - lostTo(target, group), group.hits);
  }

  /** Search for the strings of some targets again. The first time, numbers are enough, and the person may stop it. */
  private async count(turn: Turn, targets: readonly Target[], signal?: AbortSignal): Promise<void> {
    const every = [...this.groupsOf(targets)];
    this.letGo(turn);
    for (let at = 0; at < every.length && signal?.aborted !== true; at += MOST_GROUPS) {
      const groups = every.slice(at, at + MOST_GROUPS);
      // Answers are limited too.
      // eslint-disable-next-line no-await-in-loop
      const all = await hitsOf(
        turn,
        groups.map(({ sought }) => sought),
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
      if (signal !== undefined) this.letGo(turn);
    }
  }

  /** Keep a hit: what the library keeps by itself it lets go all at once, in a request over Office's limit. */
  track(thing: { track(): unknown } & OfficeExtension.ClientObject): void {
    thing.track();
    this.kept.push(thing);
  }

  private letGo({ context }: Turn): void {
    for (const thing of this.kept.splice(0)) context.trackedObjects.remove(thing);
    this.ranges.clear();
  }

  private groupsOf(targets: readonly Target[]): Set<Group> {
    const found = new Set<Group>();
    for (const { held } of targets) {
      const key = groupKey(held);
      const sought = { text: held.text, caseSensitive: held.caseSensitive, way: this.wayOf(held) };
      const group = this.groups.get(key) ?? { sought, story: keyOf(held.story), first: null, hits: 0, counted: 0 };
      this.groups.set(key, group);
      found.add(group);
    }
    return found;
  }

  /** How many of a batch were done, from the first on; null where the counts cannot be read so. */
  private applied(batch: readonly Target[], gone: ReadonlyMap<Group, number>, believed: boolean): number | null {
    const rest = new Map(gone);
    const take = (target: Target, enough: (left: number, lost: number) => boolean): boolean => {
      const group = this.groups.get(groupKey(target.held));
      const left = group === undefined ? undefined : rest.get(group);
      if (group === undefined || left === undefined || !enough(left, lostTo(target, group))) return false;
      // With a longer term goes what stands inside of it: with "Halden & Rook" a hit of "Rook".
      for (const [each, count] of rest) rest.set(each, count - lostTo(target, each));
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

  private settle(batch: readonly Target[], applied: number, problem: WordProblem | null): void {
    this.outcome.did(batch.slice(0, applied));
    this.replaced.push(...batch.slice(0, applied));
    if (applied > 0) this.failures = 0;
    const [failed, ...rest] = batch.slice(applied);
    if (failed === undefined) return;
    if (problem === null || endsAll(problem)) {
      this.outcome.leave([failed, ...rest], problem?.code ?? "still_there");
      return;
    }
    this.queue.unshift(...rest);
    this.failed(failed, problem.code);
  }

  /** What failed is tried once more by itself, now that the text was read again; what is locked stays so. */
  private failed(target: Target, problem: Problem): void {
    const locked = problem === "locked";
    if (!locked && target.again !== true) this.queue.unshift({ ...target, again: true });
    else {
      this.outcome.leave([target], problem);
      if (!locked) this.failures++;
      if (this.failures >= ENOUGH) this.giveUp(problem);
    }
  }
}

/** How many hits of a group go with a target; what is written in its place may bring some. */
function lostTo({ held, text }: Target, { sought, story }: Group): number {
  const lost = hitsIn(held.text, sought) - hitsIn(text, sought);
  return lost !== 0 && keyOf(held.story) === story ? lost : 0;
}

function hitsIn(text: string, { text: wanted, caseSensitive }: Sought): number {
  return caseSensitive ? countIn(text, wanted) : countIn(text.toLowerCase(), wanted.toLowerCase());
}

function groupKey({ story, text }: Held): string {
  return `${keyOf(story)}\0${text}`;
}
