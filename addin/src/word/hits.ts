/** Word's hits for strings: caret codes, long strings by their ends, and nothing that only looks alike. */

import type { Holding, Look } from "./holding";
import { ends, says, searched } from "./search";
import type { Way } from "./stories";
import type { Turn } from "./turn";

/** A hit, and how it looks now. */
export interface Hit {
  readonly range: Word.Range;
  readonly look: Look;
}

const LOADED = "items/text,items/font/highlightColor,items/font/underline"; // never all of it: memory grows (#6337)

/** What is searched for, and where. */
export interface Sought {
  readonly way: Way;
  readonly text: string;
  readonly caseSensitive: boolean;
}

/** The hits of each hunt, in the order of the text; they are held. */
export async function hitsOf(
  turn: Turn,
  hunts: readonly Sought[],
  holding: Pick<Holding, "track">,
): Promise<Hit[][]> {
  const scopes = await scopesOf(turn, hunts);
  const short = hunts.map((hunt, at) => (searched(hunt.text) === null ? null : search(scopes[at] ?? [], hunt)));
  for (const found of short.flat()) found?.load(LOADED);
  if (short.some(found => found !== null)) await turn.sync();
  const all: Hit[][] = [];
  for (const [at, hunt] of hunts.entries()) {
    const collections = short[at] ?? [];
    const found = collections.flatMap(each => each.items);
    // Long strings are rare, and each needs three steps of its own.
    // eslint-disable-next-line no-await-in-loop
    const ranges = short[at] ? found : await longHits(turn, scopes[at] ?? [], hunt);
    for (const each of [...collections, ...ranges]) holding.track(each);
    all.push(ranges.filter(range => says(range.text, hunt.text, hunt.caseSensitive)).map(hitOf));
  }
  return all;
}

function hitOf(range: Word.Range): Hit {
  const { highlightColor, underline } = range.font as { highlightColor: string | null; underline: string };
  return { range, look: { highlight: highlightColor, underline } };
}

/** The bodies to search for each hunt: one, or that of each text box. */
async function scopesOf(turn: Turn, hunts: readonly Sought[]): Promise<Word.Body[][]> {
  const boxes = hunts.map(({ way }) => (way.kind === "shapes" ? way.anchoredIn(turn.context).shapes : null));
  if (boxes.some(found => found !== null)) {
    // To read the body of an empty shape changes the document (#6803).
    for (const found of boxes) found?.load("items/type,items/textFrame/hasText");
    await turn.sync();
  }
  return hunts.map(({ way }, at) => {
    if (way.kind === "body") return [way.of(turn.context)];
    return (boxes[at]?.items ?? []).filter(shape => shape.textFrame.hasText).map(shape => shape.body);
  });
}

function search(scopes: readonly Word.Body[], hunt: Sought): Word.RangeCollection[] {
  const text = searched(hunt.text) ?? "";
  // matchWholeWord fails beside accented letters (#3360), so that borders are ours.
  return scopes.map(scope => scope.search(text, { matchCase: hunt.caseSensitive }));
}

const MOST_PAIRS = 64;

/** A string that is too long is what stands from a hit of its head to a hit of its tail (office-facts 1.1). */
async function longHits(turn: Turn, scopes: readonly Word.Body[], hunt: Sought): Promise<Word.Range[]> {
  const { head, tail } = ends(hunt.text);
  const [heads, tails] = [head, tail].map(text => search(scopes, { ...hunt, text }));
  for (const found of [...(heads ?? []), ...(tails ?? [])]) found.load("items/text");
  await turn.sync();
  const candidates: Word.Range[] = [];
  heads?.forEach((found, at) => {
    const beginnings = found.items.map(item => item.getRange("Start"));
    const endings = (tails?.[at]?.items ?? []).map(item => item.getRange("End"));
    for (const [beginning, ending] of pairs(beginnings, endings)) candidates.push(beginning.expandTo(ending));
  });
  for (const range of candidates) range.load("text,font/highlightColor,font/underline");
  if (candidates.length > 0) await turn.sync();
  return candidates.filter(range => says(range.text, hunt.text, hunt.caseSensitive));
}

/** As many heads as tails belong together in order; else each with each, while they are few. */
function pairs(heads: readonly Word.Range[], tails: readonly Word.Range[]): [Word.Range, Word.Range][] {
  if (heads.length === tails.length) return heads.flatMap((head, at) => (tails[at] ? [[head, tails[at]]] : []));
  if (heads.length * tails.length > MOST_PAIRS) return [];
  return heads.flatMap(head => tails.map((tail): [Word.Range, Word.Range] => [head, tail]));
}
