/** Text rules of Word's search, without Word: what to search for, and what its hits mean. */

import type { Expected, ExpectedPlace } from "./document";

const LONGEST = 255; // typings of Body.search; #31, #168, #731

// Find codes apply even without wildcards (docs-pr: docs/word/search-option-guidance.md): a caret alone would be one,
// and a typed tab or break is not found (#2331).
const CODES: Readonly<Record<string, string>> = {
  "^": "^^",
  "\t": "^t",
  "\n": "^l",
  "\v": "^l",
  "\u00a0": "^s",
  "\u2011": "^~",
};

/** Escape a string for Word's search; null where it is empty or too long. */
export function toSearchString(text: string): string | null {
  const coded = text.replace(/[\^\t\n\v\u00a0\u2011]/g, character => CODES[character] ?? character);
  return coded.length === 0 || coded.length > LONGEST ? null : coded;
}

/** Return the longest beginning and end of a long string that Word can search for. */
export function headAndTail(text: string): { head: string; tail: string } {
  const characters = Array.from(text); // a surrogate pair is one
  const fit = (taken: (count: number) => string): string => {
    let count = Math.min(characters.length, LONGEST);
    while (count > 1 && toSearchString(taken(count)) === null) count--;
    return taken(count);
  };
  return {
    head: fit(count => characters.slice(0, count).join("")),
    tail: fit(count => characters.slice(-count).join("")),
  };
}

/** Tell whether a hit has the wanted text: Word takes straight quotation marks for curly ones, and a break is `\v`. */
export function isSameText(hit: string, text: string, caseSensitive: boolean): boolean {
  const [a, b] = [hit, text].map(each => each.replace(/[\r\n\v]/g, "\n"));
  return a === b || (!caseSensitive && a?.toLowerCase() === b?.toLowerCase());
}

/** Count a string in a text, as a search does. */
export function countOccurrences(text: string, wanted: string): number {
  return findStarts(text, wanted).length;
}

/** Return where a string begins in a text; hits do not overlap. */
export function findStarts(text: string, wanted: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) starts.push(at);
  return starts;
}

/** A hit that is a place of the term. */
export interface ChosenHit {
  readonly hit: number;
  readonly place: ExpectedPlace | null;
}

const STOPS_SEARCH = new Set(["note", "deletion", "break", "too_long"]); // #4401, #5874, #2331, #31
const MAY_STOP_SEARCH = new Set([...STOPS_SEARCH, "field"]); // #5905: a field inside, not one around

/** Choose the hits that are places of the term, by the counts of the analysis; null where they do not tell. */
export function chooseHits(hits: number, expected: Expected): ChosenHit[] | null {
  for (const stopping of [new Set<string>(), STOPS_SEARCH, MAY_STOP_SEARCH]) {
    const found = chooseWithout(hits, expected, stopping);
    if (found !== null) return found;
  }
  // If the string occurs nowhere else, every hit is the term.
  const all = expected.expected === expected.hits && hits <= expected.hits;
  return all ? Array.from({ length: hits }, (_, hit) => ({ hit, place: null })) : null;
}

function chooseWithout(hits: number, expected: Expected, stopping: ReadonlySet<string>): ChosenHit[] | null {
  const { places } = expected;
  const stops = places.map(place => place.obstacles.some(each => stopping.has(each)));
  const all = stops.filter(Boolean).length;
  if (hits !== expected.hits - all || places.length !== expected.expected) return null;
  const found: ChosenHit[] = [];
  let stopped = 0; // counts earlier places; places and hits are both in file order
  for (const [at, place] of places.entries()) {
    if (place.hit === null) return null;
    if (stops[at] === true) stopped++;
    else found.push({ hit: place.hit - stopped, place });
  }
  return found;
}

/** The context that decides whether a string is a term. */
export interface MatchContext {
  readonly wholeWord: boolean;
  /** Longer spellings of any term that contain the string: what is inside one of those belongs to it. */
  readonly longer: readonly string[];
}

/** Tell for each occurrence in a paragraph whether it is the term. Word's own word boundaries fail (#3360). */
export function standsAlone(paragraph: string, text: string, { wholeWord, longer }: MatchContext): boolean[] {
  const taken = longer.flatMap(each =>
    findStarts(paragraph, each).map(start => [start, start + each.length] as const),
  );
  return findStarts(paragraph, text).map(start => {
    const end = start + text.length;
    if (taken.some(([from, to]) => from <= start && end <= to)) return false;
    return !wholeWord || (!isInsideWord(paragraph, start) && !isInsideWord(paragraph, end));
  });
}

const IN_WORD = /[\p{L}\p{N}\p{M}]/u;

function isInsideWord(text: string, at: number): boolean {
  const before = text.slice(0, at).at(-1) ?? "";
  const last = /[\udc00-\udfff]/.test(before) ? text.slice(at - 2, at) : before;
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  return IN_WORD.test(last) && IN_WORD.test(next);
}

/**
 * Tell the same for hits that are known by their paragraphs; null where that is inconclusive.
 *
 * Hits are in text order, so those of one paragraph follow each other.
 */
export function matchInContext(
  paragraphs: readonly string[],
  text: string,
  context: MatchContext,
): (boolean | null)[] {
  const answers: (boolean | null)[] = [];
  for (let first = 0; first < paragraphs.length;) {
    const paragraph = paragraphs[first] ?? "";
    let after = first + 1;
    while (after < paragraphs.length && paragraphs[after] === paragraph) after++;
    const each = standsAlone(paragraph, text, context);
    const isRegular = each.length > 0 && (after - first) % each.length === 0;
    for (let hit = first; hit < after; hit++)
      answers.push(isRegular ? (each[(hit - first) % each.length] ?? null) : null);
    first = after;
  }
  return answers;
}
