/** Converts the service's findings into search terms for Word. */

import type { Analysis, NearMiss } from "../api/schemas";
import { nearMissId } from "../state/suggestion_list";
import type { Expected, Spelling, Term } from "../word/document";

/**
 * List every suggestion of every level (so that moving the slider needs no search), the near misses, and the places
 * that an earlier pane left marked.
 */
export function searchTerms(analysis: Analysis): Term[] {
  return [
    ...analysis.suggestions.map(each => ({ id: each.id, spellings: spellingsOf(each, each.entity === "TERM") })),
    ...analysis.near_misses.map(each => ({ id: nearMissId(each), spellings: spellingsOf(each, true) })),
    ...(analysis.marked ?? []).map((each, at) => ({ id: `marked:${at}`, spellings: spellingsOf(each, false) })),
  ];
}

function spellingsOf(suggestion: Pick<NearMiss, "expected" | "places">, wholeWord: boolean): Spelling[] {
  const byText = new Map<string, Expected[]>();
  for (const { story, text, places, hits } of suggestion.expected) {
    const stories = byText.get(text) ?? [];
    const there = suggestion.places.flatMap((each, at) =>
      each.text === text && each.story.part === story.part && each.story.kind === story.kind
        ? [{ ...each, at }]
        : [],
    );
    stories.push({
      ...{ story: story.part, kind: story.kind, expected: places, hits },
      places: there.map(({ at, block, utf16, hit, obstacles }) => ({ at, block, ...utf16, hit, obstacles })),
    });
    byText.set(text, stories);
  }
  return [...byText].map(([text, stories]) => ({ text, caseSensitive: true, wholeWord, stories }));
}
