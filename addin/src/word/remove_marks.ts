/** Remove marks of any pane by their bookmarks. The settings, the analysis and the service are not needed for it. */

import type { Capabilities } from "./capabilities";
import { restoreTracking, turnTrackingOff } from "./change_tracking";
import type { RemovedMarks } from "./document";
import { isFatal, wordErrorOf } from "./errors";
import { queueUndoClear } from "./highlight";
import { DOTTED, LIME, YELLOW } from "./mark_looks";
import { lookOfName, namesIn, sortNames, type NamedLook, type OurNames } from "./mark_names";
import { BatchSizer, runInWord, withoutSignal, type CancelOptions, type WordRun } from "./word_run";
import { wordParts } from "./zip_parts";

const OURS: readonly unknown[] = [YELLOW, LIME];
const MIXED = ""; // typings of Font.highlightColor

/** List our bookmarks: those of all stories in the file; without the file, those of the body. */
export async function findNames(bytes: Uint8Array | null, stop: CancelOptions): Promise<OurNames> {
  const parts = bytes === null ? null : await wordParts(bytes);
  if (parts !== null) return sortNames(parts.flatMap(namesIn));
  return runInWord(stop, async run => {
    const names = run.context.document.body.getRange("Content").getBookmarks(false, true);
    await run.sync();
    return sortNames(names.value.filter(name => name.startsWith("Unsaid_")));
  });
}

/** Restore what was under marks, and tell the paragraphs that they are in; their bookmarks go. */
export async function removeMarks(
  names: readonly string[],
  can: Capabilities,
  touched: (paragraph: string) => void,
  stop: CancelOptions,
): Promise<RemovedMarks> {
  if (names.length === 0) return { removed: 0, refused: 0 };
  return runInWord(withoutSignal(stop), async run => {
    // A change of format would be a tracked change.
    const was = await turnTrackingOff(run, () => Promise.resolve());
    const sizer = new BatchSizer();
    let refused = 0;
    try {
      for (let at = 0; at < names.length;) {
        const batch = names.slice(at, at + sizer.size);
        // Batches follow each other.
        // eslint-disable-next-line no-await-in-loop
        refused += await sizer.measure(() => removeBatch(run, batch, touched));
        at += batch.length;
      }
      queueUndoClear(run, can);
      await run.sync();
    } finally {
      await restoreTracking(run, was);
    }
    return { removed: names.length - refused, refused };
  });
}

/** Remove a batch; where Word refuses, halve it. Returns how many were refused. */
async function removeBatch(
  run: WordRun,
  names: readonly string[],
  touched: (text: string) => void,
): Promise<number> {
  try {
    await restoreLooks(run, names, touched);
    return 0;
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem) || problem.code === "protected") throw problem;
    if (names.length === 1) return 1;
    const half = Math.ceil(names.length / 2);
    return (
      (await removeBatch(run, names.slice(0, half), touched)) + (await removeBatch(run, names.slice(half), touched))
    );
  }
}

async function restoreLooks(
  run: WordRun,
  names: readonly string[],
  touched: (text: string) => void,
): Promise<void> {
  const { document } = run.context;
  const ranges = names.map(name => document.getBookmarkRangeOrNullObject(name));
  for (const range of ranges) range.load("text,font/highlightColor,font/underline");
  const paragraphs = ranges.map(range => range.paragraphs.getFirst());
  for (const paragraph of paragraphs) paragraph.load("text");
  await run.sync();
  const mixed: [Word.RangeCollection, NamedLook][] = [];
  ranges.forEach((range, at) => {
    const look = lookOfName(names[at] ?? "");
    if (look === null || range.isNullObject) return;
    touched(paragraphs[at]?.text ?? "");
    if (range.text === "") return;
    // Somebody marked a part of it otherwise, so that only what is still ours is restored.
    if (range.font.highlightColor === MIXED) mixed.push([queueCharacters(range), look]);
    else queueLook(range.font, look);
  });
  if (mixed.length > 0) await run.sync();
  for (const [{ items }, look] of mixed) for (const { font } of items) queueLook(font, look);
  // The bookmark goes last: a pane that stops before is recognised by it.
  for (const name of names) document.deleteBookmark(name);
  await run.sync();
}

function queueCharacters(range: Word.Range): Word.RangeCollection {
  const characters = range.search("?", { matchWildcards: true });
  characters.load("items/font/highlightColor,items/font/underline");
  return characters;
}

/** Queue the look of before, where it still is our look. */
function queueLook(font: Word.Font, { highlight, plain }: NamedLook): void {
  if (!OURS.includes(font.highlightColor)) return;
  const underline: string = font.underline;
  Object.assign(font, { highlightColor: highlight }); // null removes it (typings)
  if (plain && underline === DOTTED) Object.assign(font, { underline: "None" });
}
