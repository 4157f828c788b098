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

/** Queue a reading of places and their paragraphs. */
export function loadTexts(
  ranges: readonly Word.Range[],
  paragraphs: readonly Word.Paragraph[],
  withIds: boolean,
): void {
  for (const each of ranges) each.load(`text,${FORMAT_PROPERTIES}`);
  for (const each of paragraphs) each.load(withIds ? "text,uniqueLocalId" : "text");
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
