/** What the service found, as a search in Word needs it. */

import type { Analysis, Suggestion } from "../review/analysis";
import type { Expected, Spelling, Term } from "../word/document";

/** Every suggestion of every level, so that the slider asks Word for nothing. */
export function termsOf(analysis: Analysis): Term[] {
  return analysis.suggestions.map(each => ({ id: each.id, spellings: spellingsOf(each) }));
}

function spellingsOf(suggestion: Suggestion): Spelling[] {
  const byText = new Map<string, Expected[]>();
  for (const { story, text, places, hits } of suggestion.expected) {
    const stories = byText.get(text) ?? [];
    const there = suggestion.places.filter(
      each => each.text === text && each.story.part === story.part && each.story.kind === story.kind,
    );
    stories.push({
      ...{ story: story.part, kind: story.kind, expected: places, hits },
      places: there.map(({ block, utf16, hit, obstacles }) => ({ block, ...utf16, hit, obstacles })),
    });
    byText.set(text, stories);
  }
  const wholeWord = suggestion.entity === "TERM";
  return [...byText].map(([text, stories]) => ({ text, caseSensitive: true, wholeWord, stories }));
}
