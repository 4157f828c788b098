/** Read stories through Word, where it does not provide the file. Text boxes, deletions and properties are missing. */

import { loadComments } from "./comments";
import type { Margin, Progress, Story } from "./document";
import { isFatal, wordErrorOf } from "./errors";
import { marginBody } from "./stories";
import { runInWord, type CancelOptions, type WordRun } from "./word_run";

const PAGE = 500; // paragraphs in one answer; answers are limited in size (docs-pr: error page, …PayloadSizeLimitExceeded)
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TYPES: Readonly<Record<string, Margin["type"]>> = {
  default: "Primary",
  first: "FirstPage",
  even: "EvenPages",
};
const NEVER_READ = ["text box", "embedded document", "before deletion", "properties"];

interface ReadableStory {
  readonly part: string;
  readonly kind: string;
  readonly of: (context: Word.RequestContext) => Word.Body;
}

/** What could be read. `locate` needs the margins, because no analysis of a file names them. */
export interface StoriesRead {
  readonly stories: Story[];
  /** Kinds of stories that were not read. */
  readonly missing: string[];
  readonly margins: Margin[];
}

/** Read all stories that Word can read out. */
export async function readStories(stop: CancelOptions, progress: Progress): Promise<StoriesRead> {
  return runInWord(stop, async run => {
    const missing = [...NEVER_READ];
    const margins = await marginsOf(run, missing);
    const query = [...FIXED, ...margins.map(inMargin)];
    const stories: Story[] = [];
    for (const [at, story] of query.entries()) {
      // One story after the other, because a missing story fails its sync.
      // eslint-disable-next-line no-await-in-loop
      const texts = await nullOnError(() => paragraphsOf(run, story));
      if (texts !== null) stories.push(storyOf(story, texts));
      else if (story.kind !== "footnotes" && story.kind !== "endnotes") missing.push(story.kind);
      progress(at + 1, query.length + 1);
    }
    const comments = await nullOnError(async () => (await loadComments(run)).map(comment => comment.content));
    if (comments === null) missing.push("comments");
    else stories.push(storyOf({ part: "word/comments.xml", kind: "comments" }, comments));
    progress(query.length + 1, query.length + 1);
    const nonEmpty = stories.filter(story => story.blocks.length > 0);
    return { stories: nonEmpty, missing: [...new Set(missing)], margins };
  });
}

const FIXED: readonly ReadableStory[] = [
  { part: "word/document.xml", kind: "body", of: context => context.document.body },
  { part: "word/footnotes.xml", kind: "footnotes", of: context => context.document.getFootnoteBody() },
  { part: "word/endnotes.xml", kind: "endnotes", of: context => context.document.getEndnoteBody() },
];

function inMargin(margin: Margin): ReadableStory {
  return { part: margin.part, kind: margin.kind, of: context => marginBody(context, margin) };
}

/** Return null where something fails that need not end the work. */
async function nullOnError<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    const problem = wordErrorOf(thrown);
    if (isFatal(problem)) throw problem;
    return null;
  }
}

async function paragraphsOf(run: WordRun, story: ReadableStory): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const { paragraphs } = story.of(run.context);
    paragraphs.load({ select: "text", top: PAGE, skip: texts.length });
    // Page by page.
    // eslint-disable-next-line no-await-in-loop
    await run.sync();
    texts.push(...paragraphs.items.map(paragraph => paragraph.text));
    if (paragraphs.items.length < PAGE) return texts;
  }
}

function storyOf({ part, kind }: Pick<ReadableStory, "part" | "kind">, texts: readonly string[]): Story {
  const blocks = texts.map((text, ordinal) => ({ ordinal, text: text.replaceAll("\v", "\n") }));
  return { part, kind, blocks: blocks.filter(block => block.text !== "") };
}

/**
 * Find the headers and footers that the XML of the body names. Asking Word for any other would create it (#1904).
 *
 * On the web the XML has only the body (office-js-docs#583), so some may be missing.
 */
async function marginsOf(run: WordRun, missing: string[]): Promise<Margin[]> {
  const margins = await nullOnError(async () => {
    const xml = run.context.document.body.getOoxml();
    await run.sync();
    return marginsIn(new DOMParser().parseFromString(xml.value, "application/xml"));
  });
  if (margins === null || margins.length === 0) missing.push("header", "footer");
  return margins ?? [];
}

function marginsIn(xml: Document): Margin[] {
  const sections = [...xml.getElementsByTagNameNS(W, "sectPr")].filter(
    section => section.parentElement?.localName !== "sectPrChange",
  );
  return sections.flatMap((section, ordinal) =>
    [...section.children].flatMap(reference => {
      const kind = /^(header|footer)Reference$/.exec(reference.localName)?.[1] as Margin["kind"] | undefined;
      const type = TYPES[reference.getAttributeNS(W, "type") ?? "default"];
      if (kind === undefined || type === undefined) return [];
      return [{ part: `word/${kind}-${ordinal}-${type}.xml`, kind, section: ordinal, type }];
    }),
  );
}
