/** Read the paragraph of a replacement in the request that makes it, so that it is known what we changed. */

import type { EditLog } from "./document_changes";
import { toReadParagraph } from "./read_paragraphs";
import type { WordRun } from "./word_run";

/** The paragraph just before a replacement, and just after it. */
export interface QueuedEdit {
  readonly earlier: Word.Paragraph;
  readonly later: Word.Paragraph;
}

/** Queue a reading of the paragraph of a range, without having Word keep what leads to it. */
export function loadParagraph(run: WordRun, range: Word.Range, properties: string): Word.Paragraph {
  const { paragraphs } = range;
  const paragraph = paragraphs.getFirst();
  run.context.trackedObjects.remove(paragraphs);
  run.context.trackedObjects.remove(paragraph);
  paragraph.load(properties);
  return paragraph;
}

/** Log the replacements of a request that succeeded. */
export function logEdits(log: EditLog | null, edits: readonly QueuedEdit[]): void {
  for (const { earlier, later } of edits) log?.replaced(toReadParagraph(earlier), later.text);
}
