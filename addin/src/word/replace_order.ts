/**
 * The order of replacements: from the end of each story to its beginning.
 *
 * In some versions of Word on the web a range does not move with its text (#2697 and the trials in
 * docs/conformance.md). What stands before a replacement keeps its position in every version, so the end goes first.
 */

import type { HeldOccurrence } from "./held_occurrences";
import type { ReplaceTarget } from "./replace_log";
import { storyKey } from "./stories";

/** Name the search that a target belongs to: its story and its string. */
export function searchKey({ story, text }: HeldOccurrence): string {
  return `${storyKey(story)}\0${text}`;
}

/**
 * Sort targets from the end of each story to its beginning.
 *
 * Where the place of a target is unknown, the targets of its story are sorted string by string, and each has to be
 * searched again before it is replaced.
 */
export function sortFromEnd(targets: readonly ReplaceTarget[]): ReplaceTarget[] {
  const unordered = storiesWithoutOrder(targets);
  const sorted = [...targets].sort((a, b) => {
    const [one, other] = [storyKey(a.held.story), storyKey(b.held.story)];
    if (one !== other) return one < other ? -1 : 1;
    return unordered.has(one) ? compareByString(a.held, b.held) : compareByPlace(a.held, b.held);
  });
  return sorted.map(target => (unordered.has(storyKey(target.held.story)) ? { ...target, again: true } : target));
}

/** Take the next batch from a sorted queue; of a story without order it holds one string only. */
export function takeBatch(queue: ReplaceTarget[], size: number): ReplaceTarget[] {
  const [first] = queue;
  if (first === undefined) return [];
  const key = searchKey(first.held);
  const end = queue.findIndex(
    ({ held, again }) => (first.again === true || again === true) && searchKey(held) !== key,
  );
  return queue.splice(0, Math.min(size, end < 0 ? queue.length : end));
}

function storiesWithoutOrder(targets: readonly ReplaceTarget[]): ReadonlySet<string> {
  const strings = new Map<string, Set<string>>();
  const unordered = new Set<string>();
  for (const { held } of targets) {
    const story = storyKey(held.story);
    strings.set(story, (strings.get(story) ?? new Set()).add(held.text));
    if (held.place === null) unordered.add(story);
  }
  return new Set([...unordered].filter(story => (strings.get(story)?.size ?? 0) > 1));
}

function compareByString(a: HeldOccurrence, b: HeldOccurrence): number {
  if (a.text !== b.text) return a.text < b.text ? -1 : 1;
  return b.hit - a.hit;
}

function compareByPlace(a: HeldOccurrence, b: HeldOccurrence): number {
  // One string alone may have no places; its hits are in text order.
  if (a.place === null || b.place === null) return b.hit - a.hit;
  return b.place.block - a.place.block || b.place.start - a.place.start;
}
