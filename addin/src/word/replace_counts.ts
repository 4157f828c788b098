/** What the counts of a repeated search tell: how many targets of a batch Word has replaced before it stopped. */

import type { ReplaceTarget } from "./replace_log";
import type { SearchQuery } from "./search_hits";
import { countOccurrences } from "./search_text";
import { storyKey } from "./stories";

/** All targets of one search, with its current hits. */
export interface SearchGroup {
  readonly query: SearchQuery;
  readonly story: string;
  /** How many hits there were at the start. */
  first: number | null;
  hits: number;
  /** How many places were replaced when they were last counted. */
  counted: number;
}

/**
 * Return how many targets of a batch, from the first on, were replaced; null where the counts are inconclusive.
 *
 * `lostHits` counts the hits that each search has lost.
 */
export function countApplied(
  batch: readonly ReplaceTarget[],
  lostHits: ReadonlyMap<SearchGroup, number>,
  believed: boolean,
  groupOf: (target: ReplaceTarget) => SearchGroup | undefined,
): number | null {
  const rest = new Map(lostHits);
  const take = (target: ReplaceTarget, enough: (left: number, lost: number) => boolean): boolean => {
    const group = groupOf(target);
    const left = group === undefined ? undefined : rest.get(group);
    if (group === undefined || left === undefined || !enough(left, hitsRemoved(target, group))) return false;
    // A longer term removes the hits inside it: "Halden & Rook" removes a hit of "Rook".
    for (const [each, count] of rest) rest.set(each, count - hitsRemoved(target, each));
    return true;
  };
  if (believed) {
    for (const target of batch) take(target, () => true);
    if ([...rest.values()].every(left => left === 0)) return batch.length;
    for (const [group, count] of lostHits) rest.set(group, count);
  }
  const first = batch.findIndex(target => !take(target, (left, lost) => lost > 0 && left >= lost));
  const applied = first < 0 ? batch.length : first;
  return [...rest.values()].every(left => left === 0) ? applied : null;
}

/** Return how many hits of a group a replacement removes; the new text may add some. */
export function hitsRemoved(
  { held, text }: ReplaceTarget,
  { query, story }: { readonly query: Omit<SearchQuery, "access">; readonly story: string },
): number {
  const lost = hitsIn(held.text, query) - hitsIn(text, query);
  return lost !== 0 && storyKey(held.story) === story ? lost : 0;
}

function hitsIn(text: string, { text: wanted, caseSensitive }: Omit<SearchQuery, "access">): number {
  return caseSensitive
    ? countOccurrences(text, wanted)
    : countOccurrences(text.toLowerCase(), wanted.toLowerCase());
}
