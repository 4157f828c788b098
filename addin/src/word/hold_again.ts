/**
 * Search again for what is still held, after other places were replaced.
 *
 * Ranges do not move with their text in every version of Word (see `replace_order`), so the ranges behind a
 * replacement may hold other text by now.
 */

import type { HeldOccurrence, HeldOccurrences } from "./held_occurrences";
import { hitsRemoved } from "./replace_counts";
import type { ReplaceTarget } from "./replace_log";
import { searchKey } from "./replace_order";
import { findHits, type SearchHit, type SearchQuery } from "./search_hits";
import { storyKey, type StoryAccess } from "./stories";
import type { WordRun } from "./word_run";

const AT_ONCE = 40;

/**
 * Give the occurrences that are not replaced new ranges; `returned` are those whose text is back. Those that are not
 * surely found keep their ranges; false where there is one.
 */
export async function holdAgain(
  run: WordRun,
  holding: HeldOccurrences,
  replaced: readonly ReplaceTarget[],
  accessOf: (held: HeldOccurrence) => StoryAccess,
  returned: ReadonlySet<HeldOccurrence> = new Set(),
): Promise<boolean> {
  const changed = [...replaced.map(({ held }) => held), ...returned];
  const touched = new Set(changed.map(({ story }) => storyKey(story)));
  let sure = true;
  const groups = new Map<string, HeldOccurrence[]>();
  for (const held of holding.all()) {
    if (held.gone || !("range" in held.target) || !touched.has(storyKey(held.story))) continue;
    groups.set(searchKey(held), [...(groups.get(searchKey(held)) ?? []), held]);
  }
  const every = [...groups.values()];
  for (let at = 0; at < every.length; at += AT_ONCE) {
    const some = every.slice(at, at + AT_ONCE);
    // Answers are limited in size.
    // eslint-disable-next-line no-await-in-loop
    const found = await findHits(
      run,
      some.map(group => queryOf(group, accessOf)),
      holding,
    );
    some.forEach((group, which) => (sure = renumber(group, found[which] ?? [], replaced) && sure));
  }
  return sure;
}

function queryOf([held]: readonly HeldOccurrence[], accessOf: (held: HeldOccurrence) => StoryAccess): SearchQuery {
  if (held === undefined) throw new RangeError("a group has an occurrence");
  return { text: held.text, caseSensitive: held.caseSensitive, access: accessOf(held) };
}

/** Give each occurrence its new hit: those that were removed before it are counted off. */
function renumber(
  group: readonly HeldOccurrence[],
  hits: readonly SearchHit[],
  replaced: readonly ReplaceTarget[],
): boolean {
  const [first] = group;
  if (first === undefined) return true;
  const query = { text: first.text, caseSensitive: first.caseSensitive };
  const removals = replaced.flatMap(target => {
    const removed = hitsRemoved(target, { query, story: storyKey(first.story) });
    return removed === 0 ? [] : [{ held: target.held, removed }];
  });
  const expected = removals.reduce((count, { removed }) => count - removed, first.hits);
  if (hits.length !== expected) return false; // somebody changed the text
  const numbers = group.map(held => numberAfter(held, removals));
  let sure = true;
  group.forEach((held, at) => {
    const number = numbers[at] ?? null;
    const hit = number === null ? undefined : hits[number];
    if (number === null || hit === undefined) {
      sure = false;
      return;
    }
    Object.assign(held, { hit: number, hits: hits.length, target: { range: hit.range } });
  });
  return sure;
}

/** Return the number of an occurrence among the hits that are left; null where the order is unknown. */
function numberAfter(
  held: HeldOccurrence,
  removals: readonly { held: HeldOccurrence; removed: number }[],
): number | null {
  let number = held.hit;
  for (const { held: gone, removed } of removals) {
    const isBefore = comesBefore(gone, held);
    if (isBefore === null) return null;
    if (isBefore) number -= removed;
  }
  return number;
}

function comesBefore(a: HeldOccurrence, b: HeldOccurrence): boolean | null {
  if (a.text === b.text) return a.hit < b.hit;
  if (a.place === null || b.place === null) return null;
  return a.place.block < b.place.block || (a.place.block === b.place.block && a.place.start < b.place.start);
}
