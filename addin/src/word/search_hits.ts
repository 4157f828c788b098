/**
 * Word's hits for strings: special characters are escaped, long strings are found by their ends, and hits are
 * verified.
 */

import type { HeldOccurrences, Appearance } from "./held_occurrences";
import { headAndTail, isSameText, toSearchString } from "./search_text";
import type { StoryAccess } from "./stories";
import type { WordRun } from "./word_run";

/** A hit, and how it looks now. */
export interface SearchHit {
  readonly range: Word.Range;
  readonly appearance: Appearance;
}

const LOADED_PROPERTIES = "items/text,items/font/highlightColor,items/font/underline"; // never all properties: memory grows (#6337)

const MOST_SEARCHES = 20; // in one request: a search through 300 pages takes some milliseconds, and Word expects answers within seconds

/** What to search for, and where. */
export interface SearchQuery {
  readonly access: StoryAccess;
  readonly text: string;
  readonly caseSensitive: boolean;
}

/** Return the hits of each query in text order; they are held. */
export async function findHits(
  run: WordRun,
  jobs: readonly SearchQuery[],
  holding: Pick<HeldOccurrences, "track">,
): Promise<SearchHit[][]> {
  const scopes = await searchBodies(run, jobs);
  const short = await findShortHits(run, scopes, jobs);
  const all: SearchHit[][] = [];
  for (const [at, job] of jobs.entries()) {
    const collections = short[at] ?? [];
    const found = collections.flatMap(each => each.items);
    // Long strings are rare, and each needs three steps.
    // eslint-disable-next-line no-await-in-loop
    const ranges = short[at] ? found : await findLongHits(run, scopes[at] ?? [], job);
    for (const each of [...collections, ...ranges]) holding.track(each);
    all.push(ranges.filter(range => isSameText(range.text, job.text, job.caseSensitive)).map(toHit));
  }
  return all;
}

/** Search for all strings that are short enough, with few searches in one request; null for the others. */
async function findShortHits(
  run: WordRun,
  scopes: readonly Word.Body[][],
  jobs: readonly SearchQuery[],
): Promise<(Word.RangeCollection[] | null)[]> {
  const found: (Word.RangeCollection[] | null)[] = [];
  let queued = 0;
  for (const [at, job] of jobs.entries()) {
    const text = toSearchString(job.text);
    found.push(text === null ? null : []);
    for (const scope of text === null ? [] : (scopes[at] ?? [])) {
      const hits = search(scope, text, job);
      hits.load(LOADED_PROPERTIES);
      found[at]?.push(hits);
      // Text boxes multiply the searches, so count them here.
      // eslint-disable-next-line no-await-in-loop
      if (++queued % MOST_SEARCHES === 0) await run.sync();
    }
  }
  if (queued % MOST_SEARCHES > 0) await run.sync();
  return found;
}

function toHit(range: Word.Range): SearchHit {
  const { highlightColor, underline } = range.font as { highlightColor: string | null; underline: string };
  return { range, appearance: { highlight: highlightColor, underline } };
}

/** Return the bodies to search: one, or that of each text box. */
export async function searchBodies(
  run: WordRun,
  jobs: readonly Pick<SearchQuery, "access">[],
): Promise<Word.Body[][]> {
  const boxes = jobs.map(({ access }) => (access.kind === "shapes" ? access.anchoredIn(run.context).shapes : null));
  if (boxes.some(found => found !== null)) {
    for (const found of boxes) found?.load("items/type");
    await run.sync();
    // Reading the body of an empty shape changes the document (#6803), and pictures and groups have no text of their own.
    const shapes = boxes.flatMap(found => (found?.items ?? []).filter(hasBody));
    for (const shape of shapes) shape.load("textFrame/hasText");
    if (shapes.length > 0) await run.sync();
  }
  return jobs.map(({ access }, at) => {
    if (access.kind === "body") return [access.of(run.context)];
    const shapes = (boxes[at]?.items ?? []).filter(hasBody);
    return shapes.filter(shape => shape.textFrame.hasText).map(shape => shape.body);
  });
}

/** Tell whether a shape may hold text: `body` is that of text boxes and geometric shapes (typings of Shape.body). */
function hasBody({ type }: Word.Shape): boolean {
  return type === "TextBox" || type === "GeometricShape";
}

function search(scope: Word.Body, text: string | null, { caseSensitive }: SearchQuery): Word.RangeCollection {
  // matchWholeWord fails beside accented letters (#3360), so we check word boundaries ourselves.
  return scope.search(text ?? "", { matchCase: caseSensitive });
}

const MOST_PAIRS = 64;

/** Find a string that is too long to search: from a hit of its head to a hit of its tail (office-facts 1.1). */
async function findLongHits(run: WordRun, scopes: readonly Word.Body[], job: SearchQuery): Promise<Word.Range[]> {
  const { head, tail } = headAndTail(job.text);
  const [heads, tails] = [head, tail].map(text => scopes.map(scope => search(scope, toSearchString(text), job)));
  for (const found of [...(heads ?? []), ...(tails ?? [])]) found.load("items/text");
  await run.sync();
  const candidates: Word.Range[] = [];
  heads?.forEach((found, at) => {
    const beginnings = found.items.map(item => item.getRange("Start"));
    const endings = (tails?.[at]?.items ?? []).map(item => item.getRange("End"));
    for (const [beginning, ending] of pairs(beginnings, endings)) candidates.push(beginning.expandTo(ending));
  });
  for (const range of candidates) range.load("text,font/highlightColor,font/underline");
  if (candidates.length > 0) await run.sync();
  return candidates.filter(range => isSameText(range.text, job.text, job.caseSensitive));
}

/** Pair heads and tails in order where there are equally many; otherwise try all pairs, while they are few. */
function pairs(heads: readonly Word.Range[], tails: readonly Word.Range[]): [Word.Range, Word.Range][] {
  if (heads.length === tails.length) return heads.flatMap((head, at) => (tails[at] ? [[head, tails[at]]] : []));
  if (heads.length * tails.length > MOST_PAIRS) return [];
  return heads.flatMap(head => tails.map((tail): [Word.Range, Word.Range] => [head, tail]));
}
