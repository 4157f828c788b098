/** Read paragraphs with their ids (WordApi 1.6), story by story or by id. */

import { isFatal, wordErrorOf } from "./errors";
import type { ReadParagraph } from "./known_texts";
import { searchBodies } from "./search_hits";
import type { StoryAccess } from "./stories";
import type { WordRun } from "./word_run";

const PAGE = 500; // paragraphs in one answer, as in read_stories
const AT_ONCE = 200; // paragraphs by id in one request

/** Read the paragraphs of a story; null where Word cannot, as in a document without footnotes. */
export async function readParagraphs(run: WordRun, access: StoryAccess): Promise<ReadParagraph[] | null> {
  try {
    const [bodies = []] = await searchBodies(run, [{ access }]);
    const all: ReadParagraph[] = [];
    // Page by page.
    // eslint-disable-next-line no-await-in-loop
    for (const body of bodies) all.push(...(await paragraphsOf(run, body)));
    return all;
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    return null;
  }
}

async function paragraphsOf(run: WordRun, body: Word.Body): Promise<ReadParagraph[]> {
  const found: ReadParagraph[] = [];
  for (;;) {
    const { paragraphs } = body;
    paragraphs.load({ select: "text,uniqueLocalId", top: PAGE, skip: found.length });
    // eslint-disable-next-line no-await-in-loop
    await run.sync();
    const page = paragraphs.items.map(toReadParagraph);
    found.push(...page);
    for (const paragraph of paragraphs.items) run.context.trackedObjects.remove(paragraph);
    if (page.length < PAGE) return found;
  }
}

/** A paragraph that was read, and the object to work with during the run. */
export interface FoundParagraph extends ReadParagraph {
  readonly paragraph: Word.Paragraph;
}

/** Load the paragraphs of a story, to work with them during the run. Rejects where Word cannot. */
export async function loadParagraphs(run: WordRun, access: StoryAccess): Promise<FoundParagraph[]> {
  const [bodies = []] = await searchBodies(run, [{ access }]);
  const found: FoundParagraph[] = [];
  for (const body of bodies) {
    for (let at = 0; ; at += PAGE) {
      const { paragraphs } = body;
      paragraphs.load({ select: "text,uniqueLocalId", top: PAGE, skip: at });
      // Page by page, because answers are limited in size.
      // eslint-disable-next-line no-await-in-loop
      await run.sync();
      found.push(...paragraphs.items.map(paragraph => ({ ...toReadParagraph(paragraph), paragraph })));
      if (paragraphs.items.length < PAGE) break;
    }
  }
  return found;
}

/** A loaded paragraph. The id is null in some Words, whatever the typings say (#4258). */
interface LoadedParagraph {
  readonly text: string;
  readonly uniqueLocalId: string | null | undefined;
}

/** Return what was read of a paragraph. */
export function toReadParagraph({ text, uniqueLocalId }: LoadedParagraph): ReadParagraph {
  return { id: uniqueLocalId ?? null, text };
}

/** Return the texts of paragraphs by their ids; null where Word refuses one: it is gone, or there are no ids. */
export async function readById(run: WordRun, ids: readonly string[]): Promise<string[] | null> {
  const texts: string[] = [];
  try {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE).map(id => run.context.document.getParagraphByUniqueLocalId(id));
      for (const paragraph of some) {
        run.context.trackedObjects.remove(paragraph); // it is not needed beyond this request
        paragraph.load("text");
      }
      // eslint-disable-next-line no-await-in-loop
      await run.sync();
      texts.push(...some.map(({ text }) => text));
    }
    return texts;
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    return null;
  }
}
