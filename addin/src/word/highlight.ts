/** Marks in the document: yellow, with a dotted underline once accepted; taken away, everything looks as before. */

import type { Capabilities } from "./capabilities";
import type { Mark, PaintResult, Progress, UnmarkedReason } from "./document";
import { isFatal, wordErrorOf, WordError } from "./errors";
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
/** What an underlined term gets when it is accepted: the colour of an underline cannot be read, so it stays alone. */
export const LIME = "#00FF00";
export const DOTTED = "Dotted";
const NO_UNDERLINE = "None";
const MIXED_COLOURS = ""; // typings of Font.highlightColor
// Word on the web does not bring these back when it loads the document again (#3950).
const UNRELIABLE_COLOURS = new Set(["#000080", "#800000", "#C0C0C0", "#FF00FF", "#00FFFF"]);

/** How a term looks with a mark. */
export function appearanceWith(mark: Mark, earlier: Appearance): Appearance {
  if (mark === null) return earlier;
  if (mark === "suggested") return { ...earlier, highlight: YELLOW };
  const plain = earlier.underline === NO_UNDERLINE;
  return plain ? { highlight: YELLOW, underline: DOTTED } : { ...earlier, highlight: LIME };
}

/** Whether what a range looks like now is a mark. */
export function markShownBy(now: Appearance): Mark {
  if (now.highlight === LIME || (now.highlight === YELLOW && now.underline === DOTTED)) return "accepted";
  return now.highlight === YELLOW ? "suggested" : null;
}

/** Why a range may not be marked: whatever it looks like must come back exactly. */
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

/** Make the marks of all that is held what `marks` says. */
export async function paint(
  holding: HeldOccurrences,
  marks: ReadonlyMap<string, Mark>,
  { can, settings }: { can: Capabilities; settings: DocumentSettings },
  stop: CancelOptions,
  progress: Progress,
): Promise<PaintResult> {
  const unmarked: PaintResult["unmarked"] = [];
  const tell = (held: HeldOccurrence, reason: UnmarkedReason): void => {
    unmarked.push({ term: held.term, occurrence: holding.ofTerm(held.term).indexOf(held), reason });
  };
  const changes: MarkChange[] = [];
  for (const held of holding.all()) {
    const wanted = marks.get(held.term) ?? null;
    const reason = wanted === null ? null : cannotMarkReason(held, can);
    if (reason !== null) tell(held, reason);
    const mark = reason === null ? wanted : null;
    if (needsChange(held, mark)) changes.push({ held, mark });
  }
  if (changes.length > 0) {
    const making = new Set(changes.map(({ held }) => held));
    // Marks that go are still there until they are gone, so that they are written down with those that come.
    const some = holding.all().filter(held => making.has(held) || isMarked(held));
    await saveMarks(settings, some, stop);
    for (const { held, reason } of await applyChanges(holding, changes, { settings, stop, progress }))
      tell(held, reason);
  }
  const left = holding.all().filter(isMarked);
  // Marks went with what was replaced, too. Who holds nothing knows nothing of the marks of an earlier pane.
  if (holding.anchor !== undefined) await saveMarks(settings, left, withoutSignal(stop));
  return { marked: left.length, unmarked };
}

function needsChange({ mark, uncertain, gone }: HeldOccurrence, wanted: Mark): boolean {
  return !gone && (mark !== wanted || uncertain === true);
}

/** Whether an occurrence carries a mark, or may. */
export function isMarked({ mark, uncertain, gone }: HeldOccurrence): boolean {
  return (mark !== null || uncertain === true) && !gone;
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
  // Between two batches the person may stop; what Word is doing is waited for, because it will be done.
  const lasting = withoutSignal(around.stop);
  const work = async (run: WordRun): Promise<RefusedMark[]> => {
    const goes = changes.every(({ mark }) => mark === null);
    if (!goes) return requireTrackingOff(run).then(() => inBatches(run, changes, around));
    // Marks of a time without tracking go without it too: nothing of them may stay.
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
  const refused: RefusedMark[] = [];
  const sizer = new BatchSizer();
  for (let done = 0; done < changes.length;) {
    const batch = changes.slice(done, done + sizer.size);
    throwIfCancelled(stop.signal);
    // Batches follow each other.
    // eslint-disable-next-line no-await-in-loop
    await sizer.measure(() => applyBatch(run, batch, refused));
    progress((done += batch.length), changes.length);
  }
  return refused;
}

/** With tracking on, a highlight is a tracked change of its own (office-facts 1.3). */
async function requireTrackingOff(run: WordRun): Promise<void> {
  run.context.document.load("changeTrackingMode");
  await run.sync();
  throwIfTracking(run);
}

function throwIfTracking(run: WordRun): void {
  if (loadedMode(run) !== "Off") throw new WordError("tracking_on");
}

/** Change some looks; where Word refuses, halve: to set a colour twice does no harm. */
async function applyBatch(run: WordRun, batch: readonly MarkChange[], refused: RefusedMark[]): Promise<void> {
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
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) refused.push(refusedMark(first.held, problem));
    else {
      const half = Math.ceil(batch.length / 2);
      await applyBatch(run, batch.slice(0, half), refused);
      await applyBatch(run, batch.slice(half), refused);
    }
    return;
  }
  for (const { held, mark } of batch) {
    held.mark = mark;
    held.uncertain = false;
  }
  throwIfTracking(run);
}

function refusedMark(held: HeldOccurrence, problem: WordError): RefusedMark {
  // Word has failed after it was done (#6760); these say that nothing was.
  if (["locked", "gone"].includes(problem.code)) held.uncertain = false;
  if (problem.code !== "gone") return { held, reason: "refused" };
  held.gone = true;
  return { held, reason: "gone" };
}

/** Queue how an occurrence shall look; an underline is touched only where ours comes or goes. */
export function queueAppearance(held: HeldOccurrence, look: Appearance): void {
  if (!("range" in held.target)) return;
  const { font } = held.target.range;
  Object.assign(font, { highlightColor: look.highlight }); // null removes it (typings)
  const ours =
    held.original.underline === NO_UNDERLINE &&
    (look.underline === DOTTED || held.mark === "accepted" || held.uncertain === true);
  if (ours) Object.assign(font, { underline: look.underline });
}
