/** Marks in the document: yellow, with a dotted underline when accepted. Removing them restores the earlier look. */

import type { Capabilities } from "./capabilities";
import type { Mark, PaintResult, Progress, TermMark, UnmarkedReason } from "./document";
import { isFatal, wordErrorOf, WordError, type WordErrorCode } from "./errors";
import type { HeldOccurrence, HeldOccurrences, Appearance } from "./held_occurrences";
import type { DocumentSettings } from "./document_settings";
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

export const YELLOW = "#FFFF00";
/** For accepted terms that are underlined already: the colour of an underline cannot be read, so it is not changed. */
export const LIME = "#00FF00";
export const DOTTED = "Dotted";
const NO_UNDERLINE = "None";
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

/** Return the mark that a range seems to have. */
export function markShownBy(now: Appearance): Mark {
  if (now.highlight === LIME || (now.highlight === YELLOW && now.underline === DOTTED)) return "accepted";
  return now.highlight === YELLOW ? "suggested" : null;
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
    for (const { held, reason } of await applyChanges(holding, changes, { settings, stop, progress }))
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

/** Tell whether an occurrence has a mark, or may have one. */
export function isMarked({ mark, uncertain, gone }: HeldOccurrence): boolean {
  return (mark !== null || uncertain === true) && !gone;
}

/** Codes that may mean that Word refuses the document: GeneralException in viewing mode (#5484, #3831), and NotAllowed. */
const MAYBE_ALL: readonly WordErrorCode[] = ["unknown", "browser"];

interface Changed {
  readonly refused: RefusedMark[];
  /** Whether Word has accepted a change. */
  accepted: boolean;
}

type RefusedMark = { readonly held: HeldOccurrence; readonly reason: UnmarkedReason };

interface PaintOptions {
  readonly settings: DocumentSettings;
  readonly stop: CancelOptions;
  readonly progress: Progress;
}

async function applyChanges(
  holding: HeldOccurrences,
  changes: readonly MarkChange[],
  around: PaintOptions,
): Promise<RefusedMark[]> {
  // The person may cancel between batches. A running batch is awaited, because Word finishes it.
  const lasting = withoutSignal(around.stop);
  const work = async (run: WordRun): Promise<RefusedMark[]> => {
    const goes = changes.every(({ mark }) => mark === null);
    if (!goes) return requireTrackingOff(run).then(() => inBatches(run, changes, around));
    // Remove old marks with Track Changes off, so that nothing of them stays.
    const was = await turnTrackingOff(run, mode => saveTrackingMode(around.settings, mode, lasting));
    try {
      return await inBatches(run, changes, around);
    } finally {
      if (was !== "Off" && (await restoreTracking(run, was))) await forgetTrackingMode(around.settings, lasting);
    }
  };
  return runInWord(lasting, work, holding.anchor);
}

async function inBatches(
  run: WordRun,
  changes: readonly MarkChange[],
  { stop, progress }: PaintOptions,
): Promise<RefusedMark[]> {
  const changed: Changed = { refused: [], accepted: false };
  const sizer = new BatchSizer();
  for (let done = 0; done < changes.length;) {
    const batch = changes.slice(done, done + sizer.size);
    throwIfCancelled(stop.signal);
    // Batches follow each other.
    // eslint-disable-next-line no-await-in-loop
    await sizer.measure(() => applyBatch(run, batch, changed));
    progress((done += batch.length), changes.length);
  }
  return changed.refused;
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
  for (const { held, mark } of batch) {
    queueAppearance(held, appearanceWith(mark, held.original));
    held.uncertain = true;
  }
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
  if (batch.length === 1 && first !== undefined) changed.refused.push(refusedMark(first.held, problem));
  else if (changed.accepted || !MAYBE_ALL.includes(problem.code)) await applyHalves(run, batch, changed);
  else {
    await requireAcceptance(run, batch, changed, problem);
    await applyHalves(run, batch.slice(1, -1), changed);
  }
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
