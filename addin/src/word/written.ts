/** A place to replace with what Word says of it: its text, and its paragraph before and after. */

import { FORMAT_PROPERTIES } from "./formats";
import { queueAppearance, queueBookmarkGone } from "./highlight";
import { loadParagraph, type QueuedEdit } from "./logged_edits";
import type { FormatRun } from "./originals";
import { toReadParagraph } from "./read_paragraphs";
import type { ReplaceTarget } from "./replace_log";
import type { WordRun } from "./word_run";

/** A target and its paragraph, before and after it was replaced. */
export interface Written extends ReplaceTarget {
  readonly range: Word.Range;
  /** The text of its paragraph before; missing where Word could not read it. */
  readonly before?: string;
  /** Its own text before. */
  readonly old?: string;
  /** The id of its paragraph. */
  readonly id?: string | null;
  /** The formats of its text, where it has several. */
  formats?: FormatRun[] | null;
  made?: Word.Range;
  paragraph?: Word.Paragraph;
}

/** Queue a reading of places, and of their paragraphs, which it returns. */
export function loadTexts(run: WordRun, ranges: readonly Word.Range[], withIds: boolean): Word.Paragraph[] {
  for (const each of ranges) each.load(`text,${FORMAT_PROPERTIES}`);
  return ranges.map(range => loadParagraph(run, range, withIds ? "text,uniqueLocalId" : "text"));
}

/** Add what was read to a target. */
export function withTexts(
  target: ReplaceTarget,
  range: Word.Range,
  paragraph: Word.Paragraph | undefined,
  withId: boolean,
): Written {
  const id = withId && paragraph !== undefined ? toReadParagraph(paragraph).id : null;
  return { ...target, range, before: paragraph?.text ?? "", old: range.text, id };
}

/** Return a range of a list that has one for each target. */
export function rangeAt(ranges: readonly Word.Range[], at: number): Word.Range {
  const range = ranges[at];
  if (range === undefined) throw new RangeError("each target has a range");
  return range;
}

/** Queue a replacement; with `logged`, read its paragraph before it and after it. */
export function queueText(run: WordRun, target: Written, logged: boolean): QueuedEdit | null {
  const { range, held, text } = target;
  if (held.mark !== null) queueAppearance({ ...held, target: { range } }, held.original);
  queueBookmarkGone(run, held);
  const earlier = logged ? loadParagraph(run, range, "uniqueLocalId,text") : null;
  const made = (target.made = range.insertText(text, "Replace"));
  made.load("text"); // before the next replacement, which may not move this range
  return earlier === null ? null : { earlier, later: loadParagraph(run, made, "text") };
}

/** Queue a reading of all paragraphs after all replacements. */
export function queueParagraphs(run: WordRun, batch: readonly Written[]): void {
  for (const target of batch)
    if (target.made !== undefined) target.paragraph = loadParagraph(run, target.made, "text");
}

/** Return the objects that a batch made. */
export function objectsOf(batch: readonly Written[]): OfficeExtension.ClientObject[] {
  return batch.flatMap(({ made, paragraph }) => [made, paragraph].filter(each => each !== undefined));
}

/**
 * Release objects that Word has answered for.
 *
 * The library releases all objects of a run in one request at its end, which exceeds Office's limit after thousands of
 * replacements. Only what is tracked explicitly before it is removed leaves the list for that request.
 */
export function release({ context }: WordRun, objects: readonly OfficeExtension.ClientObject[]): void {
  for (const each of objects) {
    try {
      context.trackedObjects.add(each);
    } catch {
      continue; // Word keeps no reference to it
    }
    context.trackedObjects.remove(each);
  }
}
