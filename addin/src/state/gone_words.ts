/** The words that go with all suggestions of the level that are not rejected, for a guess of the text that is left. */

import type { Place } from "../api/schemas";
import { isCounted, remainingPlaces } from "./remaining";
import { visible } from "./selectors";
import type { Session, WordCounts } from "./session";
import type { Entry } from "./suggestion_list";

/** The words of terms that go everywhere, and the texts of places that go while the term stays in others. */
export interface GoneWords {
  readonly gone: readonly WordCounts[];
  readonly gone_texts: readonly { readonly text: string; readonly places: number }[];
}

/** List what goes: of the analysed document, or of what still stands where the words of the document are counted. */
export function goneWords(session: Session): GoneWords {
  const gone: WordCounts[] = [];
  const texts = new Map<string, number>();
  for (const each of visible(session)) {
    const { suggestion, count } = each;
    const going = countGoing(session, each);
    if (suggestion === null || going === 0) continue;
    const here = chosenPlaces(session, each);
    if (here === null || going < here.length) gone.push(wordsOfPlaces(suggestion.words, going, count));
    else for (const { text } of here.filter(isCounted)) texts.set(text, (texts.get(text) ?? 0) + 1);
  }
  return { gone, gone_texts: [...texts].map(([text, places]) => ({ text, places })) };
}

/** Return what goes as a guess takes it. */
export function goneToSend(session: Session): {
  readonly gone: WordCounts[];
  readonly gone_texts?: { readonly text: string; readonly places: number }[];
} {
  const { gone, gone_texts: texts } = goneWords(session);
  return { gone: [...gone], ...(texts.length === 0 ? {} : { gone_texts: [...texts] }) };
}

function countGoing(session: Session, entry: Entry): number {
  if (session.presentWords !== null) return remainingPlaces(session, entry);
  const decision = session.decisions.get(entry.id);
  return decision?.verdict === "rejected" ? 0 : (decision?.occurrences?.length ?? entry.count);
}

/** Return the places of a term that goes in these only; their words can differ: "Ann Rook" and "Rook". */
function chosenPlaces({ decisions }: Session, { id, places }: Entry): readonly Place[] | null {
  const here = decisions.get(id)?.occurrences;
  return here === undefined ? null : here.flatMap(at => places[at] ?? []);
}

/** Scale the words of a term of which Word has left some places. */
function wordsOfPlaces(words: WordCounts, places: number, count: number): WordCounts {
  if (places >= count) return words;
  return Object.fromEntries(
    Object.entries(words).map(([word, often]) => [word, Math.floor((often * places) / count)]),
  );
}
