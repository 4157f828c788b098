/** Keep what a batch replaces, so that it can be put back. */

import { isFatal, wordErrorOf } from "./errors";
import { formatsOf, isMixed, queueCharacters } from "./formats";
import type { FormatRun, MadeEdit, Originals } from "./originals";
import type { ReplaceTarget } from "./replace_log";
import { storyKey } from "./stories";
import type { WordRun } from "./word_run";

/** A replacement, with what was read before it. */
interface Read extends ReplaceTarget {
  readonly range: Word.Range;
  readonly old?: string;
  readonly id?: string | null;
  formats?: FormatRun[] | null;
}

/** A replacement, with the texts of its paragraph before and after the batch. */
interface Made extends Read {
  readonly before: string;
  readonly old: string;
  readonly after: string;
}

/** Keep what was replaced, paragraph by paragraph. The replacements are in text order. */
export function keepOriginals(originals: Originals, made: readonly Made[]): void {
  const paragraphs = new Map<string, MadeEdit[]>();
  for (const each of made) {
    const key = paragraphKey(each);
    paragraphs.set(key, [...(paragraphs.get(key) ?? []), toEdit(each)]);
  }
  for (const edits of paragraphs.values()) {
    const story = edits[0]?.held.story;
    if (story !== undefined) originals.keep(story, edits);
  }
}

/** Name the paragraph: by its id, else by its number, else by its text alone. */
function paragraphKey({ held, id, before }: Made): string {
  return [storyKey(held.story), id ?? held.place?.block ?? "", before].join("\0");
}

function toEdit({ held, occurrence, old, text, before, after, id, formats }: Made): MadeEdit {
  return { held, occurrence, old, text, before, after, id: id ?? null, formats: formats ?? null };
}

/** Read the formats of texts that have several. Without them, such a text comes back in one. */
export async function readFormats(run: WordRun, targets: readonly Read[]): Promise<void> {
  const mixed = targets.filter(({ range }) => isMixed(range));
  if (mixed.length === 0) return;
  try {
    const characters = mixed.map(({ range }) => queueCharacters(range));
    await run.sync();
    mixed.forEach((target, at) => {
      const found = characters[at];
      target.formats = found === undefined ? null : formatsOf(found, target.old ?? "");
    });
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
  }
}
