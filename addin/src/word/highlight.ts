/** Marks in the document: yellow, with a dotted underline when accepted. Removing them restores the earlier look. */

import type { Capabilities } from "./capabilities";
import type { Mark, PaintResult, Progress, TermMark, UnmarkedReason } from "./document";
import { isFatal, wordErrorOf, WordError, type WordErrorCode } from "./errors";
import type { HeldOccurrence, HeldOccurrences, Appearance } from "./held_occurrences";
import type { DocumentSettings } from "./document_settings";
import { DOTTED, isMarked, LIME, NO_UNDERLINE, YELLOW } from "./mark_looks";
import { nameOfMark } from "./mark_names";
import { saveMarks } from "./saved_marks";
import {
  forgetTrackingMode,
  loadedMode,
  saveTrackingMode,
  restoreTracking,
  turnTrackingOff,
} from "./change_tracking";
import {
  throwIfCancelled,
  runInWord,
  BatchSizer,
  type CancelOptions,
  type WordRun,
  withoutSignal,
} from "./word_run";

const MIXED_COLOURS = ""; // typings of Font.highlightColor
// Word on the web does not restore these when it reloads the document (#3950).
const UNRELIABLE_COLOURS = new Set(["#000080", "#800000", "#C0C0C0", "#FF00FF", "#00FFFF"]);

/** Return how a term looks with a mark. */
export function appearanceWith(mark: Mark, earlier: Appearance): Appearance {
  if (mark === null) return earlier;
  if (mark === "suggested") return { ...earlier, highlight: YELLOW };
  const plain = earlier.underline === NO_UNDERLINE;
  return plain ? { highlight: YELLOW, underline: DOTTED } : { ...earlier, highlight: LIME };
}

/** Return why a range cannot be marked: its look could not be restored exactly. */
export function cannotMarkReason(held: HeldOccurrence, can: Capabilities): UnmarkedReason | null {
  if (held.gone) return "gone";
  if ("comment" in held.target) return "comment";
  if (held.original.highlight === MIXED_COLOURS) return "mixed";
  return can.web && held.original.highlight !== null && UNRELIABLE_COLOURS.has(held.original.highlight)
    ? "unrestorable"
    : null;
}

interface MarkChange {
  readonly held: HeldOccurrence;
  readonly mark: Mark;
}

/** Set the marks of all held occurrences. */
export async function paint(
  holding: HeldOccurrences,
  marks: ReadonlyMap<string, TermMark>,
  { can, settings }: { can: Capabilities; settings: DocumentSettings },
  stop: CancelOptions,
  progress: Progress,
): Promise<PaintResult> {
  const unmarked: PaintResult["unmarked"] = [];
  const tell = (held: HeldOccurrence, reason: UnmarkedReason): void => {
    unmarked.push({ term: held.term, occurrence: holding.ofTerm(held.term).indexOf(held), reason });
  };
  const changes: MarkChange[] = [];
  for (const { held, ordinal } of holding.numbered()) {
    const wanted = markAt(marks.get(held.term) ?? null, ordinal);
    const reason = wanted === null ? null : cannotMarkReason(held, can);
    if (reason !== null) tell(held, reason);
    const mark = reason === null ? wanted : null;
    if (needsChange(held, mark)) changes.push({ held, mark });
  }
  if (changes.length > 0) {
    const making = new Set(changes.map(({ held }) => held));
    // Marks that will be removed still exist until then, so save them with the new ones.
    const some = holding.all().filter(held => making.has(held) || isMarked(held));
    await saveMarks(settings, some, stop);
    for (const { held, reason } of await applyChanges(holding, changes, { can, settings, stop, progress }))
      tell(held, reason);
  }
  const left = holding.all().filter(isMarked);
  // Replacing removes marks too. Without held occurrences, nothing is known of an earlier pane's marks.
  if (holding.anchor !== undefined) await saveMarks(settings, left, withoutSignal(stop));
  return { marked: left.length, unmarked };
}

/** Return the mark of one occurrence of a term. */
function markAt(mark: TermMark, occurrence: number): Mark {
  if (mark === null || typeof mark === "string") return mark;
  return mark.occurrences.includes(occurrence) ? mark.mark : null;
}

function needsChange({ mark, uncertain, gone }: HeldOccurrence, wanted: Mark): boolean {
  return !gone && (mark !== wanted || uncertain === true);
}

/** Codes that may mean that Word refuses the document: GeneralException in viewing mode (#5484, #3831), and NotAllowed. */
const MAYBE_ALL: readonly WordErrorCode[] = ["unknown", "browser"];

interface Changed {
  readonly refused: RefusedMark[];
  /** Whether Word has accepted a change. */
  accepted: boolean;
  /** Whether marks get bookmarks: not after Word refused one where it accepted the mark alone. */
  named: boolean;
}

type RefusedMark = { readonly held: HeldOccurrence; readonly reason: UnmarkedReason };

interface PaintOptions {
  readonly can: Capabilities;
  readonly settings: DocumentSettings;
  readonly stop: CancelOptions;
  readonly progress: Progress;
}

async function applyChanges(
  holding: HeldOccurrences,
  changes: readonly MarkChange[],
  options: PaintOptions,
): Promise<RefusedMark[]> {
  // The person may cancel between batches. A running batch is awaited, because Word finishes it.
  const lasting = withoutSignal(options.stop);
  const work = async (run: WordRun): Promise<RefusedMark[]> => {
    const goes = changes.every(({ mark }) => mark === null);
    if (!goes) return requireTrackingOff(run).then(() => inBatches(run, changes, options));
    // Remove old marks with Track Changes off, so that nothing of them stays.
    const was = await turnTrackingOff(run, mode => saveTrackingMode(options.settings, mode, lasting));
    try {
      return await inBatches(run, changes, options);
    } finally {
      if (was !== "Off" && (await restoreTracking(run, was))) await forgetTrackingMode(options.settings, lasting);
    }
  };
  return runInWord(lasting, work, holding.anchor);
}

async function inBatches(
  run: WordRun,
  changes: readonly MarkChange[],
  { can, stop, progress }: PaintOptions,
): Promise<RefusedMark[]> {
  const changed: Changed = { refused: [], accepted: false, named: can.bookmarks };
  const sizer = new BatchSizer();
  for (let done = 0; done < changes.length;) {
    const batch = changes.slice(done, done + sizer.size);
    throwIfCancelled(stop.signal);
    // Batches follow each other.
    // eslint-disable-next-line no-await-in-loop
    await sizer.measure(() => applyBatch(run, batch, changed));
    progress((done += batch.length), changes.length);
  }
  if (changed.accepted && can.undoClear) {
    queueUndoClear(run, can);
    await run.sync();
  }
  return changed.refused;
}

/** Queue that nobody can undo our marks, because an undo in Word would bring back what we removed. */
export function queueUndoClear({ context }: WordRun, can: Capabilities): void {
  if (can.undoClear) context.document.undoClear();
}

/** Throw where Track Changes is on: a highlight would be a tracked change (office-facts 1.3). */
async function requireTrackingOff(run: WordRun): Promise<void> {
  run.context.document.load("changeTrackingMode");
  await run.sync();
  throwIfTracking(run);
}

function throwIfTracking(run: WordRun): void {
  if (loadedMode(run) !== "Off") throw new WordError("tracking_on");
}

/** Change some looks; where Word refuses, halve the batch. Setting a colour twice does no harm. */
async function applyBatch(run: WordRun, batch: readonly MarkChange[], changed: Changed): Promise<void> {
  for (const each of batch) queueChange(run, each, changed.named);
  run.context.document.load("changeTrackingMode");
  try {
    await run.sync();
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    if (problem.code === "protected") {
      for (const { held } of batch) held.uncertain = false; // all of it was refused
      throw problem;
    }
    await applySmaller(run, batch, changed, problem);
    return;
  }
  changed.accepted = true;
  for (const { held, mark } of batch) {
    held.mark = mark;
    held.uncertain = false;
    if (mark === null) delete held.bookmark;
  }
  throwIfTracking(run);
}

/** Apply what Word refused in smaller batches; a single change is recorded as refused. */
async function applySmaller(
  run: WordRun,
  batch: readonly MarkChange[],
  changed: Changed,
  problem: WordError,
): Promise<void> {
  const [first] = batch;
  if (batch.length === 1 && first !== undefined) {
    if (await acceptsUnnamed(run, first, changed, problem)) return;
    changed.refused.push(refusedMark(first.held, problem));
  } else if (changed.accepted || !MAYBE_ALL.includes(problem.code)) await applyHalves(run, batch, changed);
  else {
    await requireAcceptance(run, batch, changed, problem);
    await applyHalves(run, batch.slice(1, -1), changed);
  }
}

/** Queue a change: the bookmark comes before the mark and goes after it, so that no mark is without. */
function queueChange(run: WordRun, { held, mark }: MarkChange, named: boolean): void {
  if (mark !== null && named) queueBookmark(held);
  queueAppearance(held, appearanceWith(mark, held.original));
  if (mark === null) queueBookmarkGone(run, held);
  held.uncertain = true;
}

/** Try a mark without its bookmark; true where Word accepts that. */
async function acceptsUnnamed(
  run: WordRun,
  one: MarkChange,
  changed: Changed,
  { code }: WordError,
): Promise<boolean> {
  if (!changed.named || one.mark === null || code === "gone" || one.held.mark !== null) return false;
  const alone: Changed = { refused: [], accepted: false, named: false };
  one.held.bookmark = null;
  await applyBatch(run, [one], alone);
  if (!alone.accepted) return false;
  changed.accepted = true;
  changed.named = false;
  return true;
}

async function applyHalves(run: WordRun, batch: readonly MarkChange[], changed: Changed): Promise<void> {
  const half = Math.ceil(batch.length / 2);
  if (half > 0) await applyBatch(run, batch.slice(0, half), changed);
  if (half < batch.length) await applyBatch(run, batch.slice(half), changed);
}

/** Try the first and the last change alone; throw where Word refuses both, so that the rest is not tried. */
async function requireAcceptance(
  run: WordRun,
  batch: readonly MarkChange[],
  changed: Changed,
  { code }: WordError,
): Promise<void> {
  await applyBatch(run, batch.slice(0, 1), changed);
  await applyBatch(run, batch.slice(-1), changed);
  if (changed.accepted) return;
  for (const { held } of batch) held.uncertain = false;
  throw new WordError(code === "browser" ? code : "read_only");
}

function refusedMark(held: HeldOccurrence, problem: WordError): RefusedMark {
  // Word may report a failure although it succeeded (#6760); these codes are reliable.
  if (["locked", "browser", "gone"].includes(problem.code)) held.uncertain = false;
  if (problem.code !== "gone") return { held, reason: "refused" };
  held.gone = true;
  return { held, reason: "gone" };
}

/** Queue a bookmark around a mark, unless it has one. */
function queueBookmark(held: HeldOccurrence): void {
  if (!("range" in held.target) || held.bookmark === null || (held.mark !== null && held.bookmark !== undefined))
    return;
  held.bookmark ??= nameOfMark(held.original);
  held.target.range.insertBookmark(held.bookmark);
}

/** Queue that the bookmark of a mark goes. */
export function queueBookmarkGone({ context }: WordRun, held: HeldOccurrence): void {
  if (typeof held.bookmark === "string") context.document.deleteBookmark(held.bookmark);
}

/** Queue the look of an occurrence; the underline changes only where ours is set or removed. */
export function queueAppearance(held: HeldOccurrence, look: Appearance): void {
  if (!("range" in held.target)) return;
  const { font } = held.target.range;
  Object.assign(font, { highlightColor: look.highlight }); // null removes it (typings)
  const ours =
    held.original.underline === NO_UNDERLINE &&
    (look.underline === DOTTED || held.mark === "accepted" || held.uncertain === true);
  if (ours) Object.assign(font, { underline: look.underline });
}
